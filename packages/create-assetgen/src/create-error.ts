/** A request that cannot be fulfilled; nothing was written. */
export class CreateError extends Error {
  override readonly name = 'CreateError';
  /** What to do instead; null where the message says it. */
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}
