import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Fingerprint } from '../../brands.ts';
import type { ConvertedBlob, ConvertRequest } from '../../jobs/job-engine.ts';
import type { LockedAsset, LockedOutput } from '../../lock/lock.ts';
import { record } from '../../lock/lock.ts';
import type { Asset, Output } from '../../manifest/manifest.ts';
import { sourceOf, wantedFingerprint } from '../../plan/wanted-fingerprint.ts';
import type { StoredBlob } from '../../ports.ts';
import { checkExpect } from '../../process/check-expect.ts';
import { orientationProblem } from '../../process/check-orientation.ts';
import type { MadeBlob } from '../../process/run-steps.ts';
import type { BuildContext } from '../build-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { convertRemade } from './convert-remade.ts';
import type { Missing } from './make-here.ts';
import { makeHere } from './make-here.ts';

/** What making the outputs of an asset took. */
export interface OutputsOutcome {
  readonly locked: LockedAsset;
  /** Outputs whose source failed at the service. */
  readonly failed: readonly Output[];
  readonly downloaded: boolean;
  readonly converted: number;
}

/**
 * Makes every output of an asset in the files folder, and its entry in the lock: copied from the
 * store, made by its step, or converted by the service. Each source is decoded once for all its
 * outputs; what is made here comes before what costs points. In frozen mode the lock stays as it
 * is, and no output may be new to it.
 */
export async function makeOutputs(
  asset: Asset,
  locked: LockedAsset,
  workspace: Workspace,
  context: BuildContext,
): Promise<OutputsOutcome> {
  const made = new Map<string, LockedOutput>();
  const missing: Missing[] = [];
  const failed: Output[] = [];
  for (const output of asset.outputs) {
    context.signal.throwIfAborted();
    const found = await findOutput(asset, output, locked, workspace, context);
    if (found === 'failed') failed.push(output);
    else if ('target' in found) missing.push(found);
    else made.set(output.name, found);
  }
  let isTurned = false;
  const accept = async (each: Missing, blob: MadeBlob): Promise<void> => {
    made.set(each.output.name, await acceptOutput(asset, each, blob, workspace, context));
    const message =
      isTurned || workspace.base !== null ? null : orientationProblem(asset, each.output, blob);
    if (message === null) return;
    // All levels of detail stand as the first does.
    isTurned = true;
    context.options.onEvent({ type: 'warning', code: 'ASSETGEN_ORIENTATION', message });
  };
  const isConverted = ({ output }: Missing): boolean => output.step.type === 'convert';
  const here = missing.filter((each) => !isConverted(each));
  const madeHere = await makeHere(asset, here, accept, workspace, context);
  const conversions = missing.filter(isConverted);
  for (const each of conversions) {
    await accept(each, await convert(asset, locked, each, workspace, context));
  }
  const outputs = asset.outputs.flatMap(({ name }): [string, LockedOutput][] => {
    const output = made.get(name);
    return output === undefined ? [] : [[name, output]];
  });
  return {
    locked: { ...locked, outputs: record(outputs) },
    failed,
    downloaded: madeHere || conversions.some(isAgain),
    converted: conversions.filter((each) => !isAgain(each)).length,
  };
}

/**
 * The entry of an output that stands in the files folder, or that the store has; else what it lacks.
 * `failed`: its source failed at the service.
 */
async function findOutput(
  asset: Asset,
  output: Output,
  locked: LockedAsset,
  workspace: Workspace,
  context: BuildContext,
): Promise<LockedOutput | Missing | 'failed'> {
  const { filesDir, stats, store, guard } = workspace;
  const target = path.join(filesDir, output.name);
  const fingerprint = wantedFingerprint(asset, output, locked);
  const variant = sourceOf(asset, output, locked);
  if (fingerprint === null || variant === null) return 'failed';
  const before = locked.outputs[output.name];
  const known = before?.fingerprint === fingerprint ? before : null;
  if (known !== null && stats.known(target) === known.digest) return known;
  guard(target);
  const missing: Missing = { output, variant, target, fingerprint, known };
  const isStored = (blob: MadeBlob): Promise<boolean> =>
    store.materialise(blob.digest, target, blob.bytes);
  if (known !== null && (await isStored(known))) return entryOf(missing, known, workspace);
  // Where the locked bytes are gone, this machine may have made it again.
  const blob = await fromIndex(asset, output, fingerprint, workspace);
  if (blob === null || !(await isStored(blob))) return missing;
  warnOfBytes(missing, blob, context);
  return entryOf(missing, blob, workspace);
}

