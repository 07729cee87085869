import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { linkGuard } from '../../fs/link-guard.ts';
import { isCode } from '../../fs/is-code.ts';
import { readBytes } from '../../fs/read-text.ts';
import { writeAtomic } from '../../fs/write-atomic.ts';
import { checkName, memberName } from '../../manifest/check-name.ts';
import { HEAD_BYTES, imageTypeOf } from '../asset/image-type.ts';
import type { EntryPorts } from './entry-change.ts';
import { manifestToWrite } from './entry-change.ts';

/** Most bytes of an image that the service takes (interface specification, section 8). */
export const MOST_REFERENCE_BYTES = 50_000_000;

/** The images' place beside the manifest. They are the project's own, and committed. */
const FOLDER = 'references';

/** Tries of another name where a file of the same stands. */
const MOST_SAME = 100;

/** Characters of a name that a person gave. */
const MOST_NAME = 60;

/**
 * Writes an image that a person gave beside the manifest that takes a new asset. A file that stands there stays:
 * the same bytes are not written twice, others get a name of their own.
 *
 * @param given name of the file as it was; only letters, digits, `.`, `_` and `-` of it are taken
 * @param file the manifest, from the root. @default the first one that is JSON
 * @returns its path relative to the manifest's folder, as an entry names it: `./references/ann.png`
 * @throws AssetgenError `ASSETGEN_USAGE` for bytes that are no PNG, JPEG, WebP, AVIF or GIF, and for too many;
 *   `ASSETGEN_LINK`, `ASSETGEN_DISK`
 */
export async function saveReference(
  ports: EntryPorts,
  given: string,
  bytes: Uint8Array,
  file?: string,
): Promise<string> {
  if (bytes.length > MOST_REFERENCE_BYTES) {
    throw usage(`expected an image of at most 50 MB, found ${bytes.length} bytes`);
  }
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  const type = imageTypeOf(head);
  if (type === null)
    throw usage('expected a PNG, JPEG, WebP, AVIF or GIF image, found other bytes');
  const folder = path.join(path.dirname(await manifestToWrite(ports, file)), FOLDER);
  const guard = linkGuard(ports.root);
  const named = memberName(given).slice(0, MOST_NAME);
  const stem = checkName(named) === null ? named : 'image';
  for (let number = 1; number <= MOST_SAME; number++) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}.${type.extension}`;
    const target = path.join(folder, name);
    guard(target);
    const there = await bytesOf(target);
    if (there === null) await writeAtomic(target, bytes, guard);
    if (there === null || there.equals(bytes)) return `./${FOLDER}/${name}`;
  }
  throw usage(`there are ${MOST_SAME} images "${stem}" in ${FOLDER} already`);
}

/** null: no file of this name. */
async function bytesOf(file: string): Promise<Buffer | null> {
  try {
    return Buffer.from(await readBytes(file, { most: MOST_REFERENCE_BYTES }));
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    // An unreadable file is not ours, and not the same.
    return Buffer.alloc(0);
  }
}

function usage(message: string): AssetgenError {
  return new AssetgenError('ASSETGEN_USAGE', message, {
    hint: 'Choose another file, or write its path into the manifest.',
  });
}
