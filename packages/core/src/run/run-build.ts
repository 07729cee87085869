import { rm } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { MadeFile } from '../emit/made-file.ts';
import { createView } from '../emit/create-view.ts';
import type { Asset } from '../manifest/manifest.ts';
import type { AssetPlan } from '../plan/asset-plan.ts';
import type { Plan } from '../plan/plan.ts';
import { planDifferences } from '../plan/saved-plan.ts';
import { selectShard } from '../plan/select-shard.ts';
import type { Mode } from '../config/assetgen-options.ts';
import type { EnsureOptions, EnsureResult } from './ensure-options.ts';
import type { ProjectEvent } from './report/project-event.ts';
import { checkExpect } from '../process/check-expect.ts';
import type { Refusal } from './guards/balance.ts';
import { mayCost, refuseShort } from './guards/balance.ts';
import { allow } from './guards/allow.ts';
import { rememberFailures } from './report/last-failure.ts';
import { frozenFailure, frozenProblem } from './guards/frozen-problem.ts';
import { make, settle } from './asset/make-asset.ts';
import { checkModels } from './guards/check-models.ts';
import { planLane, replan } from './plan/plan-build.ts';
import { keepFolderIgnored, tidyProject, writeNewTypes, writeTypes } from './project-files.ts';
import { digestsOf } from './cache/prune-cache.ts';
import { Report } from './report/report.ts';
import type { Run, RunInput } from './run-state.ts';
import type { RunPorts, RunScope, SharedUse } from './scope.ts';
import { NO_SCOPE } from './scope.ts';
import { diskError } from '../fs/disk-error.ts';
import { feeders, inOrder, selectOnly } from './plan/select-only.ts';

/** Makes every output exist, by the mode's rules. */
export async function runBuild(ports: RunPorts, input: RunInput): Promise<EnsureResult> {
  const { manifest, options, mode, onEvent } = input;
  const started = ports.now();
  const report = new Report(mode);
  const signal = options.signal ?? new AbortController().signal;
  const only = selectOnly(manifest, options.only);
  const assets = new Map(manifest.assets.map((asset) => [asset.name, asset]));
  const counts = new Map<string, number>();
  const scope: RunScope = {
    shared: SHARED_USE[mode],
    signal,
    budget: budgetOf(options, ports.config),
    onEvent,
    charge: (points) => report.charge(points),
    learn(name, points) {
      const asset = assets.get(name);
      if (asset !== undefined) prices.learn(asset, points / (counts.get(name) ?? 1));
    },
  };
  const real = await ports.openLane('real', scope);
  const { prefix } = ports.config;
  if (mode !== 'frozen') await writeNewTypes(ports.root, manifest, prefix, real.lock.lock);
  const lanePlan = await planLane(ports, manifest, real, [real]);
  const { prices } = lanePlan.plan;
  const checked =
    mode === 'generate' ? await checkModels(lanePlan.plan, ports.listModels) : lanePlan.plan;
  const planned = { ...lanePlan, plan: checked };
  refuseStale(options, checked);
  const pending = planned.plan.assets.filter((each) => each.action !== 'none');
  const part =
    options.shard === undefined
      ? null
      : selectShard(checked.assets, real.lock.lock, prices, options.shard);
  const selected = pending.filter(
    ({ asset }) => (only?.has(asset.name) ?? true) && (part?.has(asset.name) ?? true),
  );
  const refusal = mode === 'generate' ? await askBalance(ports, selected, signal, onEvent) : null;
  onEvent({ type: 'planned', assets: manifest.assets.length, pending: selected.length });

  const made = new Map<string, readonly MadeFile[]>();
  const blocked = new Map(
    checked.assets.flatMap(({ action, asset, reason }) =>
      action === 'blocked' ? [[asset.name, reason] as const] : [],
    ),
  );
  const given = { ports, input, assets, report, scope, signal, planned, blocked, real, made };
  const run: Run = { ...given, counts, refusal, draft: null, buying: new Map() };
  if (pending.length > 0) {
    await keepFolderIgnored(ports.root);
    await tidyProject(ports.root);
  }
  const remembers = pending.length > 0 && mode !== 'draft';
  if (remembers) await ports.remember(digestsOf(real.lock.lock));
  for (const plan of planned.plan.assets) {
    if (plan.drift) {
      const message = `${plan.asset.name}: the recipe changed, but the asset is frozen; the locked one stays`;
      onEvent({ type: 'warning', code: 'ASSETGEN_DRIFT', message });
    }
    if (plan.action === 'none') keep(run, plan.asset);
  }
  try {
    await runPending(run, selected);
    // After a failure everything stays: an old entry may be all that knows of a purchase.
    if (mode === 'generate' && only === null && part === null && !report.hasFailed)
      await dropObsolete(run);
  } finally {
    if (mode !== 'frozen') await real.lock.flush();
    // A page that is being worked on shows drafts, and its types tell no measures of them.
    if (mode === 'generate') await writeTypes(ports.root, manifest, prefix, real.lock.lock);
    await real.stats.save();
    await real.shared?.finish((count) => onEvent({ type: 'sharing', ...count }));
    if (remembers) await ports.remember(digestsOf(real.lock.lock));
    await run.draft?.lock.flush();
    await run.draft?.stats.save();
    if (mode !== 'frozen' && selected.length > 0) await rememberFailures(run, selected);
  }
  const outputs = [...made.values()].reduce((sum, list) => sum + list.length, 0);
  const view = createView({
    prefix,
    watch: input.watch,
    assets: manifest.assets,
    made,
  });
  return {
    report: report.finish(manifest.assets.length, outputs, ports.now() - started),
    view,
    lockDigest: real.lock.digest(),
    missingPublic: manifest.assets
      .filter((asset) => !made.has(asset.name))
      .flatMap((asset) =>
        asset.outputs.flatMap((output) =>
          output.public === null ? [] : [{ asset: asset.name, public: output.public }],
        ),
      ),
  };
}

