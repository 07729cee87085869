import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Digest } from '../../brands.ts';
import { isInside } from '../../fs/is-inside.ts';
import { ManifestError } from '../../manifest/manifest-error.ts';
import { inputsOf } from '../../manifest/inputs-of.ts';
import type { ImageInput, Manifest, Problem } from '../../manifest/manifest.ts';
import type { StatCache } from '../workspace/stat-cache.ts';

type FileInput = Extract<ImageInput, { type: 'file' }>;

/** Most bytes of an input image (section 8 of the specification, and our own for references). */
const MAX_BYTES = 50 * 1024 * 1024;

/**
 * The digests of all input files, by absolute path. A file that is missing, or that a symlink
 * leads out of the project, is an error with its place in the manifest.
 * @throws {ManifestError} with all of them
 */
export async function digestInputs(
  manifest: Manifest,
  root: string,
  stats: StatCache,
): Promise<ReadonlyMap<string, Digest>> {
  const digests = new Map<string, Digest>();
  const problems: Problem[] = [];
  const inputs: { asset: string; input: FileInput; uploaded: boolean }[] = [];
  manifest.assets.forEach((asset) => {
    const uploaded = !(asset.kind === 'image' && asset.source.type === 'local');
    for (const input of inputsOf(asset)) {
      if (input.type === 'file') inputs.push({ asset: asset.name, input, uploaded });
    }
  });
  if (inputs.length === 0) return digests;
  const realRoot = await realpath(root);
  for (const { asset, input, uploaded } of inputs) {
    if (digests.has(input.path)) continue;
    const found = await check(input, realRoot, uploaded);
    if ('real' in found) digests.set(input.path, await stats.digest(found.real));
    else problems.push({ position: input.position, path: `assets.${asset}`, ...found });
  }
  if (problems.length > 0) throw new ManifestError(problems);
  return digests;
}

async function check(
  input: FileInput,
  realRoot: string,
  uploaded: boolean,
): Promise<{ readonly real: string } | { readonly message: string }> {
  const real = await realpath(input.path).catch(() => null);
  const given = JSON.stringify(input.given);
  if (real === null) return { message: `expected an image file, found no file ${given}` };
  if (!isInside(realRoot, real)) {
    return {
      message: `expected a file inside the project; ${given} is a link that leads out of it`,
    };
  }
  const found = await stat(real);
  if (!found.isFile()) return { message: `expected an image file, ${given} is not a file` };
  const { size } = found;
  if (size > MAX_BYTES) {
    return { message: `expected at most 50 MB, found ${given} of ${size} bytes` };
  }
  if (size === 0) return { message: `expected an image, found an empty file ${given}` };
  const [named, meant] = [input.path, real].map((file) => path.extname(file).toLowerCase());
  if (uploaded && TYPES[named ?? ''] === undefined) {
    return { message: `expected a PNG, JPEG, WebP, AVIF or GIF for the service, found ${given}` };
  }
  // A link is no way to have any other file of the project taken for an image.
  if (
    named !== meant &&
    (TYPES[meant ?? ''] === undefined || TYPES[meant ?? ''] !== TYPES[named ?? ''])
  ) {
    return { message: `expected an image, ${given} is a link to a file of another type` };
  }
  return { real };
}

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
};

/** The content type of an input by its extension. */
export function typeOfInput(file: string): string {
  const type = TYPES[path.extname(file).toLowerCase()];
  if (type === undefined) {
    throw new AssetgenError(
      'ASSETGEN_INPUT',
      `expected a PNG, JPEG, WebP, AVIF or GIF: ${path.basename(file)}`,
    );
  }
  return type;
}
