import { COLORS } from '../../model/words/colors.ts';
import { MATERIALS } from '../../model/words/materials.ts';
import { partNamed } from '../../model/words/parts.ts';
import { kindWords, type Mention, type Phrase } from '../../subjects/find-subjects.ts';
import type { Coloring } from '../../subjects/recolor.ts';
import { singular } from '../../subjects/singular.ts';
import { styleOf, type Style } from '../../subjects/styles.ts';
import { phrasesOf } from '../../subjects/understand.ts';
import type { Rgb } from '../art/colour.ts';
import type { Random } from '../art/random.ts';
import { habitsOf } from '../subject-habits.ts';
import type { SurfaceWord } from './surface-words.ts';
import { asksForClear, asksToRepeat, surfaceOf } from './surface-words.ts';
import type { Biome, Daytime, Weather } from './vocabulary.ts';
import { BIOMES, DAYTIMES, isSceneWord, MUTED, VIVID, WEATHERS } from './vocabulary.ts';

/** What the words of a prompt ask for. */
export interface Wish {
  readonly daytime: Daytime;
  readonly weather: Weather;
  readonly biome: Biome;
  readonly style: Style | undefined;
  /** In the order of the prompt. */
  readonly subjects: readonly WishedSubject[];
  /** Colours that belong to no subject; they tint the whole picture. */
  readonly colours: readonly Rgb[];
  /** 1 is plain; above is vivid, below muted. */
  readonly vividness: number;
  readonly frame: Frame;
  /** Which of these the words name; the others were chosen. */
  readonly named: { readonly daytime: boolean; readonly weather: boolean; readonly biome: boolean };
}

export interface WishedSubject {
  /** As the prompt says it. */
  readonly word: string;
  readonly glyph: string;
  readonly coloring: Omit<Coloring, 'turn' | 'light'>;
  readonly many: boolean;
}

/** Joints after which a second thing stands beside the first, rather than being a part of it. */
const BESIDE =
  /^(?:and|on|under|over|above|below|by|near|beside|behind|in|inside|at|,|riding|driving)$/;
/** What a picture fills. */
export type Frame =
  | { readonly is: 'whole' }
  /** The first thing has nothing behind it. */
  | { readonly is: 'clear' }
  /**
   * It goes on at its right as it begins at its left, and below as above.
   * @param surface what it is of, unless of things
   */
  | { readonly is: 'repeating'; readonly surface: SurfaceWord | undefined };

/** Words of light that make no landscape of a thing: a dark knight, a neon sign. */
const MOODS = /^(?:dark|neon|cyberpunk|bright|warm|fall)$/;

/** Reads the prompt; what it leaves open, the random source decides. */
export function readWish(prompt: string, random: Random): Wish {
  const phrases = phrasesOf(prompt);
  const free = freeWords(phrases);
  // "On a white background": what is behind a thing makes no picture without a thing.
  const backed = phrases.some(({ head }) => head !== undefined && !isScene(head));
  const words = backed ? free.filter((word) => !/^back(?:ground|drop)$/.test(word)) : free;
  const golden = /\bgolden (?:hour|light|evening|morning)\b/i.test(prompt);
  const daytime = golden ? 'golden' : find(DAYTIMES, words);
  const named = { daytime, weather: find(WEATHERS, words), biome: find(BIOMES, words) };
  const subjects = subjectsOf(phrases, named.biome);
  const frame = frameOf(prompt, phrases, subjects.length > 0);
  const placed =
    named.biome !== undefined ||
    golden ||
    words.some((word) => isSceneWord(word) && !MOODS.test(word));
  const home = subjects
    .map(({ glyph }) => habitsOf(glyph).home)
    .find((biome) => biome !== undefined);
  const open = (): Biome => {
    if (!placed) return subjects.length > 0 ? 'studio' : 'abstract';
    if (home !== undefined) return home;
    return named.weather === 'snow'
      ? 'forest'
      : random.pick(['mountains', 'hills', 'sea', 'forest'] as const);
  };
  const biome = frame.is === 'whole' ? (named.biome ?? open()) : 'studio';
  const weather = named.weather ?? (random.chance(0.5) || biome === 'desert' ? 'clear' : 'cloudy');
  return {
    daytime: named.daytime ?? (biome === 'studio' ? 'day' : random.pick(LIKELY[weather])),
    weather,
    biome,
    style: styleOf(prompt),
    frame,
    subjects: subjects.slice(0, 3),
    colours: phrases
      .filter(
        ({ head, words: said }) =>
          (frame.is === 'repeating' && frame.surface !== undefined) ||
          (head === undefined
            ? !said.some((word) => partNamed(word) !== undefined)
            : isScene(head)),
      )
      .flatMap(coloursIn),
    vividness: words.some((word) => has(VIVID, word))
      ? 1.3
      : words.some((word) => has(MUTED, word))
        ? 0.7
        : 1,
    named: {
      daytime: named.daytime !== undefined,
      weather: named.weather !== undefined,
      biome: named.biome !== undefined,
    },
  };
}