/** In frozen mode digests come from git: what an index says counts for nothing. Drafts are nobody else's. */
const SHARED_USE: Readonly<Record<Mode, SharedUse>> = {
  draft: 'none',
  frozen: 'blobs',
  generate: 'all',
};

/** A saved plan is also a limit: it does not cost more than it said. */
function budgetOf(options: EnsureOptions, config: ResolvedConfig): number | null {
  const given = options.budget ?? config.budget;
  const planned = options.plan?.points.max ?? null;
  if (planned === null) return given;
  return given === null ? planned : Math.min(given, planned);
}

function refuseStale({ plan: saved }: EnsureOptions, plan: Plan): void {
  const differences = saved === undefined ? [] : planDifferences(saved, plan);
  if (differences.length === 0) return;
  throw new AssetgenError(
    'ASSETGEN_STALE_PLAN',
    `the plan is stale; nothing was done:\n  ${differences.join('\n  ')}`,
    { hint: 'Plan again: `assetgen plan --out FILE`.' },
  );
}

async function askBalance(
  ports: RunPorts,
  plans: readonly AssetPlan[],
  signal: AbortSignal,
  onEvent: (event: ProjectEvent) => void,
): Promise<Refusal | null> {
  if (!plans.some(mayCost)) return null;
  try {
    const balance = await ports.balance(signal);
    if (balance === null) return null;
    onEvent({ type: 'balance', points: balance });
    return refuseShort(plans, balance);
  } catch (error) {
    return (asset) => asAssetgenError(error, asset);
  }
}

