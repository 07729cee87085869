import type { Asset, Manifest } from '../../manifest/manifest.ts';
import type { AssetState } from '../../plan/asset-state.ts';
import { assetState } from '../../plan/asset-state.ts';
import type { BoughtByRecipe } from '../../plan/bought.ts';
import { boughtIn } from '../../plan/bought.ts';
import type { Facts } from '../../plan/facts.ts';
import { inputDigests } from '../../plan/input-digests.ts';
import { openConversions, openPurchases } from '../../plan/open-questions.ts';
import type { StepTexts } from '../../plan/output-fingerprint.ts';
import type { Plan } from '../../plan/plan.ts';
import { planManifest } from '../../plan/plan.ts';
import type { BuildContext } from '../build-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { digestInputs } from './digest-inputs.ts';
import { gatherFacts } from './gather-facts.ts';
import { lookUpConversions, lookUpPurchases, readJournals } from './look-up.ts';

/** A plan, and the facts that it was made from. */
export type PlannedBuild = readonly [plan: Plan, facts: Facts];

/**
 * Plans a build by the lock of a workspace. Journal and index are asked only of what the lock does
 * not settle: a build that has all in its lock asks neither.
 */
export async function planBuild(
  manifest: Manifest,
  workspace: Workspace,
  context: BuildContext,
): Promise<PlannedBuild> {
  const { ports } = context;
  const lock = workspace.lock.current;
  const inputs = await digestInputs(manifest, ports.root, workspace.stats);
  const digests = inputDigests({ get: (name) => context.assets.get(name) }, inputs, [lock]);
  const inLock = boughtIn(lock);
  const texts: StepTexts = new Map();
  const compare = (asset: Asset, bought: BoughtByRecipe): AssetState =>
    assetState(asset, lock.assets[asset.name] ?? null, digests, bought, texts);

  const first = manifest.assets.map((asset) => compare(asset, inLock));
  const purchases = openPurchases(first);
  const journal = await readJournals(purchases, ports);
  const remembered = await lookUpPurchases(purchases, journal, workspace.index);
  const again = (state: AssetState): AssetState => {
    const { asset, recipe } = state;
    // The lock's record of a recipe counts before any cache's.
    const isRemembered = recipe !== null && remembered.has(recipe) && !inLock.has(recipe);
    return isRemembered ? compare(asset, remembered) : state;
  };
  const states = remembered.size === 0 ? first : first.map(again);

  const converted = await lookUpConversions(openConversions(states), workspace.index);
  const facts = await gatherFacts(states, { inputs, journal, converted }, workspace);
  return [planManifest(states, lock, facts, workspace.prices), facts];
}
