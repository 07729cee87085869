import { rm } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Digest, Fingerprint } from './brands.ts';
import type { MadeFile } from './emit/made-file.ts';
import { createView } from './emit/view.ts';
import type { JournalState } from './jobs/types.ts';
import type { LockedAsset } from './lock/types.ts';
import type { Asset, ImageInput, Manifest } from './manifest/types.ts';
import type { AssetPlan } from './plan/plan-asset.ts';
import { planAsset } from './plan/plan-asset.ts';
import type { Plan } from './plan/plan.ts';
import { planManifest } from './plan/plan.ts';
import type { EnsureOptions, EnsureResult, Mode, ProjectEvent } from './project-types.ts';
import { digestInputs, typeOfInput } from './run/inputs.ts';
import { gatherFacts, inputDigests } from './run/facts.ts';
import type { Lane } from './run/lane.ts';
import { makeOutputs } from './run/outputs.ts';
import { frozenFailure, frozenProblem } from './run/frozen.ts';
import { digestsOf } from './run/prune.ts';
import { Report } from './run/report.ts';
import { keepFolderIgnored, writeTypes } from './run/project-files.ts';
import type { RunPorts, RunScope } from './run/scope.ts';
import { NO_SCOPE } from './run/scope.ts';
import { feeders, inOrder, selectOnly } from './run/select.ts';
import { RemadeError, obtainSource, remakeSource } from './run/source.ts';
import { hexOf } from './store/digest.ts';

export interface RunInput {
  readonly manifest: Manifest;
  readonly watch: readonly string[];
  readonly options: EnsureOptions;
  readonly mode: Mode;
  readonly onEvent: (event: ProjectEvent) => void;
}

/** Plans without doing: what a build would do, and cost. */
export async function planRun(ports: RunPorts, manifest: Manifest): Promise<Plan> {
  const lane = await ports.openLane('real', NO_SCOPE);
  const { plan } = await planLane(ports, manifest, lane, [lane]);
  await lane.stats.save();
  return plan;
}

interface Planned {
  readonly plan: Plan;
  readonly files: ReadonlyMap<string, Digest>;
  readonly journals: ReadonlyMap<string, JournalState>;
}

async function planLane(
  ports: RunPorts,
  manifest: Manifest,
  lane: Lane,
  lanes: readonly Lane[],
): Promise<Planned> {
  const files = await digestInputs(manifest, ports.root, lane.stats);
  const digests = inputDigests(manifest, files, lanes);
  const journals = new Map<string, JournalState>();
  const facts = await gatherFacts(
    manifest,
    lane,
    digests,
    (recipe, ordinal) => journals.get(`${recipe}-${ordinal}`) ?? { status: 'none' },
  );
  const first = planManifest(manifest, lane.lock.lock, facts);
  // Only what would be bought is looked up in the journal: a warm build reads none.
  const creates = first.assets.filter((each) => each.source.type === 'create');
  for (const { recipe, source } of creates) {
    if (recipe === null || source.type !== 'create') continue;
    const state = await ports.readJournal(recipe, source.ordinal);
    if (state.status !== 'none') journals.set(`${recipe}-${source.ordinal}`, state);
  }
  const plan = journals.size === 0 ? first : planManifest(manifest, lane.lock.lock, facts);
  return { plan, files, journals };
}

/** Makes every output exist, by the mode's rules. */
export async function runBuild(ports: RunPorts, input: RunInput): Promise<EnsureResult> {
  const { manifest, options, mode, onEvent } = input;
  const started = ports.now();
  const report = new Report(mode);
  const signal = options.signal ?? new AbortController().signal;
  const only = selectOnly(manifest, options.only);
  if (mode !== 'frozen') await writeTypes(ports.root, manifest, ports.config.prefix);

  const scope: RunScope = {
    budget: options.budget ?? ports.config.budget,
    onEvent,
    charge: (points) => report.charge(points),
  };
  const real = await ports.openLane('real', scope);
  const planned = await planLane(ports, manifest, real, [real]);
  const pending = planned.plan.assets.filter((each) => each.action !== 'none');
  onEvent({ type: 'planned', assets: manifest.assets.length, pending: pending.length });

  const made = new Map<string, readonly MadeFile[]>();
  const run: Run = { ports, input, report, scope, signal, planned, real, draft: null, made };
  if (pending.length > 0) await keepFolderIgnored(ports.root);
  const remembers = pending.length > 0 && mode !== 'draft';
  if (remembers) await ports.remember(digestsOf(real.lock.lock));
  for (const plan of planned.plan.assets) {
    if (plan.drift) {
      const message = `${plan.asset.name}: the recipe changed, but the asset is frozen; the locked one stays`;
      onEvent({ type: 'warning', code: 'ASSETGEN_DRIFT', message });
    }
    if (plan.action === 'none') {
      report.count('cached');
      settle(run, plan.asset, real);
    }
  }
  try {
    await runPending(
      run,
      pending.filter((each) => only === null || only.has(each.asset.name)),
    );
    if (mode === 'generate' && only === null) await dropObsolete(run);
  } finally {
    if (mode !== 'frozen') await real.lock.flush();
    await real.stats.save();
    if (remembers) await ports.remember(digestsOf(real.lock.lock));
    await run.draft?.lock.flush();
    await run.draft?.stats.save();
  }
  const outputs = [...made.values()].reduce((sum, list) => sum + list.length, 0);
  const view = createView({
    prefix: ports.config.prefix,
    watch: input.watch,
    assets: manifest.assets,
    made,
  });
  return {
    report: report.finish(manifest.assets.length, outputs, ports.now() - started),
    view,
  };
}

