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
  // Each field is written out, since many thousand objects that begin with a spread are slow to read (see
  // normaliseAsset), and in the order of their names, which is that of the fingerprint's text.
  const version = RECIPE_VERSION;
  const { kind, revision } = asset;
  if (asset.source.type === 'uuid') {
    const { uuids } = asset.source;
    return uuids.length === 1 ? { kind, uuid: uuids[0], version } : { kind, uuids, version };
  }
  switch (asset.kind) {
    case 'model': {
      const { source, quality, faces, pbr, meshOnly } = asset;
      if (source.type === 'text') {
        const { prompt } = source;
        return { faces, kind, meshOnly, pbr, prompt, quality, revision, version };
      }
      const image = digests(source.input);
      if (image === null) return null;
      const enhanceImage = source.enhance;
      return { enhanceImage, faces, image, kind, meshOnly, pbr, quality, revision, version };
    }
    case 'image': {
      const { source } = asset;
      if (source.type === 'local') {
        const digest = digests(source.input);
        return digest === null ? null : { kind, source: digest, version };
      }
      const references = inputsOf(source.references, digests);
      if (references === null) return null;
      const { prompt, aspectRatio } = source;
      if (source.type === 'picture') {
        const { modelKey } = source;
        return { aspectRatio, kind, modelKey, prompt, references, revision, version };
      }
      const { model, mode, resolution, extra } = source;
      const size = { aspectRatio, resolution };
      return { extra, kind, mode, model, prompt, references, revision, version, ...size };
    }
    case 'video': {
      const { prompt, aspectRatio, duration, resolution } = asset.source;
      const references = inputsOf(asset.source.references, digests);
      if (references === null) return null;
      return { aspectRatio, duration, kind, prompt, references, resolution, revision, version };
    }
    case 'chibi': {
      const { style } = asset.source;
      const images = inputsOf(asset.source.images, digests);
      return images === null ? null : { images, kind, revision, style, version };
    }
  }
}

/** null while one of them is not known. */
function inputsOf(inputs: readonly ImageInput[], digests: InputDigests): readonly Digest[] | null {
  if (inputs.length === 0) return NO_DIGESTS;
  const known = inputs.map(digests);
  return known.includes(null) ? null : (known as Digest[]);
}

/** One for all: most assets take nothing in. */
const NO_DIGESTS: readonly Digest[] = [];

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
