/** A part of two texts that are compared. */
export interface WordChange {
  readonly type: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Words of longer texts are not compared one by one. */
const MOST_WORDS = 800;

/** What of two texts is the same, word by word: the longest common sequence. */
export function wordChanges(before: string, after: string): readonly WordChange[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (old.length > MOST_WORDS || now.length > MOST_WORDS) {
    return joined([
      { type: 'gone', text: before },
      { type: 'new', text: after },
    ]);
  }
  const lengths = commonLengths(old, now);
  const parts: WordChange[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      parts.push({ type: 'same', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (
      j >= now.length ||
      (i < old.length && at(lengths, i + 1, j) >= at(lengths, i, j + 1))
    ) {
      parts.push({ type: 'gone', text: old[i] ?? '' });
      i += 1;
    } else {
      parts.push({ type: 'new', text: now[j] ?? '' });
      j += 1;
    }
  }
  return joined(parts);
}

/** Words with the blanks behind them. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\S+|\s+/g) ?? [];
}

function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const row = rows[i];
      if (row === undefined) continue;
      row[j] =
        old[i] === now[j]
          ? at(rows, i + 1, j + 1) + 1
          : Math.max(at(rows, i + 1, j), at(rows, i, j + 1));
    }
  }
  return rows;
}

function at(rows: readonly Uint16Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}

function joined(parts: readonly WordChange[]): readonly WordChange[] {
  const result: WordChange[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.type === part.type)
      result[result.length - 1] = { ...part, text: last.text + part.text };
    else if (part.text !== '') result.push(part);
  }
  return result;
}
