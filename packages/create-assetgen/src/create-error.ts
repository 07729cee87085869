/** A request that cannot be fulfilled; nothing was written. */
export class CreateError extends Error {
  override readonly name = 'CreateError';
  /** What to do instead; null where the message says it. */
  readonly hint: string | null;
  /** A row of `docs/reference/errors.md`. @default `ASSETGEN_USAGE` */
  readonly code: 'ASSETGEN_USAGE' | 'ASSETGEN_PNP' | 'ASSETGEN_INTERRUPTED';

  constructor(
    message: string,
    hint: string | null = null,
    code: CreateError['code'] = 'ASSETGEN_USAGE',
  ) {
    super(message);
    this.hint = hint;
    this.code = code;
  }
}
