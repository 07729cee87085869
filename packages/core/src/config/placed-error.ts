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
 * Where in a module an error came from: the first place of its stack that is in it. null where none is, as of a value
 * that is no error.
 *
 * @param names what the stack may call the module, or the ends of that
 */
export function placeInStack(error: unknown, names: readonly string[]): Placed['mark'] | null {
  const stack = error instanceof Error ? String(error.stack) : '';
  for (const behind of names.flatMap((name) => stack.split(`${name}:`).slice(1))) {
    // A syntax error has its line alone.
    const [, line, column = '1'] = /^(\d+)(?::(\d+))?/.exec(behind) ?? [];
    if (line !== undefined) return { line: Number(line) - 1, column: Number(column) - 1 };
  }
  return null;
}
