import { rm } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Upload } from '@assetgen/client';
import type { MadeFile } from '../../emit/made-file.ts';
import type { LockedAsset } from '../../lock/lock.ts';
import { pickedVariant } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import { hexOf } from '../../store/cas/digest.ts';
import type { UploadOf } from './create-request.ts';
import { draftOutputs } from './draft-outputs.ts';
import type { Lane } from '../workspace/workspace.ts';
import { makeOutputs } from './make-outputs.ts';
import type { Run } from '../run-state.ts';
import { feeders } from '../plan/select-only.ts';
import { RemadeError, obtainSource, remakeSource, sourceBytes } from './obtain-source.ts';
import { blobUpload, fileUpload } from './upload.ts';

/** Makes an asset in a lane: its source, its outputs, its entry in the lock. */
export async function make(run: Run, plan: AssetPlan, lane: Lane): Promise<void> {
  const asset = lane.draft ? draftOutputs(plan.asset) : plan.asset;
  const { report, signal, input } = run;
  const frozen = input.mode === 'frozen';
  const resubmit = input.options.resubmit?.includes(asset.name) ?? false;
  const warn = (code: string, message: string): void =>
    input.onEvent({ type: 'warning', code, message });
  const context = {
    lane,
    upload: await prepareUploads(run, plan, lane),
    prices: run.planned.plan.prices,
    announce: (each: Asset, count: number): void => void run.counts.set(each.name, count),
    resubmit,
    signal,
    frozen,
    emit: input.onEvent,
    sleep: (ms: number, stop: AbortSignal) => run.ports.sleep(ms, stop),
    warn,
    steps: () => run.ports.steps(),
  };
  const source = await obtainSource(plan, context);
  const outcome = await makeOutputs(asset, source.locked, context).catch(async (error: unknown) => {
    if (!(error instanceof RemadeError) || frozen) throw error;
    return makeOutputs(asset, await remakeSource(asset, source.locked, context), context);
  });
  if (!frozen) {
    removeStale(lane, asset, lane.lock.lock.assets[asset.name]);
    lane.lock.set(asset.name, outcome.locked);
    await lane.lock.flushNowAndThen();
  }
  if (source.how === 'downloaded' || outcome.downloaded) {
    // Had from the service, for want of it in the shared cache: the next machine finds it there.
    const { variants } = outcome.locked;
    lane.shared?.offer(variants.flatMap((each) => ('failed' in each ? [] : [each])));
  }
  if (lane.draft) report.count('drafted');
  else if (source.how === 'generated') report.count('generated');
  else if (source.how === 'downloaded' || outcome.downloaded) report.count('downloaded');
  else report.count('cached');
  report.count('converted', lane.draft ? 0 : outcome.converted);
  settle(run, asset, lane, outcome.locked);
}

/** Puts an asset's files into the result. */
export function settle(run: Run, asset: Asset, lane: Lane, given?: LockedAsset): void {
  const locked = given ?? lane.lock.lock.assets[asset.name];
  if (locked === undefined) return;
  const files = asset.outputs.flatMap((output): MadeFile[] => {
    const made = locked.outputs[output.name];
    if (made === undefined) return [];
    const file = {
      asset: asset.name,
      name: output.name,
      path: path.join(lane.filesDir, output.name),
      bytes: made.bytes,
      sha256: hexOf(made.digest),
      draft: lane.draft,
      ...(output.public === null ? {} : { public: output.public }),
    };
    return [{ output, file, meta: made.meta }];
  });
  run.made.set(asset.name, files);
}

/**
 * What is uploaded for each input image. Another asset's image is got first where it is needed: for
 * a create, and where the embedded service may have to make a forgotten result once more.
 */
async function prepareUploads(run: Run, plan: AssetPlan, lane: Lane): Promise<UploadOf> {
  const isNeeded =
    plan.source.type === 'create' ||
    (lane.remake !== null && ['download', 'convert'].includes(plan.action));
  return isNeeded ? uploadsOf(run, plan.asset) : uploadOf(new Map());
}

async function uploadsOf(run: Run, asset: Asset): Promise<UploadOf> {
  const blobs = new Map<string, Upload>();
  for (const name of feeders(asset)) {
    blobs.set(name, await blobUpload(await feederBlob(run, name), name));
  }
  return uploadOf(blobs);
}

function uploadOf(blobs: ReadonlyMap<string, Upload>): UploadOf {
  return (image) => {
    if (image.type === 'file') return fileUpload(image);
    const upload = blobs.get(image.name);
    if (upload === undefined) throw new TypeError(`no image of ${image.name} was prepared`);
    return upload;
  };
}

async function feederBlob(run: Run, name: string): Promise<string> {
  const asset = run.assets.get(name);
  for (const lane of run.draft === null ? [run.real] : [run.real, run.draft]) {
    const locked = lane.lock.lock.assets[name];
    const variant = locked === undefined ? null : pickedVariant(locked, asset?.pick ?? 1);
    if (asset === undefined || variant === null) continue;
    // What is uploaded is paid for: a blob that went bad is got again first.
    if ((await lane.store.read(variant.digest, variant.bytes)) === null) {
      const upload = await uploadsOf(run, asset);
      await sourceBytes(asset, variant, { lane, signal: run.signal, upload });
    }
    return lane.store.path(variant.digest);
  }
  throw new AssetgenError('ASSETGEN_INPUT', `the image of "${name}" was not made`, {
    hint: `Run \`assetgen build --only ${name}\` first.`,
  });
}

/** Files of outputs that the asset no longer asks for. */
function removeStale(lane: Lane, asset: Asset, before: LockedAsset | undefined): void {
  const wanted = new Set(asset.outputs.map((output) => output.name));
  for (const name of Object.keys(before?.outputs ?? {})) {
    if (!wanted.has(name)) void rm(path.join(lane.filesDir, name), { force: true });
  }
}
