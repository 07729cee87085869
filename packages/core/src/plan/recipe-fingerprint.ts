import type { Digest, Fingerprint } from '../brands.ts';
import type { Asset, ImageInput } from '../manifest/manifest.ts';
import { fingerprint } from './canonical-json.ts';

/**
 * The version in every recipe's fingerprint. Raising it makes every cache and every lock of every
 * user stale: only for a change that must not take old results for new ones.
 */
const RECIPE_VERSION = 1;

/** Tells the digest of an input image; null while it is not known (the asset is yet to be made). */
export type InputDigests = (input: ImageInput) => Digest | null;

/**
 * All that decides what the service is asked for. Not the outputs, the paths, the name, the number
 * of variants, the key or the URL of the service.
 */
export function recipeOf(asset: Asset, digests: InputDigests): Record<string, unknown> | null {
  const inputs = (list: readonly ImageInput[]): Digest[] | null => {
    const known = list.map(digests);
    return known.includes(null) ? null : (known as Digest[]);
  };
  const base = { version: RECIPE_VERSION, kind: asset.kind, revision: asset.revision };
  if (asset.source.type === 'uuid') {
    const { uuids } = asset.source;
    const given = uuids.length === 1 ? { uuid: uuids[0] } : { uuids };
    return { version: RECIPE_VERSION, kind: asset.kind, ...given };
  }
  switch (asset.kind) {
    case 'model': {
      const { source } = asset;
      const settings = {
        quality: asset.quality,
        faces: asset.faces,
        pbr: asset.pbr,
        meshOnly: asset.meshOnly,
      };
      if (source.type === 'text') return { ...base, ...settings, prompt: source.prompt };
      const image = digests(source.input);
      if (image === null) return null;
      return { ...base, ...settings, image, enhanceImage: source.enhance };
    }
    case 'image': {
      const { source } = asset;
      if (source.type === 'local') {
        const digest = digests(source.input);
        return digest === null ? null : { version: RECIPE_VERSION, kind: 'image', source: digest };
      }
      const references = inputs(source.references);
      if (references === null) return null;
      const { prompt, aspectRatio } = source;
      if (source.type === 'picture') {
        return { ...base, prompt, aspectRatio, references, modelKey: source.modelKey };
      }
      const { model, mode, resolution, extra } = source;
      return { ...base, prompt, aspectRatio, references, model, mode, resolution, extra };
    }
    case 'video': {
      const { prompt, aspectRatio, duration, resolution } = asset.source;
      const references = inputs(asset.source.references);
      if (references === null) return null;
      return { ...base, prompt, aspectRatio, duration, resolution, references };
    }
    case 'chibi': {
      const images = inputs(asset.source.images);
      return images === null ? null : { ...base, images, style: asset.source.style };
    }
  }
}

/** The fingerprint of an asset's recipe; null while an input of it is not known. */
export function recipeFingerprint(asset: Asset, digests: InputDigests): Fingerprint | null {
  const recipe = recipeOf(asset, digests);
  return recipe === null ? null : fingerprint(recipe);
}

/** A short hash a field of a recipe: enough to say which one changed, never what it says. */
export function recipeFields(recipe: Readonly<Record<string, unknown>>): Record<string, string> {
  const fields = Object.entries(recipe).filter(([key]) => key !== 'version' && key !== 'kind');
  return Object.fromEntries(
    fields.map(([key, value]) => [key, fingerprint(value ?? null).slice(0, 12)]),
  );
}
