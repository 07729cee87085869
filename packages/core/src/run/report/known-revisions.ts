import type { Fingerprint } from '../../brands.ts';
import type { LockedAsset, LockedJob, LockedVariant } from '../../lock/lock.ts';
import { isBought } from '../../manifest/adopted-uuids.ts';
import type { Asset } from '../../manifest/manifest.ts';
import { promptOf } from '../../manifest/prompt-of.ts';
import type { InputDigests } from '../../plan/recipe-fingerprint.ts';
import { recipeFingerprint } from '../../plan/recipe-fingerprint.ts';
import type { ResultIndex } from '../../store/index/result-index.ts';
import type { Purchase } from './purchase-log.ts';

/** A purchase for an asset. */
export interface KnownRevision {
  readonly revision: number;
  readonly recipe: Fingerprint;
  /** Where it is known from: the lock, this machine's cache, or the project's record of purchases. */
  readonly source: 'lock' | 'cache' | 'record';
  /** What it was made from; null if unknown, or not a text. */
  readonly prompt: string | null;
  /** ISO 8601; null where that is not known. */
  readonly at: string | null;
  /** The asset as the manifest had it; null: as it has it now, at this revision. */
  readonly entry: object | null;
  /** Whether lock, cache or record of this machine have it, so that it costs nothing to use it again. */
  readonly isHere: boolean;
  readonly jobs: readonly LockedJob[];
  readonly variants: readonly LockedVariant[];
}

/** Most revisions that are looked up. */
const REVISIONS = 50;

/**
 * What was bought for an asset: with today's words at any of its revisions, newest first; then for
 * other words, as the record of purchases tells.
 */
export async function knownRevisions(
  asset: Asset,
  locked: LockedAsset | undefined,
  purchases: readonly Purchase[],
  digests: InputDigests,
  index: ResultIndex,
): Promise<readonly KnownRevision[]> {
  const known: KnownRevision[] = [];
  const recorded = new Map(purchases.map((each) => [each.recipe, each]));
  const oldest = Math.max(0, asset.revision - REVISIONS);
  // A person may have gone back to an earlier revision.
  const newest = Math.max(asset.revision, ...purchases.map(({ revision }) => revision));
  for (let revision = newest; revision >= oldest; revision--) {
    const recipe = recipeFingerprint({ ...asset, revision }, digests);
    if (recipe === null) break;
    const found = locked?.recipe === recipe ? locked : null;
    const cached = found === null && index.hasRecipe(recipe) ? await index.recipe(recipe) : null;
    const record = recorded.get(recipe);
    const { jobs, variants } = found ?? cached ?? record ?? { jobs: [], variants: [] };
    if (variants.length === 0) continue;
    known.push({
      revision,
      recipe,
      source: found !== null ? 'lock' : cached !== null ? 'cache' : 'record',
      prompt: promptOf(asset),
      at: record?.at ?? null,
      entry: null,
      isHere: found !== null || cached !== null,
      jobs,
      variants,
    });
    // Nothing is asked for again: every revision is the same.
    if (!isBought(asset)) break;
  }
  const listed = new Set(known.map(({ recipe }) => recipe));
  for (const { recipe, revision, prompt, at, entry, jobs, variants } of purchases) {
    if (listed.has(recipe)) continue;
    const isHere = locked?.recipe === recipe || index.hasRecipe(recipe);
    const source = locked?.recipe === recipe ? 'lock' : 'record';
    known.push({ revision, recipe, source, prompt, at, entry, isHere, jobs, variants });
  }
  return known;
}
