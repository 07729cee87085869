import type { Fingerprint } from '../../brands.ts';
import type { MadeFile } from '../../emit/made-file.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import type { Facts } from '../../plan/facts.ts';
import type { BuildContext } from '../build-context.ts';
import { draftProblem } from '../guards/draft-problem.ts';
import { frozenFailure, frozenProblem } from '../guards/frozen-problem.ts';
import { replan } from '../plan/replan.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { draftSource } from './draft-source.ts';
import { makeAsset } from './make-asset.ts';

/** Makes an asset from what the lock has, without a create and without a change of the lock. */
export async function makeFrozen(
  plan: AssetPlan,
  workspace: Workspace,
  context: BuildContext,
): Promise<readonly MadeFile[]> {
  const problem = frozenProblem(plan);
  if (problem !== null) throw problem;
  return makeAsset(plan, workspace, context).catch((error: unknown) => {
    throw frozenFailure(plan, error);
  });
}

/**
 * Makes the real asset where that is had for nothing, else a draft of it.
 * @throws AssetgenError `ASSETGEN_DRAFTS` where the config has drafts for errors
 * @param plan of the project's own workspace
 * @param first the same before the run: only that one has what this machine remembers of a purchase
 */
export async function makeDraft(
  plan: AssetPlan,
  first: AssetPlan,
  facts: Facts,
  workspace: Workspace,
  openDrafts: () => Promise<Workspace>,
  context: BuildContext,
): Promise<readonly MadeFile[]> {
  const known = [plan, first].find(isHad);
  if (known !== undefined) return makeAsset(known, workspace, context);
  const problem = draftProblem(plan, context.ports.config);
  if (problem !== null) throw problem;
  const drafts = await openDrafts();
  return makeAsset(await replan(draftSource(plan.asset), facts, drafts, context), drafts, context);
}

/** Not one whose recipe another asset of the plan is to buy: in this mode nobody does. */
function isHad({ action, source }: AssetPlan): boolean {
  return action === 'process' && source.type !== 'create';
}

/**
 * Makes assets for points, where it has to: a recipe is bought by one asset at a time, and others
 * of the same recipe take what that one got.
 * @param allow the plan as it may be carried out; throws for what must not be bought
 */
export function createBuyer(
  allow: (plan: AssetPlan, context: BuildContext) => Promise<AssetPlan>,
  facts: Facts,
  workspace: Workspace,
): (first: AssetPlan, context: BuildContext) => Promise<readonly MadeFile[]> {
  const buying = new Map<Fingerprint, Promise<unknown>>();
  return async function buy(first, context) {
    let plan = first;
    for (;;) {
      const { asset, source, recipe } = plan;
      if (source.type !== 'create' || recipe === null) return makeAsset(plan, workspace, context);
      const other = buying.get(recipe);
      if (other === undefined) {
        const allowed = await allow(plan, context);
        // Another asset of the same recipe may have begun meanwhile.
        if (buying.has(recipe)) continue;
        const made = makeAsset(allowed, workspace, context).finally(() => buying.delete(recipe));
        buying.set(
          recipe,
          made.catch(() => undefined),
        );
        return made;
      }
      await context.slot.outside(() => other);
      plan = await replan(asset, facts, workspace, context);
    }
  };
}
