import type { Fingerprint } from '../../brands.ts';
import type { JournalState } from '../../plan/journal-state.ts';
import { record } from '../../lock/lock.ts';
import type { Asset, Manifest } from '../../manifest/manifest.ts';
import type { Bought } from '../../plan/bought.ts';
import { boughtAmong } from '../../plan/bought.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import { planAsset } from '../../plan/plan-asset.ts';
import { wantedFingerprint } from '../../plan/plan-output.ts';
import type { Plan } from '../../plan/plan.ts';
import { planManifest } from '../../plan/plan.ts';
import { mayCost } from '../guards/balance.ts';
import { gatherFacts, inputDigests } from './gather-facts.ts';
import { digestInputs } from './digest-inputs.ts';
import type { Lane } from '../workspace/workspace.ts';
import type { KnownOutput, WantedRecipe } from '../../store/index/result-index.ts';
import { missing } from '../asset/obtain-source.ts';
import { checkModels } from '../guards/check-models.ts';
import type { Planned, Run } from '../run-state.ts';
import type { RunPorts, RunScope } from '../scope.ts';
import { NO_SCOPE } from '../scope.ts';

/** Plans without doing: what a build would do, and cost. */
export async function planRun(
  ports: RunPorts,
  manifest: Manifest,
  scope: RunScope = NO_SCOPE,
): Promise<Plan> {
  const lane = await ports.openLane('real', scope);
  const { plan } = await planLane(ports, manifest, lane, [lane]);
  await lane.stats.save();
  return plan;
}

/** Plans, and asks the service what the plan needs to know of it: the models, the balance. */
export async function planWithService(
  ports: RunPorts,
  manifest: Manifest,
): Promise<Plan & { readonly balance: number | null }> {
  const { signal } = NO_SCOPE;
  const shared = ports.config.mode === 'generate' ? 'all' : 'none';
  const first = await planRun(ports, manifest, { ...NO_SCOPE, shared });
  const plan = await checkModels(first, ports.listModels);
  const balance = plan.assets.some(mayCost) ? await ports.balance(signal).catch(() => null) : null;
  return { ...plan, balance };
}

/** Plans by the lock of one lane. */
export async function planLane(
  ports: RunPorts,
  manifest: Manifest,
  lane: Lane,
  lanes: readonly Lane[],
): Promise<Planned> {
  const files = await digestInputs(manifest, ports.root, lane.stats);
  const byName = new Map(manifest.assets.map((asset) => [asset.name, asset]));
  const digests = inputDigests(byName, files, lanes);
  const journals = new Map<string, JournalState>();
  const remembered = new Map<Fingerprint, Bought>();
  const converted = new Map<Fingerprint, KnownOutput>();
  const facts = await gatherFacts(
    manifest,
    lane,
    digests,
    (recipe, ordinal) => journals.get(`${recipe}-${ordinal}`) ?? { status: 'none' },
    (recipe) => remembered.get(recipe) ?? null,
    (fingerprint) => converted.get(fingerprint) ?? null,
  );
  const first = planManifest(manifest, lane.lock.lock, facts);
  // Only what would be bought is looked up in journal and index: a warm build reads neither.
  const creates = first.assets.filter((each) => each.source.type === 'create');
  const wanted: WantedRecipe[] = [];
  for (const { asset, recipe, source } of creates) {
    if (recipe === null || source.type !== 'create') continue;
    const state = await ports.readJournal(recipe, source.ordinal);
    if (state.status !== 'none') journals.set(`${recipe}-${source.ordinal}`, state);
    if (state.status === 'ambiguous') continue;
    wanted.push({ fingerprint: recipe, isEnough: (known) => missing(asset, known) <= 0 });
  }
  const here = wanted.map(({ fingerprint }) => lane.index.hasRecipe(fingerprint));
  for (const [at, known] of (await lane.index.recipes(wanted)).entries()) {
    const recipe = wanted[at]?.fingerprint;
    if (known === null || recipe === undefined) continue;
    const from = here[at] === true ? 'by this machine' : 'in the shared cache';
    remembered.set(recipe, { ...known, from, outputs: record([]) });
  }
  const isFirst = journals.size + remembered.size === 0;
  const second = isFirst ? first : planManifest(manifest, lane.lock.lock, facts);
  // Conversions cost too: those that were paid for before are looked up likewise.
  const converts = conversionsOf(second.assets);
  for (const [at, known] of (await lane.index.outputs(converts)).entries()) {
    const fingerprint = converts[at];
    if (known !== null && fingerprint !== undefined) converted.set(fingerprint, known);
  }
  const plan = converted.size === 0 ? second : planManifest(manifest, lane.lock.lock, facts);
  return { plan, files, journals };
}

function conversionsOf(plans: readonly AssetPlan[]): Fingerprint[] {
  const found = plans.flatMap(({ asset, source, outputs }) =>
    outputs.flatMap(({ action, output }) => {
      if (action !== 'convert' || source.type !== 'locked') return [];
      return wantedFingerprint(asset, output, source.locked) ?? [];
    }),
  );
  return [...new Set(found)];
}

/**
 * Plans an asset that may not be bought once more, with all that is had for nothing: results and
 * conversions that this machine or the shared cache knows.
 */
export async function replanUnbought(run: Run, plan: AssetPlan): Promise<AssetPlan> {
  const { asset, recipe } = plan;
  const { index, store } = run.real;
  const isEnough: WantedRecipe['isEnough'] = (each) => missing(asset, each) <= 0;
  const known = recipe === null ? null : await index.recipe(recipe, isEnough);
  if (known === null) return plan;
  const bought = { ...known, from: 'in the shared cache', outputs: record<never>([]) };
  const first = await replan(run, asset, run.real, bought);
  const converted = new Map<Fingerprint, KnownOutput>();
  for (const each of conversionsOf([first])) {
    const output = await index.output(each);
    // Only what is here is surely free: to ask the service for it again may cost.
    const bytes = output === null ? null : await store.read(output.digest, output.bytes);
    if (output !== null && bytes !== null) converted.set(each, output);
  }
  return converted.size === 0 ? first : replan(run, asset, run.real, bought, converted);
}

/**
 * Plans one asset again, by what is known now.
 * @param bought of its recipe, by what is no lock
 * @param converted of its conversions
 */
export async function replan(
  run: Run,
  asset: Asset,
  lane: Lane,
  bought: Bought | null = null,
  converted: ReadonlyMap<Fingerprint, KnownOutput> = new Map(),
): Promise<AssetPlan> {
  const lanes = run.draft === null ? [run.real] : [run.real, run.draft];
  const digests = inputDigests(run.assets, run.planned.files, lanes);
  const journal = (recipe: Fingerprint, ordinal: number): JournalState =>
    (lane.draft ? undefined : run.planned.journals.get(`${recipe}-${ordinal}`)) ?? {
      status: 'none',
    };
  const inLock = (recipe: Fingerprint): Bought | null =>
    boughtAmong(lane.lock.ofRecipe(recipe)) ?? bought;
  const facts = await gatherFacts(
    { assets: [asset] },
    lane,
    digests,
    journal,
    inLock,
    (fingerprint) => converted.get(fingerprint) ?? null,
  );
  return planAsset(asset, lane.lock.lock.assets[asset.name], facts, run.planned.plan.prices);
}
