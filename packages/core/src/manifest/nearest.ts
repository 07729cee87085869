/**
 * The known word nearest to `word` by edit distance, or else one that begins with it. Null where none is near enough to
 * be what was meant: more than a third of the letters differ, at least two, or the first of a word of three letters.
 */
export function nearest(word: string, known: Iterable<string>): string | null {
  const limit = Math.min(Math.max(2, Math.floor(word.length / 3)), word.length - 1);
  const wanted = word.toLowerCase();
  let best: string | null = null;
  let bestDistance = limit + 1;
  let begun: string | null = null;
  for (const each of known) {
    if (each.toLowerCase().startsWith(wanted)) begun ??= each;
    if (Math.abs(each.length - word.length) >= bestDistance) continue;
    const distance = editDistance(wanted, each.toLowerCase());
    if (distance < bestDistance && (distance < 2 || isLikely(word, each))) {
      best = each;
      bestDistance = distance;
    }
  }
  return best ?? (word.length < MIN_BEGINNING ? null : begun);
}

/** Shorter beginnings say too little. */
const MIN_BEGINNING = 3;

/** Two of three letters are most of a word: `key` is not `yes`. */
function isLikely(word: string, known: string): boolean {
  return word.length > 3 || word[0]?.toLowerCase() === known[0]?.toLowerCase();
}

/**
 * The known names that `word` may have meant, the likeliest first: those within its distance, and those that have it
 * as a part, such as `props/dragon` for `dragon`.
 *
 * @param most how many at most. @default 3
 */
export function nearestFew(word: string, known: Iterable<string>, most: number = 3): string[] {
  const limit = Math.max(2, Math.floor(word.length / 3));
  const wanted = word.toLowerCase();
  const rank = (name: string): number => {
    const lower = name.toLowerCase();
    const distances = [lower, lower.split('/').at(-1) ?? ''].map((each) =>
      editDistance(wanted, each),
    );
    const distance = Math.min(...distances);
    if (distance <= limit) return distance;
    return wanted.length > 2 && lower.includes(wanted) ? limit + 1 : Infinity;
  };
  return [...known]
    .map((name) => ({ name, rank: rank(name) }))
    .filter((each) => each.rank < Infinity)
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name);
}

/** Optimal string alignment distance: a swap of two neighbours counts once. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + cost,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        value = Math.min(value, (beforePrevious[j - 2] ?? 0) + 1);
      }
      current.push(value);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
