import path from 'node:path';
import type { Asset } from '../../manifest/manifest.ts';
import type { KnownReview } from '../edit/review-assets.ts';
import type { ReportedError } from './build-report.ts';

/** Assets that nobody approved as they are: what a release waits for. */
export function checkApproved(
  root: string,
  assets: readonly Asset[],
  reviews: ReadonlyMap<string, KnownReview>,
): ReportedError[] {
  return assets.flatMap((asset): ReportedError[] => {
    const review = reviews.get(asset.name);
    if (review?.state === 'approved' && review.isCurrent) return [];
    const { file, line, column } = asset.position;
    return [
      {
        code: 'ASSETGEN_NOT_APPROVED',
        asset: asset.name,
        message: `${file}:${line}:${column} ${asset.name}: ${wordsOf(review)}`,
        hint: `Look at it in \`assetgen ui\`, or run \`assetgen review approve ${asset.name}\`.`,
        position: { file: path.resolve(root, file), line, column },
      },
    ];
  });
}

function wordsOf(review: KnownReview | undefined): string {
  if (review === undefined) return 'not approved: nobody decided about it';
  const { state, by, at, note, isCurrent } = review;
  const when = `by ${by} on ${at.slice(0, 10)}`;
  if (state === 'approved') return `approved ${when}, but its files changed since`;
  const what = state === 'rejected' ? 'rejected' : 'needs work, decided';
  const since = isCurrent ? '' : '; its files changed since';
  return `${what} ${when}${note === undefined ? '' : `: ${note}`}${since}`;
}
