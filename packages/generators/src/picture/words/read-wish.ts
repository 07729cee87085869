import type { Rgb } from '../art/colour.ts';
import { rgb } from '../art/colour.ts';
import type { Random } from '../art/random.ts';
import type { Biome, Daytime, Weather } from './vocabulary.ts';
import {
  BIOMES,
  COLOURS,
  DAYTIMES,
  MANY,
  MUTED,
  SUBJECTS,
  VIVID,
  WEATHERS,
  WORD_COLOURS,
} from './vocabulary.ts';

/** What the words of a prompt ask for. */
export interface Wish {
  readonly daytime: Daytime;
  readonly weather: Weather;
  readonly biome: Biome;
  /** Names of the subject table, in the order of the prompt. */
  readonly subjects: readonly WishedSubject[];
  /** Colours that belong to no subject; they tint the whole picture. */
  readonly colours: readonly Rgb[];
  /** 1 is plain; above is vivid, below muted. */
  readonly vividness: number;
  /** Which of these the words name; the others were chosen. */
  readonly named: { readonly daytime: boolean; readonly weather: boolean; readonly biome: boolean };
}

export interface WishedSubject {
  readonly name: string;
  readonly colour: Rgb | undefined;
  readonly many: boolean;
}

/** Reads the prompt; what it leaves open, the random source decides. */
export function readWish(prompt: string, random: Random): Wish {
  const words = (prompt.toLowerCase().match(/[\p{L}]+/gu) ?? []).slice(0, 400);
  const singles = words.map(singular);
  const find = <Key extends string>(table: Readonly<Record<Key, string>>): Key | undefined => {
    for (const [index, word] of words.entries()) {
      for (const key of Object.keys(table) as Key[]) {
        if (has(table[key], word) || has(table[key], singles[index] ?? word)) return key;
      }
    }
    return undefined;
  };
  const subjects: WishedSubject[] = [];
  const colours: Rgb[] = [];
  let pending: Rgb | undefined;
  let pendingAge = 0;
  let last = -9;
  for (const [index, word] of words.entries()) {
    const single = singles[index] ?? word;
    const name = Object.keys(SUBJECTS).find(
      (key) => has(SUBJECTS[key]?.[0] ?? '', word) || has(SUBJECTS[key]?.[0] ?? '', single),
    );
    if (name !== undefined) {
      const many =
        single !== word || has(MANY, words[index - 1] ?? '') || has(MANY, words[index - 2] ?? '');
      // The tree of "palm tree" is the palm.
      const again = name === 'tree' && isPlant(subjects.at(-1)?.name) && index - last <= 1;
      last = index;
      if (!again && !subjects.some((subject) => subject.name === name)) {
        const own = WORD_COLOURS[word] ?? WORD_COLOURS[single];
        subjects.push({
          name,
          colour: pending ?? (own === undefined ? undefined : rgb(own)),
          many,
        });
      }
      pending = undefined;
      continue;
    }
    if (pending !== undefined && ++pendingAge > 3) {
      colours.push(pending);
      pending = undefined;
    }
    // Golden light is a time of day, not a colour.
    const light =
      word === 'golden' && /^(?:hour|light|evening|morning)$/.test(words[index + 1] ?? '');
    const hex = light ? undefined : COLOURS[word];
    if (hex !== undefined) {
      if (pending !== undefined) colours.push(pending);
      pending = rgb(hex);
      pendingAge = 0;
    }
  }
  if (pending !== undefined) colours.push(pending);

  const named = { daytime: find(DAYTIMES), weather: find(WEATHERS), biome: find(BIOMES) };
  const kept = subjects.filter(({ name }) => !grows(name, named.biome)).slice(0, 4);
  const home = SUBJECTS[kept[0]?.name ?? '']?.[1];
  const biome =
    named.biome ??
    (named.weather === 'snow' && home === 'hills' ? 'forest' : home) ??
    (named.daytime === undefined && named.weather === undefined
      ? 'abstract'
      : random.pick(['mountains', 'hills', 'sea', 'forest']));
  const weather = named.weather ?? (random.chance(0.5) || biome === 'desert' ? 'clear' : 'cloudy');
  return {
    daytime: named.daytime ?? random.pick(LIKELY[weather]),
    weather,
    biome,
    subjects: kept,
    colours,
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

/** Light that suits a weather when the words name none. */
const LIKELY: Readonly<Record<Weather, readonly [Daytime, ...Daytime[]]>> = {
  clear: ['dawn', 'day', 'day', 'day', 'golden', 'golden', 'sunset'],
  cloudy: ['dawn', 'day', 'day', 'golden', 'golden', 'sunset', 'dusk'],
  rain: ['day', 'dusk'],
  storm: ['day', 'dusk'],
  snow: ['day', 'day', 'dawn', 'dusk'],
  mist: ['dawn', 'day', 'golden'],
};

function isPlant(name: string | undefined): boolean {
  return name === 'palm' || name === 'pine' || name === 'flower' || name === 'tree';
}

/** Trees of a forest are its growth, not its subject. */
function grows(name: string, biome: Biome | undefined): boolean {
  return biome === 'forest' && (name === 'pine' || name === 'tree');
}

function has(list: string, word: string): boolean {
  return ` ${list} `.includes(` ${word} `);
}

function singular(word: string): string {
  if (word.endsWith('wolves')) return 'wolf';
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
