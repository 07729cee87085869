import { AssetgenError } from '@assetgen/client/errors';
import type { CollectResult } from './collect-result.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { JobRequest, VariantOutcome } from './job-engine.ts';
import { JobError } from './job-error.ts';
import type { Acceptance } from './journal/journal-record.ts';
import type { BatchMember } from './submit/match-batch.ts';

/**
 * Collects every variant of an accepted create; what fails one of them leaves the others alone.
 * @param members of a batch: what the service said of each image
 */
export async function collectVariants(
  ports: EnginePorts,
  collect: CollectResult,
  { asset, result: kind, create }: JobRequest,
  acceptance: Acceptance,
  members: readonly BatchMember[],
  signal: AbortSignal | undefined,
): Promise<readonly VariantOutcome[]> {
  const { uuids, at: acceptedAt } = acceptance;
  const v1 = create.operation === 'generateImages';
  const settled = await Promise.allSettled(
    uuids.map((uuid) =>
      collect({ asset, uuid, kind, operation: create.operation, acceptedAt, v1, signal }),
    ),
  );
  if (signal?.aborted === true && settled.some((result) => result.status === 'rejected')) {
    throw interrupted(ports, asset, acceptance, signal.reason);
  }
  return settled.map((result, index): VariantOutcome => {
    const uuid = uuids[index] ?? '';
    if (result.status === 'fulfilled') {
      return { status: 'done', uuid, ...result.value };
    }
    if (!isAboutVariant(result.reason)) {
      throw result.reason;
    }
    const refused = members.find((member) => member.uuid === uuid)?.reason ?? null;
    const error = refused === null ? result.reason : refusal(asset, uuid, refused, result.reason);
    return { status: 'failed', uuid, error };
  });
}

/** The service said at once that it failed, and no result came of it: its word is enough. */
function refusal(asset: string, uuid: string, reason: string, cause: Error): Error {
  const { code } = cause as AssetgenError;
  if (code !== 'ASSETGEN_JOB_FAILED' && code !== 'ASSETGEN_JOB_UNKNOWN') return cause;
  return new JobError('ASSETGEN_JOB_FAILED', asset, [uuid], `${uuid} failed: ${reason}`, { cause });
}

/** Tells that a wait was stopped; gives the error that says so. */
export function interrupted(
  ports: EnginePorts,
  asset: string,
  acceptance: Acceptance,
  cause: unknown,
): JobError {
  const { uuids, points } = acceptance;
  const free = ports.isFree;
  ports.emit({ type: 'interrupted', asset, uuids, points, free });
  const cost = points === null ? '' : ` (${points} points)`;
  const rest = free ? '' : `, which continues at the service and stays billed${cost}`;
  return new JobError(
    'ASSETGEN_INTERRUPTED',
    asset,
    uuids,
    `stopped waiting for ${uuids.join(', ')}${rest}`,
    { hint: `Run again to resume it${free ? '' : '; nothing is paid again'}.`, cause },
  );
}

/** True for what ends one variant and leaves the others alone. */
function isAboutVariant(error: unknown): error is Error {
  return (
    error instanceof AssetgenError &&
    [
      'ASSETGEN_JOB_FAILED',
      'ASSETGEN_JOB_UNKNOWN',
      'ASSETGEN_NO_RESULT',
      'ASSETGEN_DOWNLOAD',
      'ASSETGEN_CONTENT',
      'ASSETGEN_DIGEST',
    ].includes(error.code)
  );
}