async function fromIndex(
  asset: Asset,
  output: Output,
  fingerprint: Fingerprint,
  { index }: Workspace,
): Promise<MadeBlob | null> {
  const found = await index.output(fingerprint);
  // Another project made it, and may have expected less.
  if (found !== null) checkExpect(asset, output, found);
  return found;
}

/** Checks what was made of an output, puts it into the files folder, and tells the index. */
async function acceptOutput(
  asset: Asset,
  each: Missing,
  blob: MadeBlob,
  workspace: Workspace,
  context: BuildContext,
): Promise<LockedOutput> {
  const { output, target, fingerprint } = each;
  warnOfBytes(each, blob, context);
  checkExpect(asset, output, blob);
  if (!(await workspace.store.materialise(blob.digest, target))) {
    throw new AssetgenError('ASSETGEN_STORE', `${output.name}: its blob is gone from the cache`, {
      hint: 'Is another process clearing the cache? Run again.',
    });
  }
  await workspace.index.setOutput(fingerprint, blob);
  return entryOf(each, blob, workspace);
}

/** A frozen build uses other bytes than the lock's where those are in no cache, and says so. */
function warnOfBytes({ output, known }: Missing, blob: MadeBlob, { options }: BuildContext): void {
  if (options.mode !== 'frozen' || known === null || blob.digest === known.digest) return;
  const who =
    output.step.type === 'convert' ? "the service's conversion" : "this machine's encoder";
  const message = `${output.name}: ${who} gives other bytes than the lock records`;
  options.onEvent({ type: 'warning', code: 'ASSETGEN_FROZEN_BYTES', message });
}

/** The entry of an output whose file was just written. */
function entryOf({ target, fingerprint }: Missing, blob: MadeBlob, { stats }: Workspace) {
  const { digest, bytes, meta } = blob;
  stats.remember(target, digest);
  return { fingerprint, digest, bytes, meta };
}

/** Converted before, for points: only its file is missing. */
const isAgain = ({ known }: Missing): boolean => known !== null;

async function convert(
  asset: Asset,
  locked: LockedAsset,
  missing: Missing,
  workspace: Workspace,
  context: BuildContext,
): Promise<MadeBlob> {
  const { step } = missing.output;
  if (step.type !== 'convert') throw new TypeError('not a conversion');
  const engine = await workspace.engine();
  const { index, store } = workspace;
  const request: ConvertRequest = {
    asset: asset.name,
    uuid: missing.variant.uuid ?? '',
    format: step.format,
    size: step.size,
    resubmit: context.options.resubmit?.includes(asset.name) ?? false,
    again: isAgain(missing),
    async find() {
      const known = await index.output(missing.fingerprint);
      // Of use only where its bytes can be had.
      const bytes = known === null ? null : await store.read(known.digest, known.bytes);
      if (known === null || bytes === null) return null;
      // Every machine writes the same lock.
      return { ...known, scaleNumber: known.meta.scaleNumber ?? null };
    },
    keep: (blob) => index.setOutput(missing.fingerprint, withScale(blob)),
  };
  try {
    const { slot, signal } = context;
    return withScale(await slot.outside(() => engine.convert(request, { signal })));
  } catch (error) {
    return withoutMeta(await convertRemade(asset, locked, request, error, workspace, context));
  }
}

function withScale({ digest, bytes, scaleNumber }: ConvertedBlob): MadeBlob {
  return { digest, bytes, meta: scaleNumber === null ? {} : { scaleNumber } };
}

function withoutMeta({ digest, bytes }: StoredBlob): MadeBlob {
  return { digest, bytes, meta: {} };
}
