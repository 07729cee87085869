import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { codeFiles } from '../fs/code-files.ts';
import { createView } from '../emit/create-view.ts';
import type { MadeFile } from '../emit/made-file.ts';
import type { Asset, Manifest } from '../manifest/manifest.ts';
import type { AssetPlan } from '../plan/asset-plan.ts';
import type { Facts } from '../plan/facts.ts';
import type { Plan } from '../plan/plan.ts';
import { planDifferences } from '../plan/saved-plan.ts';
import { selectShard } from '../plan/select-shard.ts';
import { FailedOutputsError } from './asset/failed-outputs.ts';
import { keepAsset } from './asset/keep-asset.ts';
import { removeOutput } from './asset/remove-output.ts';
import { createBuyer, makeDraft, makeFrozen } from './asset/make-by-mode.ts';
import type { BuildContext, BuildOptions, RunPorts } from './build-context.ts';
import { digestsOf } from './cache/prune-cache.ts';
import { createContext } from './create-context.ts';
import type { EnsureResult, MissingPublic } from './ensure-options.ts';
import { allow } from './guards/allow.ts';
import type { Refusal } from './guards/balance.ts';
import { askBalance } from './guards/balance.ts';
import { confirmSpend } from './guards/confirm-spend.ts';
import { checkModels } from './guards/check-models.ts';
import { planBuild } from './plan/plan-build.ts';
import { replan } from './plan/replan.ts';
import { findAsset, selectOnly } from './plan/select-only.ts';
import type { Mode } from '../config/assetgen-options.ts';
import { TYPES_NAME, tidyProject, writeNewTypes, writeTypes } from './project-files.ts';
import { keepFolderIgnored } from './keep-folder-ignored.ts';
import { writeModules } from './write-modules.ts';
import { rememberFailures } from './report/last-failure.ts';
import { rememberPurchases } from './report/purchase-log.ts';
import { rememberReplaced } from './report/replaced-purchases.ts';
import { runInOrder } from './run-in-order.ts';
import { warnOfUnseenTypes } from './types/warn-of-unseen-types.ts';
import type { Workspace } from './workspace/workspace.ts';

/** The files of each asset that has all of them, by its name. */
type Made = Map<string, readonly MadeFile[]>;

/**
 * Makes every output exist, by the mode's rules.
 * @param watch absolute paths that decide what a run gives
 */
export async function runBuild(
  ports: RunPorts,
  manifest: Manifest,
  watch: readonly string[],
  options: BuildOptions,
): Promise<EnsureResult> {
  const started = ports.now();
  const context = createContext(ports, manifest, options);
  const { mode, onEvent } = options;
  const only = selectOnly(manifest, options.only);
  for (const name of options.resubmit ?? []) findAsset(manifest, name);
  const { prefix } = ports.config;
  const workspace = await ports.openWorkspace(context);
  const { lock } = workspace;
  const isFirst =
    mode !== 'frozen' && (await writeNewTypes(ports.root, manifest, prefix, lock.current));
  if (isFirst) await warnOfUnseenTypes(ports.root, prefix, onEvent);
  const [planned, facts] = await planBuild(manifest, workspace, context);
  const plan = mode === 'generate' ? await checkModels(planned, ports.listModels) : planned;
  refuseStale(options, plan);
  const pending = plan.assets.filter(({ action }) => action !== 'none');
  const selected = select(pending, only, plan, workspace, options);
  const refusal = mode === 'generate' ? await askBalance(selected, context) : null;
  // Where points are short, nothing is bought.
  if (mode === 'generate' && refusal === null) await confirmSpend(selected, context);
  const asked = only?.size ?? manifest.assets.length;
  onEvent({ type: 'planned', assets: asked, pending: selected.length });
  const { installProblem } = ports;
  if (selected.length > 0 && installProblem !== null) {
    onEvent({ type: 'warning', once: true, ...installProblem });
  }
  if (pending.length > 0) {
    refuseLinkedFolders(workspace, ports.root, mode);
    await keepFolderIgnored(ports.root);
    await tidyProject(ports.root);
  }
  const made = await carryOut(plan, facts, selected, only, refusal, workspace, context);
  await holdBudgets(made, context);
  const outputs = [...made].reduce(
    (sum, [name, { length }]) => sum + (isAsked(name, only) ? length : 0),
    0,
  );
  const code = codeFiles(ports.root);
  const view = createView({ prefix, code, watch, assets: manifest.assets, made });
  const { modules: urls } = ports.config;
  const project = { root: ports.root, prefix, manifest, lock: lock.current };
  const modules = urls === false ? [] : await writeModules({ ...project, view, urls }, onEvent);
  return {
    report: context.report.finish(asked, outputs, ports.now() - started),
    view,
    modules,
    lockDigest: lock.digest(),
    missingPublic: missingPublic(manifest, made),
  };
}