function frameOf(prompt: string, phrases: readonly Phrase[], hasThing: boolean): Frame {
  if (asksToRepeat(prompt)) return { is: 'repeating', surface: surfaceIn(phrases) };
  return { is: hasThing && asksForClear(prompt) ? 'clear' : 'whole' };
}

/** A surface that the words name; of "a pattern of wooden swords" they name a thing. */
function surfaceIn(phrases: readonly Phrase[]): SurfaceWord | undefined {
  const words = phrases.flatMap((phrase) => phrase.words);
  const things = phrases.flatMap(({ head }) =>
    head === undefined || isScene(head) || surfaceOf(head.word) !== undefined ? [] : [head],
  );
  if (things.length > 0 && words.includes('pattern')) return undefined;
  return words.map(surfaceOf).find((surface) => surface !== undefined);
}

/** The head of the first phrase that has one, and what stands beside it; each glyph once. */
function subjectsOf(phrases: readonly Phrase[], biome: Biome | undefined): WishedSubject[] {
  const subjects: WishedSubject[] = [];
  for (const phrase of phrases) {
    const { head, joint } = phrase;
    if (head === undefined || isScene(head) || grows(head.glyph, biome)) continue;
    if (subjects.length > 0 && !BESIDE.test(joint)) continue;
    if (subjects.some(({ glyph }) => glyph === head.glyph)) continue;
    const [main, second] = coloursIn(phrase).map(toUnit);
    const kind = kindWords(head);
    const material = phrase.words
      .filter((word) => !kind.includes(word))
      .map((word) => MATERIALS[word])
      .find((found) => found !== undefined);
    subjects.push({
      word: head.word,
      glyph: head.glyph,
      many: head.many,
      coloring: {
        ...(main && { main }),
        ...(second && { second }),
        ...(material?.color && { material: material.color }),
        ...(material?.other && { other: material.other }),
      },
    });
  }
  return subjects;
}

/** A mountain is no thing on a landscape, but the landscape. */
function isScene(mention: Mention): boolean {
  return isSceneWord(mention.word);
}

/** The words of a prompt that stand in the name of no thing: ice cream is not icy. */
function freeWords(phrases: readonly Phrase[]): string[] {
  return phrases.flatMap(({ words, mentions }) => {
    const taken = new Set(
      mentions.filter((mention) => !isScene(mention)).flatMap(({ word }) => word.split(' ')),
    );
    return words.filter((word) => !taken.has(word) && !taken.has(singular(word)));
  });
}

function coloursIn({ words, head }: Phrase): Rgb[] {
  return words.flatMap((word) => {
    const found = word === head?.word ? undefined : COLORS[word];
    return found === undefined ? [] : [[found[0] * 255, found[1] * 255, found[2] * 255] as const];
  });
}

function toUnit([r, g, b]: Rgb): Rgb {
  return [r / 255, g / 255, b / 255];
}

function find<Key extends string>(
  table: Readonly<Record<Key, string>>,
  words: readonly string[],
): Key | undefined {
  for (const word of words) {
    for (const key of Object.keys(table) as Key[]) {
      if (has(table[key], word) || has(table[key], singular(word))) return key;
    }
  }
  return undefined;
}

/** Light that suits a weather when the words name none. */
const LIKELY: Readonly<Record<Weather, readonly [Daytime, ...Daytime[]]>> = {
  clear: ['dawn', 'day', 'day', 'day', 'golden', 'golden', 'sunset'],
  cloudy: ['dawn', 'day', 'day', 'golden', 'golden', 'sunset', 'dusk'],
  rain: ['day', 'dusk'],
  storm: ['day', 'dusk'],
  snow: ['day', 'day', 'dawn', 'dusk'],
  mist: ['dawn', 'day', 'golden'],
};

/** Trees of a forest are its growth, not its subject. */
function grows(glyph: string, biome: Biome | undefined): boolean {
  return biome === 'forest' && (glyph === 'evergreen-tree' || glyph === 'deciduous-tree');
}

function has(list: string, word: string): boolean {
  return ` ${list} `.includes(` ${word} `);
}
