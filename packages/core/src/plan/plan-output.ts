import type { Fingerprint } from '../brands.ts';
import type { LockedAsset, LockedResult } from '../lock/lock.ts';
import { pickedVariant } from '../lock/lock.ts';
import type { Asset, Output } from '../manifest/manifest.ts';
import type { Facts, OutputPlan } from './asset-plan.ts';
import { convertFingerprint, outputFingerprint } from './output-fingerprint.ts';

/** The source that an output is made from: the picked candidate, or the chibi's own. */
export function sourceOf(asset: Asset, output: Output, locked: LockedAsset): LockedResult | null {
  return pickedVariant(locked, asset.kind === 'chibi' ? output.member + 1 : asset.pick);
}

/** The fingerprint that an output should have; null where its source failed. */
export function wantedFingerprint(
  asset: Asset,
  output: Output,
  locked: LockedAsset,
): Fingerprint | null {
  const variant = sourceOf(asset, output, locked);
  if (variant === null) return null;
  return output.step.type === 'convert'
    ? convertFingerprint(variant.uuid ?? '', output.step.format, output.step.size)
    : outputFingerprint(output, variant.digest);
}

/** Decides what one output of an asset in the lock needs. */
export function planOutput(
  asset: Asset,
  output: Output,
  locked: LockedAsset,
  facts: Facts,
): OutputPlan {
  const wanted = wantedFingerprint(asset, output, locked);
  if (wanted === null) {
    const which = asset.kind === 'chibi' ? `figure ${output.member + 1}` : `variant ${asset.pick}`;
    const help = asset.variants > 1 ? 'pick another, or reroll' : 'reroll it';
    return { output, action: 'blocked', reason: `${which} failed at the service: ${help}` };
  }
  const known = locked.outputs[output.name];
  if (known !== undefined && known.fingerprint === wanted) {
    const state = facts.file(output.name, known);
    if (state === 'ok') return { output, action: 'none', reason: '' };
    const reason =
      state === 'edited' ? `${output.name} was edited: restored` : `${output.name} missing`;
    if (facts.hasBlob(known.digest)) return { output, action: 'copy', reason };
    if (output.step.type === 'convert') {
      return { output, action: 'fetch', reason: `${reason}, asked for again by UUID` };
    }
    return { output, ...refetch(asset, output, locked, facts, reason) };
  }
  const reason = known === undefined ? `new output ${output.name}` : `${output.name} changed`;
  if (output.step.type === 'convert') {
    const made = facts.converted(wanted);
    if (made === null) return { output, action: 'convert', reason };
    const action = facts.hasBlob(made.digest) ? 'copy' : 'fetch';
    return { output, action, reason: `${reason}, converted before` };
  }
  return { output, ...refetch(asset, output, locked, facts, reason) };
}

function refetch(
  asset: Asset,
  output: Output,
  locked: LockedAsset,
  facts: Facts,
  reason: string,
): { action: 'process' | 'fetch'; reason: string } {
  const variant = sourceOf(asset, output, locked);
  const local = asset.kind === 'image' && asset.source.type === 'local';
  if (local || (variant !== null && facts.hasBlob(variant.digest)))
    return { action: 'process', reason };
  return {
    action: 'fetch',
    reason: `${reason}, blob missing from the cache, downloads again by UUID`,
  };
}

/** The outputs of an asset whose source is not here yet. */
export function missingOutputs(asset: Asset, reason: string): OutputPlan[] {
  return asset.outputs.map((output) => ({
    output,
    action: 'fetch',
    reason: `${output.name} ${reason}`,
  }));
}
