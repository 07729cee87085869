import { stat } from 'node:fs/promises';
import type { ModelDescriptor } from '@assetgen/client';
import { isCode } from '../../fs/is-code.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import { SMALL_FILE, readText } from '../../fs/read-text.ts';
import { writeSharedAtomic } from '../../fs/write-atomic.ts';

/** How long a list of models is taken as it is. Unit: milliseconds. */
const KEEP_MS = 86_400_000;

/**
 * The list of models: the one that was kept, while it is young; else the service's. Where the
 * service cannot be asked, an old one is better than none; null where there is none at all.
 * @throws AssetgenError `ASSETGEN_TRUST`
 */
export async function keptModels(
  file: string,
  now: number,
  isNew: boolean,
  guard: PathGuard,
  ask: () => Promise<readonly ModelDescriptor[]>,
): Promise<{ readonly models: readonly ModelDescriptor[]; readonly isNew: boolean } | null> {
  const kept = await read(file);
  if (kept !== null && !isNew && now - kept.at < KEEP_MS) {
    return { models: kept.models, isNew: false };
  }
  try {
    const models = await ask();
    await writeSharedAtomic(file, `${JSON.stringify(models)}\n`, guard).catch(() => undefined);
    return { models, isNew: true };
  } catch (error) {
    if (isCode(error, 'ASSETGEN_TRUST')) throw error;
    return kept === null ? null : { models: kept.models, isNew: false };
  }
}

async function read(
  file: string,
): Promise<{ readonly models: readonly ModelDescriptor[]; readonly at: number } | null> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readText(file, SMALL_FILE), stat(file)]);
    const models = JSON.parse(text) as unknown;
    return Array.isArray(models) ? { models: models as ModelDescriptor[], at: mtimeMs } : null;
  } catch {
    return null;
  }
}
