import type { Digest } from '../brands.ts';
import type { LockedAsset } from '../lock/lock.ts';
import type { Asset, Output } from '../manifest/manifest.ts';
import type { OutputPlan } from './asset-plan.ts';
import type { OutputState } from './asset-state.ts';
import type { Facts } from './facts.ts';
import { failedSource, waysOut } from './failed-source.ts';
import { sourceOf } from './wanted-fingerprint.ts';
import { whyStale } from './why-stale.ts';

/** Decides what one output of an asset in the lock needs. */
export function planOutput(
  asset: Asset,
  { output, wanted, locked: known }: OutputState,
  locked: LockedAsset,
  facts: Facts,
): OutputPlan {
  if (wanted === null) {
    const reason = `${failedSource(asset, output, locked)}: ${waysOut(asset)}`;
    return { output, action: 'blocked', reason };
  }
  if (known !== null && known.fingerprint === wanted) {
    const file = facts.files.get(output.name);
    if (file === known.digest) return { output, action: 'none', reason: '' };
    const reason =
      file === undefined ? `${output.name} missing` : `${output.name} was edited: restored`;
    if (hasBlob(facts, known.digest)) return { output, action: 'copy', reason };
    if (facts.remade.has(output.name)) {
      const remade = `${output.name} was made again here, with other bytes than the lock records`;
      return { output, action: 'remade', reason: remade };
    }
    if (output.step.type === 'convert') {
      return { output, action: 'fetch', reason: `${reason}, requested again by UUID` };
    }
    return remake(asset, output, locked, facts, reason);
  }
  const reason =
    known === null ? `new output ${output.name}` : whyStale(asset, output, locked, known).reason;
  if (output.step.type === 'convert') {
    const made = facts.converted.get(wanted);
    if (made === undefined) return { output, action: 'convert', reason };
    const action = hasBlob(facts, made.digest) ? 'copy' : 'fetch';
    return { output, action, reason: `${reason}, converted before` };
  }
  return remake(asset, output, locked, facts, reason);
}

/**
 * The blobs that decide what {@link planOutput} says; where the store has one, it need not be asked
 * for those after it.
 */
export function decidingBlobs(
  asset: Asset,
  { output, wanted, locked: known }: OutputState,
  locked: LockedAsset,
  facts: Pick<Facts, 'files' | 'converted'>,
): readonly Digest[] {
  if (wanted === null) return [];
  const isConverted = output.step.type === 'convert';
  const source =
    isConverted || isLocal(asset) ? undefined : sourceOf(asset, output, locked)?.digest;
  const sources = source === undefined ? [] : [source];
  if (known !== null && known.fingerprint === wanted) {
    return facts.files.get(output.name) === known.digest ? [] : [known.digest, ...sources];
  }
  const converted = isConverted ? facts.converted.get(wanted) : undefined;
  return converted === undefined ? sources : [converted.digest];
}

function remake(
  asset: Asset,
  output: Output,
  locked: LockedAsset,
  facts: Facts,
  reason: string,
): OutputPlan {
  if (isLocal(asset) || hasBlob(facts, sourceOf(asset, output, locked)?.digest)) {
    return { output, action: 'process', reason };
  }
  return { output, action: 'fetch', reason: reason + GONE };
}

const GONE = ', blob missing from the cache, downloads again by UUID';

function isLocal({ kind, source }: Asset): boolean {
  return kind === 'image' && source.type === 'local';
}

function hasBlob({ blobs }: Facts, digest: Digest | undefined): boolean {
  return digest !== undefined && blobs.size > 0 && blobs.has(digest);
}
