import type { Digest } from '../brands.ts';
import type { LockedAsset, LockedVariant } from '../lock/lock.ts';
import { record } from '../lock/lock.ts';
import type { Asset } from '../manifest/manifest.ts';
import { outputsByFingerprint } from './bought.ts';
import { fingerprint } from './canonical-json.ts';
import { recipeFields } from './recipe-fingerprint.ts';
import { wantedFingerprint } from './wanted-fingerprint.ts';

type Content = Readonly<Record<string, unknown>>;

/** The images that a chibi's figures are made from, by their digests; none of any other kind. */
export function figureImages(asset: Asset, content: Content | null): readonly Digest[] {
  const images = asset.kind === 'chibi' ? content?.['images'] : undefined;
  return Array.isArray(images) ? (images as Digest[]) : NO_IMAGES;
}

const NO_IMAGES: readonly Digest[] = [];

/** Notes at each figure which image it was made from. */
export function withImages(
  variants: readonly LockedVariant[],
  images: readonly (Digest | undefined)[],
): readonly LockedVariant[] {
  if (images.length === 0) return variants;
  return variants.map((variant, index) => {
    const from = variant.from ?? images[index];
    return from === undefined ? variant : { ...variant, from };
  });
}

/**
 * The entry of a chibi that asks for some of the figures that were bought for more images, or in
 * another order: nothing of it has to be bought again. The figures that it no longer asks for stay
 * behind the others, so that their images can come back.
 * @param locked what was bought, for another recipe
 * @returns null where any image is new, or the style or the revision is another
 */
export function fewerFigures(
  asset: Asset,
  content: Content,
  locked: LockedAsset,
): LockedAsset | null {
  const images = figureImages(asset, content);
  if (images.length === 0 || locked.kind !== 'chibi') return null;
  const fields = recipeFields(content);
  const isSame = ['style', 'revision'].every((key) => fields[key] === locked.fields[key]);
  if (!isSame) return null;
  const left = [...locked.variants];
  const wanted: LockedVariant[] = [];
  for (const image of images) {
    const at = left.findIndex((variant) => variant.from === image);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (found === undefined) return null;
    wanted.push(found);
  }
  const variants = [...wanted, ...left];
  const { kind, jobs } = locked;
  const bare = { kind, recipe: fingerprint(content), fields, jobs, variants };
  const entry = { ...bare, outputs: record<never>([]) };
  const names = asset.outputs.map(
    (output) => [output.name, wantedFingerprint(asset, output, entry)] as const,
  );
  return { ...entry, outputs: outputsByFingerprint(names, locked.outputs) };
}
