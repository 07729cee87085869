import { createHash } from 'node:crypto';
import { AssetgenError } from '@assetgen/client/errors';
import type { Lock } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import type { ChangeLog } from './change-log.ts';
import { readProjectText } from './change-log.ts';
import type { Review, ReviewState } from './review-file.ts';
import { REVIEWS_NAME, setReviews } from './review-file.ts';

/** A decision of today. */
export interface Decision {
  /** null: takes the decision away. */
  readonly state: ReviewState | null;
  /** A reason, for people. @default none */
  readonly note?: string;
}

/** A decision, and whether the files are still those that it is about. */
export interface KnownReview extends Review {
  /** False: the files of the asset are others than those that were looked at. */
  readonly isCurrent: boolean;
}

/** The result of a decision. */
export interface ReviewChange {
  readonly assets: readonly string[];
  /** Path of the file, from the root. */
  readonly file: string;
  /** Number of the change, for `undo`; null where nothing was different. */
  readonly change: number | null;
}

/**
 * Tells what a decision is about: the digest of an asset's only output, else one of the digests of all
 * of them, in their order. A decision outlives a rename, and no change of a file.
 *
 * @returns 64 hex digits; null where the lock does not have all outputs
 */
export function reviewDigest({ name, outputs }: Asset, lock: Lock): string | null {
  const digests = outputs.map((output) => lock.assets[name]?.outputs[output.name]?.digest);
  if (digests.length === 0 || digests.includes(undefined)) return null;
  const [only = ''] = digests;
  if (digests.length === 1) return only.replace(/^sha256[:-]/, '');
  return createHash('sha256').update(digests.join('\n')).digest('hex');
}

/**
 * Writes decisions into the file beside the manifest, one line an asset.
 *
 * @param by who decides
 * @param at ISO 8601
 * @throws AssetgenError `ASSETGEN_USAGE` where an asset was not made: there is nothing to decide about
 */
export async function reviewAssets(
  root: string,
  log: ChangeLog,
  assets: readonly Asset[],
  lock: Lock,
  { state, note = '' }: Decision,
  by: string,
  at: string,
): Promise<ReviewChange> {
  const before = await readProjectText(root, REVIEWS_NAME);
  const decided = new Map<string, Review | null>();
  for (const asset of assets) {
    const digest = reviewDigest(asset, lock);
    if (state !== null && digest === null) {
      throw new AssetgenError(
        'ASSETGEN_USAGE',
        `${asset.name} has no files yet, so it cannot be reviewed`,
        { hint: `Make it first: \`assetgen build --only ${asset.name}\`.` },
      );
    }
    const words = note.trim();
    const review =
      state === null || digest === null
        ? null
        : { state, digest, by, at, ...(words === '' ? {} : { note: words }) };
    decided.set(asset.name, review);
  }
  const after = setReviews(before, decided);
  const names = assets.map(({ name }) => name);
  const texts = new Map([[REVIEWS_NAME, [before, after] as const]]);
  const written = await log.write({ what: 'review', assets: names, texts });
  return { assets: names, file: REVIEWS_NAME, change: written?.id ?? null };
}