interface Run {
  readonly ports: RunPorts;
  readonly input: RunInput;
  readonly report: Report;
  readonly scope: RunScope;
  readonly signal: AbortSignal;
  readonly planned: Planned;
  readonly real: Lane;
  draft: Lane | null;
  readonly made: Map<string, readonly MadeFile[]>;
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
        await runAsset(run, asset);
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

async function runAsset(run: Run, asset: Asset): Promise<void> {
  const { input, real, report } = run;
  // Planned again now: an asset that feeds this one may have been made meanwhile.
  const plan = await replan(run, asset, real);
  if (plan.action === 'none') {
    report.count('cached');
    settle(run, asset, real);
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
      await make(run, plan, real);
      return;
    case 'draft': {
      if (plan.action === 'process') {
        await make(run, plan, real);
        return;
      }
      run.draft ??= await run.ports.openLane('draft', NO_SCOPE);
      await make(run, await replan(run, asset, run.draft), run.draft);
    }
  }
}

async function replan(run: Run, asset: Asset, lane: Lane): Promise<AssetPlan> {
  const { manifest } = run.input;
  const lanes = run.draft === null ? [run.real] : [run.real, run.draft];
  const digests = inputDigests(manifest, run.planned.files, lanes);
  const journal = (recipe: Fingerprint, ordinal: number): JournalState =>
    (lane.draft ? undefined : run.planned.journals.get(`${recipe}-${ordinal}`)) ?? {
      status: 'none',
    };
  const facts = await gatherFacts({ assets: [asset] }, lane, digests, journal);
  return planAsset(asset, lane.lock.lock.assets[asset.name], facts, run.planned.plan.prices);
}

async function make(run: Run, plan: AssetPlan, lane: Lane): Promise<void> {
  const { asset } = plan;
  const { report, signal, input } = run;
  const frozen = input.mode === 'frozen';
  const resubmit = input.options.resubmit?.includes(asset.name) ?? false;
  const upload = (image: ImageInput) =>
    image.type === 'file'
      ? { path: image.path, type: typeOfInput(image.path), name: path.basename(image.path) }
      : {
          path: blobPath(run, image.name),
          type: 'image/png',
          name: `${path.basename(image.name)}.png`,
        };
  const price = (each: Asset) => run.planned.plan.prices.create(each);
  const warn = (code: string, message: string): void =>
    input.onEvent({ type: 'warning', code, message });
  const context = { lane, upload, price, resubmit, signal, frozen, warn };
  const source = await obtainSource(plan, context);
  const outcome = await makeOutputs(asset, source.locked, context).catch(async (error: unknown) => {
    if (!(error instanceof RemadeError) || frozen) throw error;
    return makeOutputs(asset, await remakeSource(asset, source.locked, context), context);
  });
  if (!frozen) {
    removeStale(lane, asset, lane.lock.lock.assets[asset.name]);
    lane.lock.set(asset.name, outcome.locked);
    await lane.lock.flush();
  }
  if (lane.draft) report.count('drafted');
  else if (source.how === 'generated') report.count('generated');
  else if (source.how === 'downloaded' || outcome.downloaded) report.count('downloaded');
  else report.count('cached');
  report.count('converted', lane.draft ? 0 : outcome.converted);
  settle(run, asset, lane, outcome.locked);
}

/** Puts an asset's files into the result. */
function settle(run: Run, asset: Asset, lane: Lane, given?: LockedAsset): void {
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

function blobPath(run: Run, name: string): string {
  const asset = run.input.manifest.assets.find((each) => each.name === name);
  for (const lane of run.draft === null ? [run.real] : [run.real, run.draft]) {
    const variant = lane.lock.lock.assets[name]?.variants[(asset?.pick ?? 1) - 1];
    if (variant !== undefined && !('failed' in variant) && lane.store.has(variant.digest)) {
      return lane.store.path(variant.digest);
    }
  }
  throw new AssetgenError('ASSETGEN_INPUT', `the image of "${name}" is not in the cache`, {
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

async function dropObsolete(run: Run): Promise<void> {
  for (const name of run.planned.plan.obsolete) {
    for (const output of Object.keys(run.real.lock.lock.assets[name]?.outputs ?? {})) {
      await rm(path.join(run.real.filesDir, output), { force: true });
    }
    run.real.lock.remove(name);
  }
}

function asAssetgenError(error: unknown, asset: string): AssetgenError {
  if (error instanceof AssetgenError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new AssetgenError('ASSETGEN_INTERNAL', `${asset}: ${reason}`, { cause: error });
}