/** Runs what is not up to date; an asset that feeds another comes first. */
async function runPending(run: Run, pending: readonly AssetPlan[]): Promise<void> {
  const { ports, report, input, signal } = run;
  const { onEvent } = input;
  // A warm build makes no pool: nothing is loaded for it.
  if (pending.length === 0) return;
  const schedule = ports.pool(ports.config.concurrency);
  const running = new Map<string, Promise<void>>();
  for (const plan of inOrder(pending)) {
    const { asset } = plan;
    const task = async (): Promise<void> => {
      if (signal.aborted) return;
      await Promise.all(feeders(asset).map((name) => running.get(name)));
      onEvent({ type: 'asset-start', asset: asset.name, action: plan.action });
      try {
        await runAsset(run, plan);
        onEvent({ type: 'asset-done', asset: asset.name });
      } catch (error) {
        if (signal.aborted && !(error instanceof AssetgenError)) return;
        const told = asAssetgenError(error, asset.name);
        report.fail(asset, told, ports.root);
        onEvent({ type: 'asset-failed', asset: asset.name, error: told });
      }
    };
    running.set(asset.name, schedule(task));
  }
  await Promise.all(running.values());
  if (signal.aborted) {
    throw new AssetgenError('ASSETGEN_INTERRUPTED', 'interrupted', {
      cause: signal.reason,
      hint: 'Jobs that the service accepted go on there and stay billed; run again to take their results.',
    });
  }
}

async function runAsset(run: Run, first: AssetPlan): Promise<void> {
  const { input, real } = run;
  const { asset } = first;
  // Planned again now: an asset that feeds this one may have been made meanwhile.
  const plan = await replan(run, asset, real);
  if (plan.action === 'none') {
    keep(run, asset);
    return;
  }
  switch (input.mode) {
    case 'frozen': {
      const problem = frozenProblem(plan);
      if (problem !== null) throw problem;
      await make(run, plan, real).catch((error: unknown) => {
        throw frozenFailure(plan, error);
      });
      return;
    }
    case 'generate':
      await buy(run, plan);
      return;
    case 'draft': {
      // What this machine remembers of a purchase is in the first plan alone.
      const known = [plan, first].find(({ action }) => action === 'process');
      if (known !== undefined) {
        await make(run, known, real);
        return;
      }
      run.draft ??= await run.ports.openLane('draft', NO_SCOPE);
      await make(run, await replan(run, asset, run.draft), run.draft);
    }
  }
}

/** An asset that is up to date still has to meet limits that were tightened since. */
function keep(run: Run, asset: Asset): void {
  const locked = run.real.lock.lock.assets[asset.name];
  try {
    for (const output of asset.outputs) {
      const made = locked?.outputs[output.name];
      if (made !== undefined) checkExpect(asset, output, made);
    }
    run.report.count('cached');
    settle(run, asset, run.real);
  } catch (error) {
    const told = asAssetgenError(error, asset.name);
    run.report.fail(asset, told, run.ports.root);
    run.input.onEvent({ type: 'asset-failed', asset: asset.name, error: told });
  }
}

/** Makes an asset for points, where it has to: a recipe is bought by one asset at a time. */
async function buy(run: Run, first: AssetPlan): Promise<void> {
  const { asset } = first;
  let plan = first;
  for (;;) {
    const { source, recipe } = plan;
    if (source.type !== 'create' || recipe === null) return make(run, plan, run.real);
    const other = run.buying.get(recipe);
    if (other === undefined) {
      const allowed = await allow(run, plan);
      // Another asset of the same recipe may have begun meanwhile.
      if (run.buying.has(recipe)) continue;
      const buying = make(run, allowed, run.real).finally(() => run.buying.delete(recipe));
      run.buying.set(
        recipe,
        buying.catch(() => undefined),
      );
      return buying;
    }
    await other;
    plan = await replan(run, asset, run.real);
  }
}

async function dropObsolete(run: Run): Promise<void> {
  for (const name of run.planned.plan.obsolete) {
    for (const output of Object.keys(run.real.lock.lock.assets[name]?.outputs ?? {})) {
      await rm(path.join(run.real.filesDir, output), { force: true });
    }
    run.real.lock.remove(name);
  }
}

function asAssetgenError(error: unknown, asset: string): AssetgenError {
  const told = diskError(error, `${asset}: the disk`);
  if (told instanceof AssetgenError) return told;
  const reason = error instanceof Error ? error.message : String(error);
  return new AssetgenError('ASSETGEN_INTERNAL', `${asset}: ${reason}`, { cause: error });
}
