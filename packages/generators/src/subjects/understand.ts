import { COLORS } from '../model/words/colors.ts';
import { MATERIALS } from '../model/words/materials.ts';
import { partNamed } from '../model/words/parts.ts';
import { sizeNamed } from '../model/words/sizes.ts';
import { asksToRepeat, isFrameWord, surfaceOf } from '../picture/words/surface-words.ts';
import { isSceneWord } from '../picture/words/vocabulary.ts';
import { findPhrases, tokensOf, type Mention, type Phrase } from './find-subjects.ts';
import { styleOf, STYLE_WORDS, type Style } from './styles.ts';

/** What the generators take from a prompt. */
export interface Understanding {
  /** The noun that is made, as the prompt says it; none where no noun of it has a form. */
  readonly subject: string | undefined;
  /** What it is drawn as, where that is only its kind: a beagle as a dog. */
  readonly drawnAs: string | undefined;
  readonly style: Style | undefined;
  /** Nouns, colours, materials, styles and places that have an effect. */
  readonly known: readonly string[];
  /** Words without an effect. */
  readonly unknown: readonly string[];
  /** True where words were given and none of them names a thing, or for a picture a place, that has a form. */
  readonly standIn: boolean;
}

/** Words that tell of a thing or of the picture. */
function describes(word: string): boolean {
  return (
    Object.hasOwn(COLORS, word) ||
    Object.hasOwn(MATERIALS, word) ||
    sizeNamed(word) !== undefined ||
    partNamed(word) !== undefined ||
    STYLE_WORDS.has(word) ||
    isSceneWord(word)
  );
}

/** The phrases of a prompt, each with the noun that it is about. */
export function phrasesOf(prompt: string): Phrase[] {
  return findPhrases(tokensOf(prompt), describes);
}

/** What the prompt is about: the head of its first phrase that has one. */
export function subjectOf(phrases: readonly Phrase[]): Mention | undefined {
  return phrases.find(({ head }) => head !== undefined)?.head;
}

/**
 * Says what a prompt gives: the same reading as the generators', without making anything.
 *
 * @param kind Places, times and weather have a form in pictures and videos only.
 */
export function understand(prompt: string, kind: 'model' | 'image' | 'video'): Understanding {
  const phrases = phrasesOf(prompt);
  const subject = subjectOf(phrases);
  const tokens = tokensOf(prompt).filter((token) =>
    /[\p{L}\p{Extended_Pictographic}]/u.test(token),
  );
  const isDrawn = kind !== 'model';
  const repeats = isDrawn && asksToRepeat(prompt);
  const isSurface = (word: string): boolean => repeats && surfaceOf(word) !== undefined;
  const tells = (word: string): boolean =>
    describes(word) || isSurface(word) || (isDrawn && isFrameWord(word, prompt));
  const telling = tokens.filter(tells);
  const placed = isDrawn && tokens.some((word) => isSceneWord(word) || isSurface(word));
  const known = [...phrases.flatMap(({ head }) => (head ? [head.word] : [])), ...telling];
  return {
    subject: subject?.word,
    drawnAs:
      subject?.exact === false
        ? subject.glyph.replace(/^mdi-/, '').replaceAll('-', ' ')
        : undefined,
    style: styleOf(prompt),
    known: [...new Set(known)],
    unknown: [...new Set(phrases.flatMap(({ unknown }) => unknown.filter((word) => !tells(word))))],
    standIn: tokens.length > 0 && subject === undefined && !placed,
  };
}
