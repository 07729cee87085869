import { lexicon } from './lexicon.ts';
import { NO_SLIPS } from './no-slips.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Shorter words are near too many others. */
const SHORTEST = 6;

/**
 * The noun that is meant by a word with one slip after its first letter: a letter more, less or other, or two swapped.
 * What has become of a thing (painted, twisted) is not meant as one.
 */
export function nearWord(word: string): string | undefined {
  if (word.length < SHORTEST || NO_SLIPS.has(word)) return undefined;
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
  const [only] = found;
  if (found.length !== 1 || (word.endsWith('ed') && only?.endsWith('ed') === false))
    return undefined;
  return only;
}
