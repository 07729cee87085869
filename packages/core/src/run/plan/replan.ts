import type { Fingerprint } from '../../brands.ts';
import { record } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import type { AssetState } from '../../plan/asset-state.ts';
import { assetState } from '../../plan/asset-state.ts';
import type { Bought } from '../../plan/bought.ts';
import { boughtAmong } from '../../plan/bought.ts';
import type { Facts } from '../../plan/facts.ts';
import { inputDigests } from '../../plan/input-digests.ts';
import { openConversions } from '../../plan/open-questions.ts';
import { planAsset } from '../../plan/plan-asset.ts';
import { recipeFingerprint } from '../../plan/recipe-fingerprint.ts';
import type { KnownOutput } from '../../store/index/result-index.ts';
import type { BuildContext } from '../build-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isDraft, layersOf } from '../workspace/workspace.ts';
import { gatherFacts } from './gather-facts.ts';
import { isEnoughFor } from './look-up.ts';

/**
 * Plans one asset again, by what the workspace has now: an asset that it depends on may have been
 * made meanwhile.
 * @param facts of the build's plan
 */
export async function replan(
  asset: Asset,
  facts: Facts,
  workspace: Workspace,
  context: BuildContext,
): Promise<AssetPlan> {
  const state = stateNow(asset, null, facts, workspace, context);
  return planState(state, new Map(), facts, workspace);
}

/**
 * Plans an asset that may not be bought once more, with all that is had for nothing: results and
 * conversions that this machine or the shared cache knows.
 */
export async function replanUnbought(
  plan: AssetPlan,
  facts: Facts,
  workspace: Workspace,
  context: BuildContext,
): Promise<AssetPlan> {
  const { asset, recipe } = plan;
  const known = recipe === null ? null : await workspace.index.recipe(recipe, isEnoughFor(asset));
  if (known === null) return plan;
  const bought = { ...known, from: 'in the shared cache', outputs: record<never>([]) };
  const state = stateNow(asset, bought, facts, workspace, context);
  return planState(state, await storedConversions(state, workspace), facts, workspace);
}

/** @param remembered what is known of its recipe beyond the lock */
function stateNow(
  asset: Asset,
  remembered: Bought | null,
  facts: Facts,
  workspace: Workspace,
  { assets }: BuildContext,
): AssetState {
  const { lock } = workspace;
  const locks = layersOf(workspace).map((layer) => layer.lock.current);
  const digests = inputDigests(assets, facts.inputs, locks);
  const recipe = recipeFingerprint(asset, digests);
  const found = recipe === null ? null : (boughtAmong(lock.ofRecipe(recipe)) ?? remembered);
  const bought = new Map(recipe === null || found === null ? [] : [[recipe, found]]);
  return assetState(asset, lock.get(asset.name) ?? null, digests, bought);
}

async function planState(
  state: AssetState,
  converted: Facts['converted'],
  { inputs, journal }: Facts,
  workspace: Workspace,
): Promise<AssetPlan> {
  // A submission for a draft is in no journal that outlives the build.
  const known = { inputs, journal: isDraft(workspace) ? new Map() : journal, converted };
  const facts = await gatherFacts([state], known, workspace);
  return planAsset(state, facts, workspace.prices);
}

/** Conversions whose bytes are here: only they are surely free, as the service may charge for others. */
async function storedConversions(
  state: AssetState,
  { index, store }: Workspace,
): Promise<Facts['converted']> {
  const converted = new Map<Fingerprint, KnownOutput>();
  for (const each of openConversions([state])) {
    const output = await index.output(each);
    const bytes = output === null ? null : await store.read(output.digest, output.bytes);
    if (output !== null && bytes !== null) converted.set(each, output);
  }
  return converted;
}