/** Makes what is selected of a plan, and keeps what is up to date; then writes down what came of it. */
async function carryOut(
  plan: Plan,
  facts: Facts,
  selected: readonly AssetPlan[],
  only: ReadonlySet<string> | null,
  refusal: Refusal | null,
  workspace: Workspace,
  context: BuildContext,
): Promise<Made> {
  const { ports, options, report } = context;
  const { lock } = workspace;
  const isIdle = plan.assets.every(({ action }) => action === 'none');
  // Drafts are in a store of their own, which nobody prunes.
  const usesStore = !isIdle && options.mode !== 'draft';
  if (usesStore) await ports.remember(digestsOf(lock.current));
  const made = keepAll(plan, only, workspace, context);
  if (options.mode !== 'frozen') {
    // Before anything replaces it: a run may be killed at any time.
    await rememberReplaced(ports.root, selected, plan.obsolete, workspace, ports.time());
  }
  const before = new Map(selected.map(({ asset }) => [asset.name, lock.get(asset.name)]));
  const drafts = lazyDrafts(workspace, ports);
  const runAsset = assetRunner(plan, facts, refusal, workspace, drafts.open);
  try {
    await runInOrder(
      selected,
      lock.current,
      async (each, inSlot) => {
        const files = await runAsset(each, inSlot).catch((error: unknown) => {
          // The figures of a batch that the service could make are there for whoever imports them.
          if (error instanceof FailedOutputsError) made.set(each.asset.name, error.files);
          throw error;
        });
        if (files !== null) made.set(each.asset.name, files);
        return files;
      },
      context,
    );
    // After a failure everything stays: an old entry may be all that knows of a purchase.
    if (isWhole(options) && !report.hasFailed) await dropObsolete(plan, workspace);
  } finally {
    await save(workspace, context);
    if (usesStore) await ports.remember(digestsOf(lock.current));
    if (options.mode === 'generate' && selected.length > 0) {
      const assets = selected.map(({ asset }) => asset);
      const had = (name: string) => before.get(name);
      await rememberPurchases(ports.root, assets, had, lock.get, ports.time());
    }
    const drafted = await drafts.opened();
    await drafted?.lock.flush();
    await drafted?.stats.save();
    if (options.mode !== 'frozen' && selected.length > 0) {
      const planNow = (asset: Asset) => replan(asset, facts, drafted ?? workspace, context);
      await rememberFailures(selected, new Set(made.keys()), planNow, context);
    }
  }
  return made;
}

/** Makes one asset by the rules of the mode. null: its files do not meet its limits. */
function assetRunner(
  plan: Plan,
  facts: Facts,
  refusal: Refusal | null,
  workspace: Workspace,
  openDrafts: () => Promise<Workspace>,
): (first: AssetPlan, context: BuildContext) => Promise<readonly MadeFile[] | null> {
  const blocked = new Map(
    plan.assets.flatMap(({ action, asset, reason }) =>
      action === 'blocked' ? [[asset.name, reason] as const] : [],
    ),
  );
  const allowed = (each: AssetPlan, context: BuildContext): Promise<AssetPlan> =>
    allow(each, blocked, refusal, facts, workspace, context);
  const buy = createBuyer(allowed, facts, workspace);
  return async function runAsset(first, context) {
    // Planned again now: an asset that this one depends on may have been made meanwhile.
    const now = await replan(first.asset, facts, workspace, context);
    if (now.action === 'none') return keepAsset(first.asset, workspace, context, true);
    switch (context.options.mode) {
      case 'frozen':
        return makeFrozen(now, workspace, context);
      case 'generate':
        return buy(now, context);
      case 'draft':
        return makeDraft(now, first, facts, workspace, openDrafts, context);
    }
  };
}

/** Assets that a run is to make, of those that are not up to date. */
function select(
  pending: readonly AssetPlan[],
  only: ReadonlySet<string> | null,
  { assets, prices }: Plan,
  { lock }: Workspace,
  { shard }: BuildOptions,
): AssetPlan[] {
  const part = shard === undefined ? null : selectShard(assets, lock.current, prices, shard);
  return pending.filter(
    ({ asset }) => isAsked(asset.name, only) && (part?.has(asset.name) ?? true),
  );
}

/** Whether an asset belongs to the part that `only` names; null: all do. */
function isAsked(name: string, only: ReadonlySet<string> | null): boolean {
  return only?.has(name) ?? true;
}

