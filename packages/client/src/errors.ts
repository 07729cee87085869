export { cleanText } from './clean-text.ts';

/** A stable code of an error, such as `ASSETGEN_BUDGET`. Every code stands in `docs/errors.md`. */
export type ErrorCode = `ASSETGEN_${string}`;

export interface AssetgenErrorOptions {
  /** What to do about it: one sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/**
 * The base of every error that we throw on purpose. The message says what was expected and what
 * was found, the hint what to do; neither ever holds a key or a signed URL.
 */
export class AssetgenError extends Error {
  override readonly name: string = 'AssetgenError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: AssetgenErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }
}

/** True for our own errors, also across two copies of this package. */
export function isAssetgenError(error: unknown): error is AssetgenError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('ASSETGEN_')
  );
}
