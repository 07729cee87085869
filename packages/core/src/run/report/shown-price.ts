import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ServiceTarget } from '../../config/resolve-config.ts';
import { isAllowed, linkGuard } from '../../fs/link-guard.ts';
import { OWN_FILE, readText } from '../../fs/read-text.ts';
import { writeAtomic } from '../../fs/write-atomic.ts';
import { keepFolderIgnored } from '../keep-folder-ignored.ts';

/** The record's place below the project's root. It is of this machine: a colleague has seen nothing. */
const SHOWN_NAME = '.assetgen/shown-price.json';

/**
 * The total of the plan that a person saw last, or agreed to, in this project with this service.
 * @returns points; null where no total was shown, or only an unknown one
 */
export async function readShownPrice(root: string, service: ServiceTarget): Promise<number | null> {
  try {
    const found = JSON.parse(await readText(path.join(root, SHOWN_NAME), OWN_FILE)) as {
      readonly service?: unknown;
      readonly points?: unknown;
    };
    const { points } = found;
    const isOurs = found.service === keyOf(service);
    return isOurs && typeof points === 'number' && points >= 0 ? points : null;
  } catch {
    return null;
  }
}

/** Keeps a total that a person saw. It is no more than a note: where it cannot be written, the next build asks. */
export async function keepShownPrice(
  root: string,
  service: ServiceTarget,
  points: number,
): Promise<void> {
  const file = path.join(root, SHOWN_NAME);
  const guard = linkGuard(root);
  if (!isAllowed(guard, file)) return;
  const text = JSON.stringify({ service: keyOf(service), points });
  await keepFolderIgnored(root)
    .then(() => writeAtomic(file, text, guard))
    .catch(() => undefined);
}

/** Prices of one service say nothing of another's. */
function keyOf(service: ServiceTarget): string {
  return createHash('sha256').update(JSON.stringify(service)).digest('hex').slice(0, 16);
}
