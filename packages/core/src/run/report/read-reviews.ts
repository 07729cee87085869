import path from 'node:path';
import { OWN_FILE, readText } from '../../fs/read-text.ts';
import type { Lock } from '../../lock/lock.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import type { KnownReview } from '../edit/review-assets.ts';
import { reviewDigest } from '../edit/review-assets.ts';
import { REVIEWS_NAME, parseReviews } from '../edit/review-file.ts';

/** What was decided about assets, by name. A review does not hold for an asset that is not up to date. */
export async function readReviews(
  root: string,
  plans: readonly AssetPlan[],
  lock: Lock,
): Promise<ReadonlyMap<string, KnownReview>> {
  const text = await readText(path.join(root, REVIEWS_NAME), OWN_FILE).catch(() => '');
  const reviews = parseReviews(text);
  return new Map(
    plans.flatMap(({ asset, action }): [string, KnownReview][] => {
      const review = reviews.get(asset.name);
      if (review === undefined) return [];
      const isCurrent = action === 'none' && reviewDigest(asset, lock) === review.digest;
      return [[asset.name, { ...review, isCurrent }]];
    }),
  );
}
