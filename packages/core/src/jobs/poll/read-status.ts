import { CODE_STATUS } from '@assetgen/client/wire';
import type { CallOptions, Client, GenerationResult, ModelRetrieval } from '@assetgen/client';
import type { ResultKind } from '../job-engine.ts';

/** What one poll found, whichever operation told it. */
export type JobStatus =
  | { readonly status: 'done'; readonly url: string }
  /** Completed, and no address yet. */
  | { readonly status: 'no-url' }
  | { readonly status: 'pending'; readonly told: string }
  /** A state that the specification does not know; `url` null: it gives no address. */
  | { readonly status: 'undocumented'; readonly told: string; readonly url: string | null }
  | { readonly status: 'failed'; readonly message: string; readonly proof: FailureProof }
  | { readonly status: 'unknown-uuid'; readonly message: string };

/**
 * What an answer that says "failed" proves.
 *
 * - `documented`: a `codeStatus` of -3.
 * - `known-job`: the answer shows that the service knows the job.
 * - `none`: it may be what the service says of a UUID that it does not know (yet).
 */
export type FailureProof = 'documented' | 'known-job' | 'none';

/** States that are no success and will not change; only `failed` is of the specification. */
const ENDED: ReadonlySet<string> = new Set([
  'failed',
  'failure',
  'error',
  'errored',
  'cancelled',
  'canceled',
  'expired',
  'rejected',
  'aborted',
  'terminated',
  'timeout',
  'timed_out',
  'blocked',
  'moderated',
  'deleted',
]);

/** Asks for the state of one UUID by the operation that knows its kind (sections 2.3, 2.4, 3.1). */
export async function readStatus(
  client: Client,
  uuid: string,
  kind: ResultKind,
  options: CallOptions,
): Promise<JobStatus> {
  return kind === 'model'
    ? fromRetrieval(await client.retrieveModel({ uuid }, options))
    : fromResult(await client.queryGenerationResult({ uuid }, options), uuid);
}

function fromRetrieval(answer: ModelRetrieval): JobStatus {
  switch (answer.codeStatus) {
    case CODE_STATUS.completed:
      return answer.modelUrl === null
        ? { status: 'no-url' }
        : { status: 'done', url: answer.modelUrl };
    case CODE_STATUS.generating:
      return { status: 'pending', told: 'generating' };
    case CODE_STATUS.failed:
      return { status: 'failed', message: answer.message, proof: 'documented' };
    case CODE_STATUS.unknownUuid:
      return { status: 'unknown-uuid', message: answer.message };
    default:
      return {
        status: 'undocumented',
        told: `codeStatus ${answer.codeStatus}`,
        url: answer.modelUrl,
      };
  }
}

function fromResult(answer: GenerationResult, uuid: string): JobStatus {
  const { success, resultType, resultUrl } = answer;
  const state = answer.status.trim().toLowerCase().replaceAll(/[ -]/g, '_');
  switch (state) {
    case 'completed':
      return resultUrl === null ? { status: 'no-url' } : { status: 'done', url: resultUrl };
    case 'queued':
    case 'processing':
      return { status: 'pending', told: state };
  }
  const told = `state \`${answer.status.slice(0, 60)}\``;
  if (ENDED.has(state)) {
    // `failed` is also what a query may say that does not know the UUID; it has no type for it then.
    const isKnown = success && answer.uuid === uuid && (state !== 'failed' || resultType !== null);
    const words = answer.message === null ? '' : `: ${answer.message}`;
    const message = `the service reports ${told}${words}`;
    return { status: 'failed', message, proof: isKnown ? 'known-job' : 'none' };
  }
  if (!success && resultUrl === null) return { status: 'unknown-uuid', message: answer.status };
  return { status: 'undocumented', told, url: resultUrl };
}
