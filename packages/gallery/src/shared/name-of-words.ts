/** Most words and characters of a name that nobody chose. */
const MOST_WORDS = 3;
const MOST_CHARACTERS = 40;

/** Words that say nothing of a thing. */
const SMALL = new Set(['a', 'an', 'the', 'of', 'with', 'in', 'on', 'at', 'and', 'for', 'to', 'by']);

/** A name for an asset by its prompt: `a small red dragon, game ready` → `small-red-dragon`; may be empty. */
export function nameOfWords(prompt: string): string {
  return prompt
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !SMALL.has(word))
    .slice(0, MOST_WORDS)
    .join('-')
    .slice(0, MOST_CHARACTERS)
    .replace(/-+$/, '');
}
