/** What is wrong in a text, and where, in the shape in which the reader of YAML tells it. */
export interface Placed {
  readonly reason: string;
  /** Both from 0. */
  readonly mark: { readonly line: number; readonly column: number };
}

/** A mistake in a text, with its place. */
export class PlacedError extends Error implements Placed {
  override readonly name = 'PlacedError';
  readonly reason: string;
  readonly mark: Placed['mark'];

  constructor(reason: string, mark: Placed['mark']) {
    super(reason);
    this.reason = reason;
    this.mark = mark;
  }
}
