import type { Digest } from '../brands.ts';
import type { Lock } from '../lock/lock.ts';
import { pickedVariant } from '../lock/lock.ts';
import type { Asset, ImageInput } from '../manifest/manifest.ts';
import type { InputDigests } from './recipe-fingerprint.ts';
import { recipeFingerprint } from './recipe-fingerprint.ts';

/**
 * The digests of input images: of a file, or of the picked result of another asset. An asset of
 * which no lock has today's recipe is yet to be made: its digest is not known.
 * @param assets of the manifest, by name
 * @param files digests of input files, by path
 * @param locks asked in this order
 */
export function inputDigests(
  assets: Pick<ReadonlyMap<string, Asset>, 'get'>,
  files: ReadonlyMap<string, Digest>,
  locks: readonly Lock[],
): InputDigests {
  // An asset may feed many, along many ways: its own digest is computed once.
  const results = new Map<string, Digest | null>();
  const digests = (input: ImageInput): Digest | null => {
    if (input.type === 'file') return files.get(input.path) ?? null;
    const asset = assets.get(input.name);
    if (asset === undefined) return null;
    const known = results.get(input.name);
    if (known !== undefined) return known;
    const found = resultDigest(asset);
    results.set(input.name, found);
    return found;
  };
  const resultDigest = (asset: Asset): Digest | null => {
    const recipe = recipeFingerprint(asset, digests);
    for (const lock of locks) {
      const locked = lock.assets[asset.name];
      if (locked === undefined || (locked.recipe !== recipe && !asset.frozen)) continue;
      const picked = pickedVariant(locked, asset.pick);
      if (picked !== null) return picked.digest;
    }
    return null;
  };
  return digests;
}
