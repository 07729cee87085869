import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Fingerprint } from '../../brands.ts';
import type { LockedAsset, LockedOutput } from '../../lock/lock.ts';
import { record } from '../../lock/lock.ts';
import type { Asset, Output } from '../../manifest/manifest.ts';
import { sourceOf, wantedFingerprint } from '../../plan/plan-output.ts';
import { checkExpect } from '../../process/check-expect.ts';
import type { StoredBlob } from '../../ports.ts';
import type { MadeBlob } from '../../process/run-steps.ts';
import type { Lane } from '../workspace/workspace.ts';
import type { HereContext, Missing } from './make-here.ts';
import { makeHere } from './make-here.ts';
import { convertRemade } from './convert-remade.ts';
import type { SourceContext } from './source-context.ts';

export interface OutputsContext extends HereContext, Pick<SourceContext, 'resubmit'> {
  /** Frozen: the lock stays as it is, and no output may be new to it. */
  readonly frozen: boolean;
  readonly warn: (code: string, message: string) => void;
}

/** What making the outputs of an asset took. */
export interface OutputsOutcome {
  readonly locked: LockedAsset;
  readonly downloaded: boolean;
  readonly converted: number;
}

/**
 * Makes every output of an asset stand in the lane's files folder, and its entry in the lock:
 * copied from the store, made by its step, or converted by the service. Each source is decoded
 * once for all its outputs; what is made here comes before what costs points.
 */
export async function makeOutputs(
  asset: Asset,
  locked: LockedAsset,
  context: OutputsContext,
): Promise<OutputsOutcome> {
  const { lane, signal } = context;
  const made = new Map<string, LockedOutput>();
  const missing: Missing[] = [];
  for (const output of asset.outputs) {
    signal.throwIfAborted();
    const target = path.join(lane.filesDir, output.name);
    const fingerprint = wantedFingerprint(asset, output, locked);
    const variant = sourceOf(asset, output, locked);
    if (fingerprint === null || variant === null) throw failedVariant(asset, output);
    const before = locked.outputs[output.name];
    const known = before?.fingerprint === fingerprint ? before : null;
    if (known !== null && lane.stats.known(target) === known.digest) {
      made.set(output.name, known);
      continue;
    }
    await refuseLinks(lane.filesDir, output.name);
    const blob = known ?? (await fromIndex(asset, output, fingerprint, lane));
    if (blob !== null && (await lane.store.materialise(blob.digest, target, blob.bytes))) {
      finish({ output, target, fingerprint }, blob);
      continue;
    }
    missing.push({ output, variant, target, fingerprint, known });
  }

  const isConverted = ({ output }: Missing): boolean => output.step.type === 'convert';
  const madeHere = await makeHere(
    asset,
    missing.filter((each) => !isConverted(each)),
    context,
    accept,
  );
  const conversions = missing.filter(isConverted);
  for (const each of conversions) await accept(each, await convert(asset, locked, each, context));
  const outputs = asset.outputs.flatMap(({ name }): [string, LockedOutput][] => {
    const output = made.get(name);
    return output === undefined ? [] : [[name, output]];
  });
  return {
    locked: { ...locked, outputs: record(outputs) },
    downloaded: madeHere || conversions.some(isAgain),
    converted: conversions.filter((each) => !isAgain(each)).length,
  };

  async function accept(each: Missing, blob: MadeBlob): Promise<void> {
    const { output, target, fingerprint, known } = each;
    if (context.frozen && known !== null && blob.digest !== known.digest) {
      const message = `${output.name}: this machine's encoder gives other bytes than the lock has`;
      context.warn('ASSETGEN_FROZEN_BYTES', message);
    }
    checkExpect(asset, output, blob);
    if (!(await lane.store.materialise(blob.digest, target))) {
      throw new AssetgenError('ASSETGEN_STORE', `${output.name}: its blob is gone from the cache`, {
        hint: 'Is another process clearing the cache? Run again.',
      });
    }
    await lane.index.setOutput(fingerprint, blob);
    finish(each, blob);
  }

  function finish(each: Pick<Missing, 'output' | 'target' | 'fingerprint'>, blob: MadeBlob): void {
    const { digest, bytes, meta } = blob;
    lane.stats.remember(each.target, digest);
    made.set(each.output.name, { fingerprint: each.fingerprint, digest, bytes, meta });
  }
}

async function fromIndex(
  asset: Asset,
  output: Output,
  fingerprint: Fingerprint,
  { index }: Lane,
): Promise<MadeBlob | null> {
  const found = await index.output(fingerprint);
  // Another project made it, and may have expected less.
  if (found !== null) checkExpect(asset, output, found);
  return found;
}

/** Converted before, for points: only its file is missing. */
const isAgain = ({ known }: Missing): boolean => known !== null;

async function convert(
  asset: Asset,
  locked: LockedAsset,
  missing: Missing,
  context: OutputsContext,
): Promise<MadeBlob> {
  const { lane, signal, resubmit } = context;
  const { variant } = missing;
  const { step } = missing.output;
  if (step.type !== 'convert') throw new TypeError('not a conversion');
  const { format, size } = step;
  const engine = await lane.engine();
  const again = isAgain(missing);
  const { index, store } = lane;
  async function find(): Promise<StoredBlob | null> {
    const known = await index.output(missing.fingerprint);
    // Of use only where its bytes can be had.
    const bytes = known === null ? null : await store.read(known.digest, known.bytes);
    return bytes === null ? null : known;
  }
  function keep({ digest, bytes }: StoredBlob): Promise<void> {
    return index.setOutput(missing.fingerprint, { digest, bytes, meta: {} });
  }
  const uuid = variant.uuid ?? '';
  const request = { asset: asset.name, uuid, format, size, resubmit, again, find, keep };
  try {
    const { digest, bytes } = await engine.convert(request, { signal });
    return { digest, bytes, meta: {} };
  } catch (error) {
    const blob = await convertRemade(asset, locked, request, error, context);
    return { digest: blob.digest, bytes: blob.bytes, meta: {} };
  }
}

/**
 * An output stands in the files folder itself: a link on its way would have us write elsewhere.
 * @throws AssetgenError `ASSETGEN_LINK`
 */
async function refuseLinks(filesDir: string, name: string): Promise<void> {
  const segments = name.split('/');
  for (let count = 1; count <= segments.length; count++) {
    const at = path.join(filesDir, ...segments.slice(0, count));
    const found = await lstat(at).catch(() => null);
    if (found === null) return;
    if (found.isSymbolicLink()) {
      throw new AssetgenError('ASSETGEN_LINK', `${name}: ${at} is a link, which leads elsewhere`, {
        hint: 'Remove the link and build again.',
      });
    }
  }
}

function failedVariant(asset: Asset, output: Output): AssetgenError {
  const which = asset.kind === 'chibi' ? `figure ${output.member + 1}` : `variant ${asset.pick}`;
  return new AssetgenError('ASSETGEN_JOB_FAILED', `${asset.name}: ${which} failed at the service`, {
    hint: `Ask again with \`assetgen reroll ${asset.name}\`, or pick another variant.`,
  });
}
