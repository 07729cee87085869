import { AssetgenError, isAssetgenError } from '@assetgen/client/errors';
import type { ErrorCode } from '@assetgen/client/errors';
import { diskError } from '../../fs/disk-error.ts';
import type { LocalStep, StepNeeds } from '../local-step.ts';
import type { MadeBlob, SourceTask, StepsOutcome } from '../run-steps.ts';

/** What a worker is told. */
export type ToWorker =
  | {
      readonly type: 'task';
      readonly task: SourceTask;
      readonly threads: number;
      /** Memory that it may take without waiting for an answer. Unit: bytes. */
      readonly granted: number;
    }
  /** The memory that it asked for, beyond what it was granted, is granted. */
  | { readonly type: 'admitted' }
  /** A task with such a step is to come. */
  | { readonly type: 'prepare'; readonly step: LocalStep }
  | { readonly type: 'close' };

/** What a worker tells. */
export type FromWorker =
  | { readonly type: 'needs'; readonly needs: StepNeeds }
  | { readonly type: 'opened' }
  | { readonly type: 'made'; readonly index: number; readonly blob: MadeBlob }
  | { readonly type: 'ended'; readonly outcome: StepsOutcome }
  | { readonly type: 'failed'; readonly error: PlainError };

/** An error as it travels between processes. */
export interface PlainError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | null;
  readonly stack: string | null;
}

export function plainError(error: unknown): PlainError {
  if (isAssetgenError(error)) {
    const { code, message, hint = null, stack = null } = error;
    return { code, message, hint, stack };
  }
  const told = diskError(error, 'the disk');
  if (isAssetgenError(told)) return plainError(told);
  const { message, stack = null } = error instanceof Error ? error : new Error(String(error));
  return { code: 'ASSETGEN_INTERNAL', message, hint: null, stack };
}

/** The stack stays that of the worker, for `--verbose`. */
export function asError({ code, message, hint, stack }: PlainError): AssetgenError {
  const error = new AssetgenError(code, message, hint === null ? {} : { hint });
  if (stack !== null) error.stack = stack;
  return error;
}
