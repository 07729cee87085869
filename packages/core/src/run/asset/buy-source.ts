import type { Fingerprint } from '../../brands.ts';
import type { JobOutcome, JobRequest } from '../../jobs/job-engine.ts';
import type { LockedAsset } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import type { SourcePlan } from '../../plan/asset-plan.ts';
import type { PointsRange } from '../../plan/prices.ts';
import type { KnownRecipe } from '../../store/index/result-index.ts';
import type { BuildContext } from '../build-context.ts';
import { checkPortraits } from '../guards/check-portraits.ts';
import { isEnoughFor, missingVariants } from '../plan/look-up.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isDraft } from '../workspace/workspace.ts';
import { addPurchase, assertSettled, assertSome, isForgotten } from './add-purchase.ts';
import { createRequest, resultKind } from './create-request.ts';
import { prepareUploads, remake } from './source-bytes.ts';
import { takeOf } from './take-of.ts';
import { tellStandIn } from './tell-stand-in.ts';

/** How an asset came by its source blobs in this run. */
export interface SourceOutcome {
  readonly locked: LockedAsset;
  readonly how: 'known' | 'generated' | 'downloaded';
}

type Create = Extract<SourcePlan, { readonly type: 'create' }>;

/**
 * Buys the variants that an asset wants beyond those that are known, or takes up a purchase of the
 * journal.
 * @param lockIn writes what is known to the lock
 */
export async function buySource(
  asset: Asset,
  recipe: Fingerprint,
  source: Create,
  lockIn: (known: KnownRecipe) => LockedAsset,
  workspace: Workspace,
  context: BuildContext,
): Promise<SourceOutcome> {
  // Whatever a plan says: only this mode pays. Drafts are the embedded service's, in a workspace of their own.
  if (context.options.mode !== 'generate' && !isDraft(workspace)) {
    throw new TypeError(`mode ${context.options.mode} buys nothing`);
  }
  const upload = await prepareUploads(asset, workspace, context);
  const engine = await workspace.engine();
  const [before, count] = await openPurchase(asset, recipe, source, workspace, context);
  if (count <= 0) return { locked: lockIn(before), how: 'known' };
  const create = createRequest(asset, count, upload);
  const { prices } = workspace;
  const price = (): number | null => estimate(asset, count, prices.create(asset));
  context.points.onCharge(asset.name, (points) => prices.learn(asset, points / count));
  if (source.journal.status === 'none') await checkPortraits(asset, upload, workspace, context);
  const request: JobRequest = {
    fingerprint: recipe,
    ordinal: before.jobs.length,
    take: takeOf(asset, before.jobs.length),
    asset: asset.name,
    create,
    result: resultKind(asset),
    estimate: price(),
    reestimate: price,
    // Another machine may have left a doubt that the journal of this one does not know.
    resubmit: mayResubmit(asset, context),
    place: context.slot.place,
  };
  const { slot, signal } = context;
  const obtained = await slot.outside(() => engine.obtain(request, { signal }));
  const remade = isForgottenAll(obtained) ? await remake(asset, workspace, context) : null;
  const outcome = remade?.outcome ?? obtained;
  assertSettled(outcome);
  const isEmbedded = isDraft(workspace) || context.ports.config.service.type === 'local';
  const service = isEmbedded ? 'local' : 'remote';
  const known = addPurchase(create.operation, outcome, service, before);
  const locked = lockIn(known);
  await workspace.index.setRecipe(recipe, known);
  assertSome(asset, outcome);
  if (isEmbedded) await tellStandIn(asset, context);
  return { locked, how: outcome.submitted ? 'generated' : 'downloaded' };
}

/** What is known of a recipe by now, and how many variants are to be bought beyond. */
async function openPurchase(
  asset: Asset,
  recipe: Fingerprint,
  source: Create,
  { index }: Workspace,
  context: BuildContext,
): Promise<readonly [known: KnownRecipe, count: number]> {
  const before = source.locked ?? { jobs: [], variants: [] };
  // Only what is in doubt is submitted again: an accepted job is resumed whatever was asked.
  const isInDoubt = mayResubmit(asset, context) && source.journal.status === 'ambiguous';
  const known = isInDoubt ? null : await index.recipe(recipe, isEnoughFor(asset));
  return known !== null && known.variants.length > before.variants.length
    ? [known, missingVariants(asset, known)]
    : [before, source.count];
}

function mayResubmit({ name }: Asset, { options }: BuildContext): boolean {
  return options.resubmit?.includes(name) ?? false;
}

/** The points to reserve: the most that a create may take, or null where that is not known. */
function estimate(asset: Asset, count: number, price: PointsRange): number | null {
  if (price.max === null) return null;
  return asset.kind === 'chibi' ? price.max : price.max * count;
}

/** The journal knows its UUIDs, and the service none of them. */
function isForgottenAll({ submitted, variants }: JobOutcome): boolean {
  return (
    !submitted && variants.every((each) => each.status === 'failed' && isForgotten(each.error))
  );
}
