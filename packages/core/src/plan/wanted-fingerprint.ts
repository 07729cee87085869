import type { Fingerprint } from '../brands.ts';
import type { LockedAsset, LockedResult } from '../lock/lock.ts';
import { pickedVariant } from '../lock/lock.ts';
import type { Asset, Output } from '../manifest/manifest.ts';
import { convertFingerprint, outputFingerprint } from './output-fingerprint.ts';
import type { StepTexts } from './output-fingerprint.ts';

/** The source that an output is made from: the picked variant, or the chibi's own. */
export function sourceOf(asset: Asset, output: Output, locked: LockedAsset): LockedResult | null {
  return pickedVariant(locked, asset.kind === 'chibi' ? output.member + 1 : asset.pick);
}

/**
 * The fingerprint that an output should have; null where its source failed.
 * @param texts keeps what is made for a step. @default nothing is kept
 */
export function wantedFingerprint(
  asset: Asset,
  output: Output,
  locked: LockedAsset,
  texts?: StepTexts,
): Fingerprint | null {
  const variant = sourceOf(asset, output, locked);
  if (variant === null) return null;
  return output.step.type === 'convert'
    ? convertFingerprint(variant.uuid ?? '', output.step.format, output.step.size)
    : outputFingerprint(output, variant.digest, texts);
}