/** Whether a run generates all assets, and not a part of them. */
function isWhole({ mode, only = [], shard }: BuildOptions): boolean {
  return mode === 'generate' && only.length === 0 && shard === undefined;
}

function refuseStale({ plan: saved }: BuildOptions, plan: Plan): void {
  const differences = saved === undefined ? [] : planDifferences(saved, plan);
  if (differences.length === 0) return;
  throw new AssetgenError(
    'ASSETGEN_STALE_PLAN',
    `the plan is stale; nothing was done:\n  ${differences.join('\n  ')}`,
    { hint: 'Plan again: `assetgen plan --out FILE`.' },
  );
}

/** The files of assets that are up to date. */
function keepAll(
  plan: Plan,
  only: ReadonlySet<string> | null,
  workspace: Workspace,
  context: BuildContext,
): Made {
  const made: Made = new Map();
  for (const { asset, action, drift } of plan.assets) {
    if (drift) {
      const message = `${asset.name}: the recipe changed, but the asset is frozen; the locked result stays`;
      context.options.onEvent({ type: 'warning', code: 'ASSETGEN_DRIFT', message });
    }
    const files =
      action === 'none' ? keepAsset(asset, workspace, context, isAsked(asset.name, only)) : null;
    if (files !== null) made.set(asset.name, files);
  }
  return made;
}

/** Where a run writes whatever it makes: what it could not write down is not bought. */
function refuseLinkedFolders({ lock, filesDir, guard }: Workspace, root: string, mode: Mode): void {
  const folders = ['.assetgen/journal', '.assetgen/drafts', '.assetgen/cache'];
  for (const folder of folders) guard(path.join(root, folder));
  guard(filesDir);
  if (mode !== 'frozen') guard(lock.path);
  if (mode === 'generate') guard(path.join(root, TYPES_NAME));
}

/** Opened with the first draft: most runs make none. */
function lazyDrafts(workspace: Workspace, ports: RunPorts) {
  let drafts: Promise<Workspace> | null = null;
  return {
    open: (): Promise<Workspace> => (drafts ??= ports.openDrafts(workspace)),
    opened: async (): Promise<Workspace | null> => drafts?.catch(() => null) ?? null,
  };
}

async function save(workspace: Workspace, { ports, options, assets }: BuildContext): Promise<void> {
  const { lock, stats, shared } = workspace;
  if (options.mode !== 'frozen') await lock.flush();
  // A page that is being worked on shows drafts, and its types tell no measures of them.
  if (options.mode === 'generate') {
    const manifest = { assets: [...assets.values()] };
    await writeTypes(ports.root, manifest, ports.config.prefix, lock.current);
  }
  await stats.save();
  await shared?.finish((count) => options.onEvent({ type: 'sharing', ...count }));
}

async function dropObsolete({ obsolete }: Plan, workspace: Workspace): Promise<void> {
  const { lock } = workspace;
  for (const name of obsolete) {
    for (const [output, locked] of Object.entries(lock.get(name)?.outputs ?? {})) {
      await removeOutput(name, output, locked, workspace);
    }
    lock.remove(name);
  }
}

/** Drafts weigh what they weigh: nobody ships them. */
async function holdBudgets(made: Made, { ports, options, report }: BuildContext): Promise<void> {
  const { budgets } = ports.config;
  if (budgets.length === 0 || options.mode === 'draft') return;
  const { checkBudgets } = await import('../process/check-budgets.ts');
  const files = [...made.values()].flat().filter(({ file }) => !file.draft);
  const { broken, unused } = await checkBudgets(
    budgets,
    files.map(({ file: { asset, name, bytes }, meta: { gpuBytes = 0, drawCalls = 0 } }) => ({
      asset,
      name,
      bytes,
      gpuBytes,
      drawCalls,
    })),
  );
  const isWhole = !report.hasFailed && options.only === undefined && options.shard === undefined;
  for (const each of broken) report.failProject(each);
  // Of a build that has all files, a pattern without one is a slip.
  for (const pattern of isWhole ? unused : []) {
    const message = `budget of "${pattern}" matches no asset`;
    options.onEvent({ type: 'warning', code: 'ASSETGEN_SIZE_BUDGET', message });
  }
}

function missingPublic({ assets }: Manifest, made: Made): MissingPublic[] {
  return assets.flatMap((asset) => {
    const there = new Set(made.get(asset.name)?.map(({ file }) => file.name));
    return asset.outputs.flatMap((output) =>
      output.public === null || there.has(output.name)
        ? []
        : [{ asset: asset.name, public: output.public }],
    );
  });
}
