/** What makes one text of another: at `at`, `inserted` stands in place of `removed`. */
export interface TextSplice {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** The smallest single splice between two texts. */
export function spliceOf(before: string, after: string): TextSplice {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  let rest = 0;
  while (
    rest < most - at &&
    before.charCodeAt(before.length - 1 - rest) === after.charCodeAt(after.length - 1 - rest)
  ) {
    rest += 1;
  }
  return {
    at,
    removed: before.slice(at, before.length - rest),
    inserted: after.slice(at, after.length - rest),
  };
}

export function applySplice(text: string, { at, removed, inserted }: TextSplice): string {
  return text.slice(0, at) + inserted + text.slice(at + removed.length);
}

export function revertSplice(text: string, { at, removed, inserted }: TextSplice): string {
  return applySplice(text, { at, removed: inserted, inserted: removed });
}
