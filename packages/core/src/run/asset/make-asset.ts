import path from 'node:path';
import type { MadeFile } from '../../emit/made-file.ts';
import type { LockedAsset } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import type { BuildContext } from '../build-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isDraft } from '../workspace/workspace.ts';
import { askFailed } from './ask-failed.ts';
import type { SourceOutcome } from './buy-source.ts';
import { draftOutputs } from './draft-outputs.ts';
import { FailedOutputsError } from './failed-outputs.ts';
import { filesOf } from './files-of.ts';
import type { OutputsOutcome } from './make-outputs.ts';
import { makeOutputs } from './make-outputs.ts';
import { obtainSource } from './obtain-source.ts';
import { remakeSource } from './remake-source.ts';
import { removeOutput } from './remove-output.ts';
import { RemadeError } from './source-bytes.ts';

/**
 * Makes an asset in a workspace: its source, its outputs, its entry in the lock.
 * @returns its files
 * @throws FailedOutputsError `ASSETGEN_JOB_FAILED`, with those that could be made
 */
export async function makeAsset(
  plan: AssetPlan,
  workspace: Workspace,
  context: BuildContext,
): Promise<readonly MadeFile[]> {
  const asset = isDraft(workspace) ? draftOutputs(plan.asset) : plan.asset;
  // Before anything is paid: what cannot be written is not bought.
  for (const { name } of asset.outputs) workspace.guard(path.join(workspace.filesDir, name));
  const obtained = await obtainSource(plan, workspace, context);
  const source =
    obtained.how === 'known'
      ? { ...obtained, locked: await askFailed(asset, obtained.locked, workspace, context) }
      : obtained;
  const outputs = await makeOrRemake(asset, source.locked, workspace, context);
  if (context.options.mode !== 'frozen') await lockAsset(asset, outputs.locked, workspace);
  const isDownloaded = source.how === 'downloaded' || outputs.downloaded;
  if (isDownloaded) offer(outputs.locked, workspace);
  const files = filesOf(asset, outputs.locked, workspace);
  if (outputs.failed.length > 0) {
    throw new FailedOutputsError(asset, outputs.failed, outputs.locked, files);
  }
  count(source, outputs, workspace, context);
  return files;
}

/** The outputs; where the embedded service makes another source today, from that one. */
async function makeOrRemake(
  asset: Asset,
  locked: LockedAsset,
  workspace: Workspace,
  context: BuildContext,
): Promise<OutputsOutcome> {
  try {
    return await makeOutputs(asset, locked, workspace, context);
  } catch (error) {
    if (!(error instanceof RemadeError) || context.options.mode === 'frozen') throw error;
    const remade = await remakeSource(asset, locked, workspace, context);
    return makeOutputs(asset, remade, workspace, context);
  }
}

async function lockAsset(asset: Asset, locked: LockedAsset, workspace: Workspace) {
  const { lock } = workspace;
  await removeStale(asset, workspace);
  lock.set(asset.name, locked);
  await lock.flushNowAndThen();
}

/** Files of outputs that the asset no longer asks for. */
async function removeStale(asset: Asset, workspace: Workspace): Promise<void> {
  const wanted = new Set(asset.outputs.map((output) => output.name));
  const before = workspace.lock.get(asset.name)?.outputs ?? {};
  for (const [name, output] of Object.entries(before)) {
    if (!wanted.has(name)) await removeOutput(asset.name, name, output, workspace);
  }
}

/** Had from the service, for want of it in the shared cache: the next machine finds it there. */
function offer({ variants }: LockedAsset, { shared }: Workspace): void {
  shared?.offer(variants.flatMap((each) => ('failed' in each ? [] : [each])));
}

function count(
  { how }: SourceOutcome,
  { downloaded, converted }: OutputsOutcome,
  workspace: Workspace,
  { report }: BuildContext,
): void {
  if (isDraft(workspace)) {
    report.count('drafted');
    return;
  }
  const had = how === 'known' && downloaded ? 'downloaded' : how;
  report.count(had === 'known' ? 'cached' : had);
  report.count('converted', converted);
}
