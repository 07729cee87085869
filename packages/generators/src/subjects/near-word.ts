import { lexicon } from './lexicon.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Shorter words are near too many others. */
const SHORTEST = 6;

/** The noun that is meant by a word with one slip after its first letter: a letter more, less or other, or two swapped. */
export function nearWord(word: string): string | undefined {
  if (word.length < SHORTEST) return undefined;
  const { words } = lexicon();
  const near = new Set<string>();
  for (let at = 1; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    near
      .add(before + after.slice(1))
      .add(before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2));
    for (const letter of LETTERS)
      near.add(before + letter + after).add(before + letter + after.slice(1));
  }
  const found = [...near].filter((each) => words.get(each)?.exact === true);
  return found.length === 1 ? found[0] : undefined;
}
