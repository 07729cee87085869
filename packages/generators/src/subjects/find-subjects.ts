import { wordList } from '../word-list.ts';
import { lexicon, type Entry } from './lexicon.ts';
import { nearWord } from './near-word.ts';
import { singular } from './singular.ts';

/** A noun of a prompt that has a form. */
export interface Mention extends Entry {
  /** As the prompt says it, in the singular where only that is known. */
  readonly word: string;
  /** Index of its first word, and of the word after its last, in the prompt's words. */
  readonly from: number;
  readonly to: number;
  /** Said in the plural, or after "two", "many", … */
  readonly many: boolean;
}

/** What a phrase between two joints ("on", "with", a comma) is about. */
export interface Phrase {
  /** The joint before it ("on", "with", a comma); empty for the first. */
  readonly joint: string;
  /** The last noun of it that has a form: a coffee cup is a cup. */
  readonly head: Mention | undefined;
  readonly mentions: readonly Mention[];
  /** All its words. */
  readonly words: readonly string[];
  /** Its words that have no form and tell of nothing that the generators know. */
  readonly unknown: readonly string[];
}

/** Words that end a phrase: what follows is about something else. */
const JOINTS = new Set(
  wordList(`
  and or with without no on in at under over above below by near beside behind inside from to into onto for against
  through across along around between before after during while that which who whose is are was has have having
  holding wearing riding sitting standing lying flying floating running walking sleeping eating playing looking
  hanging made covered surrounded filled full wrapped driving sailing swimming jumping resting
`),
);
/** Before "of" they measure out what follows: a slice of pizza is pizza. */
const MEASURES = new Set(
  wordList(`
  slice piece cup bowl glass plate pair bunch pile stack bouquet loaf portrait picture photo image painting drawing
  illustration model sculpture statue figurine figure toy bust bottle basket jar bag box herd flock pack group kind type sort row set close-up view
  icon sprite render scene lot
`),
);
/** Behind a word in -ing they say that it is what somebody does: fighting a dragon. */
const ARTICLES = new Set(wordList('a an the his her its their my your our another some any'));
/** What follows is to be left out. */
const LEFT_OUT = new Set(['no', 'without']);
const MANY = new Set(
  wordList('two three four five six seven several many some few couple flock herd group'),
);
/** Articles and the like: they name nothing. */
const SILENT = new Set(
  wordList(`
  a an the this that these those my your our his her its their some any one of as very really quite single small
  big large huge tiny giant little old new young beautiful pretty nice good high low detailed detail realistic
  photorealistic stylized stylised cartoon cartoonish style styled game ready asset prop object render rendering
  rendered model design quality cute simple cool awesome epic majestic lighting cinematic dramatic
`),
);

/** The words, joints and emoji of a prompt, an emoji without what tells only of its look. */
export function tokensOf(prompt: string): string[] {
  return (
    prompt
      .toLowerCase()
      .slice(0, 4000)
      .replaceAll(/\ufe0f|[\u{1f3fb}-\u{1f3ff}]/gu, '')
      .replaceAll(/\u{1f468}(?=\u200d)|\u{1f469}(?=\u200d)/gu, '\u{1f9d1}')
      .match(
        /[\p{L}\d]+(?:'s\b)?|\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic})*|[,.;:!?()]/gu,
      )
      ?.map((token) => token.replace(/'s$/, '')) ?? []
  );
}

/**
 * Splits a prompt into phrases and finds the noun that each is about, longest names first.
 *
 * @param describes True for a word that tells of a thing or of the picture, as colours do.
 */
export function findPhrases(
  tokens: readonly string[],
  describes: (word: string) => boolean,
): Phrase[] {
  const phrases: Phrase[] = [];
  const tells = (word: string): boolean =>
    JOINTS.has(word) ||
    SILENT.has(word) ||
    MANY.has(word) ||
    MEASURES.has(singular(word)) ||
    describes(word);
  let mentions: Mention[] = [];
  let unknown: string[] = [];
  let joint = '';
  let start = 0;
  const close = (next: string, end: number): void => {
    const words = tokens.slice(start, end);
    if (words.length > 0 && !LEFT_OUT.has(joint))
      phrases.push({ joint, head: mentions.at(-1), mentions, words, unknown });
    // "Without windows or doors" has neither.
    const goesOn = LEFT_OUT.has(joint) && (next === 'and' || next === 'or');
    [mentions, unknown, joint, start] = [[], [], goesOn ? joint : next, end + 1];
  };
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]!;
    const found = longest(tokens, at) ?? (tells(token) ? undefined : misspelt(tokens, at));
    if (token === 'of') {
      // What measures gives way to what follows, which keeps its colours.
      const last = tokens[at - 1] ?? '';
      if (MEASURES.has(singular(last))) [mentions, unknown] = [[], []];
      else close('of', at);
      at++;
    } else if (found !== undefined && (found.to - at > 1 || !JOINTS.has(token))) {
      mentions.push(found);
      at = found.to;
    } else {
      const isDone = token.endsWith('ing') && ARTICLES.has(tokens[at + 1] ?? '');
      const isName = /[\p{L}\d\p{Extended_Pictographic}]/u.test(token);
      if (JOINTS.has(token) || isDone || !isName) close(token, at);
      else if (
        !SILENT.has(token) &&
        !MANY.has(token) &&
        !describes(token) &&
        !/^\d+$|ly$/.test(token)
      )
        unknown.push(token);
      at++;
    }
  }
  close('', tokens.length);
  return phrases;
}

function misspelt(tokens: readonly string[], at: number): Mention | undefined {
  const word = nearWord(tokens[at]!) ?? nearWord(singular(tokens[at]!));
  const found = word === undefined ? undefined : longest([word], 0);
  return found && { ...found, from: at, to: at + 1, many: word !== nearWord(tokens[at]!) };
}

function longest(tokens: readonly string[], from: number): Mention | undefined {
  const { words } = lexicon();
  for (let count = Math.min(4, tokens.length - from); count > 0; count--) {
    const part = tokens.slice(from, from + count);
    const said = part.join(' ');
    const last = part.at(-1)!;
    const one = [...part.slice(0, -1), singular(last)].join(' ');
    const word = words.has(said) ? said : words.has(one) ? one : joined(part);
    if (word === undefined) continue;
    const before = [tokens[from - 1] ?? '', tokens[from - 2] ?? ''];
    // Scissors are one thing, and the drawing of grapes has many.
    const many = word !== said || before.some((near) => MANY.has(near) || near === said);
    const entry = words.get(word)!;
    // An emoji is called what it shows.
    const name = /\p{L}/u.test(word) ? word : entry.glyph.replaceAll('-', ' ');
    return { ...entry, word: name, from, to: from + count, many };
  }
  return undefined;
}

/** A name in one word that the prompt has in two: "fire place". "Car and a truck" is no caranda palm. */
function joined(part: readonly string[]): string | undefined {
  if (part.length !== 2 || part.some((word) => JOINTS.has(word) || SILENT.has(word)))
    return undefined;
  const word = part.join('');
  return lexicon().words.has(word) ? word : undefined;
}

/** Words before the noun that tell of its kind, not of what it is made of: a pine tree is no furniture. */
export function kindWords({ word, glyph }: Mention): readonly string[] {
  // A drawing in one colour shows no material.
  return glyph.startsWith('mdi-') ? [] : word.split(' ').slice(0, -1);
}
