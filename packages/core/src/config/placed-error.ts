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

/**
 * The error of a module that ran, at the place in the module that it came from: the first line of its stack that names
 * it. As it is where none does, as of a value that is no error.
 *
 * @param names what the stack may call the module, or the ends of that
 */
export function placedError(error: unknown, names: readonly string[]): unknown {
  if (!(error instanceof Error)) return error;
  for (const name of names) {
    const [, behind = ''] = error.stack?.split(`${name}:`) ?? [];
    // A syntax error has its line alone.
    const [, line, column = '1'] = /^(\d+)(?::(\d+))?/.exec(behind) ?? [];
    if (line !== undefined) {
      return new PlacedError(error.message, { line: Number(line) - 1, column: Number(column) - 1 });
    }
  }
  return error;
}
