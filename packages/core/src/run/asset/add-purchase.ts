import { AssetgenError } from '@assetgen/client/errors';
import type { JobOutcome } from '../../jobs/job-engine.ts';
import type { LockedVariant, ServiceSort } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import type { KnownRecipe } from '../../store/index/result-index.ts';

/**
 * What is known of a recipe, with one purchase more.
 * @param service which sort of service took it
 */
export function addPurchase(
  operation: string,
  outcome: JobOutcome,
  service: ServiceSort,
  { jobs, variants }: KnownRecipe,
): KnownRecipe {
  return {
    jobs: [...jobs, { operation, uuids: outcome.uuids, points: outcome.points, service }],
    variants: [...variants, ...lockedVariants(outcome)],
  };
}

/**
 * The results as the lock keeps them. An image that the service refused has a figure that failed.
 */
export function lockedVariants({ variants, members }: JobOutcome): LockedVariant[] {
  if (members === undefined) return variants.map(lockedVariant);
  const byUuid = new Map(variants.map((variant) => [variant.uuid, variant]));
  return members.map(({ uuid, reason }): LockedVariant => {
    const variant = uuid === null ? undefined : byUuid.get(uuid);
    if (variant?.status === 'done') return lockedVariant(variant);
    const failed = { uuid: uuid ?? '', failed: true } as const;
    return reason === null ? failed : { ...failed, reason };
  });
}

function lockedVariant(outcome: JobOutcome['variants'][number]): LockedVariant {
  return outcome.status === 'done'
    ? { uuid: outcome.uuid, digest: outcome.digest, bytes: outcome.bytes }
    : { uuid: outcome.uuid, failed: true };
}

/**
 * A result that could not be fetched is not a job that failed: nothing is locked then, and the
 * next run resumes the job from the journal.
 */
export function assertSettled(outcome: JobOutcome): void {
  for (const variant of outcome.variants) {
    if (variant.status === 'failed' && !isFailedJob(variant.error)) throw variant.error;
  }
}

/** Where every variant failed, the asset did. Of a batch, its outputs tell each figure that failed. */
export function assertSome(asset: Asset, outcome: JobOutcome): void {
  if (outcome.members !== undefined) return;
  const failed = outcome.variants.filter((variant) => variant.status === 'failed');
  const first = failed[0];
  if (first === undefined || failed.length < outcome.variants.length) return;
  throw first.error instanceof AssetgenError
    ? first.error
    : new AssetgenError('ASSETGEN_JOB_FAILED', `${asset.name}: the service's job failed`, {
        cause: first.error,
        hint: `Ask again with \`assetgen reroll ${asset.name}\`.`,
      });
}

/** Whether the service no longer knows a UUID. */
export function isForgotten(error: unknown): boolean {
  // A picture or video that a service does not know may be told as failed: no other status is shown.
  const codes = ['ASSETGEN_JOB_UNKNOWN', 'ASSETGEN_JOB_FAILED'];
  return error instanceof AssetgenError && codes.includes(error.code);
}

/** Whether the service said of a job that it failed. */
export function isFailedJob(error: unknown): boolean {
  return error instanceof AssetgenError && error.code === 'ASSETGEN_JOB_FAILED';
}
