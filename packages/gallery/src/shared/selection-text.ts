/** No name of a file on every system has it. */
const BETWEEN = '*';
/** All that the filters show. */
const ALL = '*';

/** What is longer, chats and servers cut off, and some browsers refuse. Unit: characters. */
const MOST = 2000;

/**
 * Chosen assets as an address has them: their names; of a great many that are all the filters show, `*`.
 * @param shown names that the filters show
 * @returns null where an address cannot hold them
 */
export function printSelection(
  selected: ReadonlySet<string>,
  shown: readonly string[],
): string | null {
  const names = [...selected].toSorted().join(BETWEEN);
  if (names.length <= MOST) return names;
  const isAll = selected.size === shown.length && shown.every((name) => selected.has(name));
  return isAll ? ALL : null;
}

/** The names that an address means. @param shown names that the filters show */
export function parseSelection(text: string, shown: readonly string[]): ReadonlySet<string> {
  return new Set(text === ALL ? shown : text.split(BETWEEN).filter(Boolean));
}
