import { AssetgenError } from '@assetgen/client/errors';
import type { AssetKind } from '../../manifest/manifest.ts';

/** What a person says of an asset that is to be. */
export interface NewAsset {
  readonly kind: AssetKind;
  /** What it shows, in words. Empty where images say it. */
  readonly prompt: string;
  /** How it looks, in words, behind the prompt; of a chibi a style tag of the service. @default '' */
  readonly style?: string;
  /** Paths of images that it is made from, relative to the manifest's folder. @default none */
  readonly references?: readonly string[];
  /** As the manifest has them. @default those of the kind; of a model a GLB of a size for the web */
  readonly outputs?: readonly object[];
}

/**
 * The entry of a manifest that a person describes by hand, on a page or with a command.
 * @throws AssetgenError `ASSETGEN_USAGE` for a model with words and an image, or several images
 */
export function newEntry({
  kind,
  prompt,
  style = '',
  references = [],
  outputs,
}: NewAsset): Readonly<Record<string, unknown>> {
  const asked = outputs === undefined ? {} : { outputs };
  if (kind === 'chibi') return { kind, style, images: references, ...asked };
  const words = joined(prompt, style);
  if (kind !== 'model') {
    const images = references.length === 0 ? {} : { references };
    return { kind, prompt: words, ...images, ...asked };
  }
  const standard = { outputs: [{ format: 'glb', preset: 'web' }], ...asked };
  const [image, ...more] = references;
  if (image === undefined) return { kind, prompt: words, ...standard };
  if (words !== '' || more.length > 0) {
    throw new AssetgenError(
      'ASSETGEN_USAGE',
      'a model is made from words or from one image, not from both',
      { hint: 'Remove the prompt and the style, or remove the images.' },
    );
  }
  return { kind, image, ...standard };
}

/** `a lamp`, `as a watercolour` → `a lamp, as a watercolour` */
function joined(prompt: string, style: string): string {
  const [words, look] = [prompt.trim(), style.trim()];
  return words === '' || look === '' ? `${words}${look}` : `${words}, ${look}`;
}
