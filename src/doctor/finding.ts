/** One thing that `doctor` looked at. */
export interface Finding {
  readonly name: string;
  readonly level: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** What to do; null where nothing has to be done. */
  readonly hint: string | null;
}

export function good(name: string, found: string): Finding {
  return { name, level: 'ok', found, hint: null };
}

export function warn(name: string, found: string, hint: string): Finding {
  return { name, level: 'warn', found, hint };
}

export function fail(name: string, found: string, hint: string): Finding {
  return { name, level: 'fail', found, hint };
}

/** The reason of an error, on one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? '';
}
