import { CODE_STATUS } from '@assetgen/client/wire';
import type { CallOptions, Client, GenerationResult, ModelRetrieval } from '@assetgen/client';
import type { ResultKind } from '../job-engine.ts';

/** What one poll found, whichever operation told it. */
export type JobStatus =
  | { readonly status: 'done'; readonly url: string }
  /** Completed, and no address yet. */
  | { readonly status: 'no-url' }
  | { readonly status: 'pending'; readonly told: string }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'unknown-uuid'; readonly message: string };

/** Asks for the state of one UUID by the operation that knows its kind (sections 2.3, 2.4, 3.1). */
export async function readStatus(
  client: Client,
  uuid: string,
  kind: ResultKind,
  options: CallOptions,
): Promise<JobStatus> {
  return kind === 'model'
    ? fromRetrieval(await client.retrieveModel({ uuid }, options))
    : fromResult(await client.queryGenerationResult({ uuid }, options));
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
      return { status: 'failed', message: answer.message };
    case CODE_STATUS.unknownUuid:
      return { status: 'unknown-uuid', message: answer.message };
    default:
      // Not documented, so not terminal: the deadline ends it.
      return { status: 'pending', told: `codeStatus ${answer.codeStatus}` };
  }
}

function fromResult(answer: GenerationResult): JobStatus {
  if (!answer.success && answer.resultUrl === null && answer.status !== 'failed') {
    return { status: 'unknown-uuid', message: answer.status };
  }
  switch (answer.status.toLowerCase()) {
    case 'completed':
      return answer.resultUrl === null
        ? { status: 'no-url' }
        : { status: 'done', url: answer.resultUrl };
    case 'failed':
      return { status: 'failed', message: 'the service reports status failed' };
    default:
      return { status: 'pending', told: answer.status };
  }
}
