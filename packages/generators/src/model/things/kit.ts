import { createNoise, type Noise } from '../noise.ts';
import { rgb, type Finish, type Rgb } from '../paint/finish.ts';
import { makeStuff } from '../paint/make-stuff.ts';
import { createRandom, hashText, type Random } from '../random.ts';
import type { Part } from '../shape/part.ts';
import type { Triple } from '../shape/place.ts';
import type { StuffName } from '../words/materials.ts';
import type { Wish } from '../words/read-prompt.ts';
import { variationOf } from './variation.ts';

/** A recognisable thing of the grammar. */
export interface Thing {
  readonly name: string;
  /** Nouns that ask for it. */
  readonly words: readonly string[];
  /** Usual largest dimension. Unit: metres. */
  readonly metres: number;
  /** Circles of it stand upright, as wheels do: variants have its proportions. @default false */
  readonly rigid?: boolean;
  /** Its closed pieces, about 2 units large, standing on Y = 0 and facing +Z. */
  build(kit: Kit): Part[];
}

/** What a thing is built with: chance, noise, and the prompt's colours and materials. */
export interface Kit {
  readonly random: Random;
  readonly noise: Noise;
  /** Of this variant, against the usual ones; see `Variation`. */
  readonly proportions: Triple;
  between(low: number, high: number): number;
  /** True when the prompt says any of the words. */
  has(...words: readonly string[]): boolean;
  /** The colour said for the first of `parts` that has one, else `usual`. */
  color(usual: number, ...parts: readonly string[]): Rgb;
  /** The stuff of a part: material and colour from the prompt, else the usual ones. */
  stuff(usual: StuffName, color: number, parts: readonly string[], extra?: StuffExtra): Finish;
}

export interface StuffExtra {
  readonly other?: Rgb;
  readonly axis?: 'x' | 'y' | 'z';
  /** 0 to 1. */
  readonly gloss?: number;
  readonly shift?: number;
  readonly gleam?: number;
  /** Nobody's skin is green: variants have this colour as it is. */
  readonly fixed?: boolean;
  /** Takes the thing's colour, but not its material: leaves of an oak tree are not wood. */
  readonly keep?: boolean;
  /** Stone comes in courses of blocks. */
  readonly masonry?: boolean;
  readonly wrap?: number;
  readonly course?: number;
}

export function createKit(wish: Wish, seed: string): Kit {
  const random = createRandom(hashText(seed));
  const noise = createNoise(hashText(`noise/${seed}`));
  const variation = variationOf(seed);
  const lookup = <T>(from: ReadonlyMap<string, T>, parts: readonly string[]): T | undefined => {
    for (const part of parts) {
      const found = from.get(part);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const colorOf = (own: Rgb | undefined, material: Rgb | undefined, usual: number): Rgb => {
    if (own !== undefined) return variation.said(own);
    return material === undefined ? variation.open(rgb(usual)) : variation.material(material);
  };
  return {
    random,
    noise,
    between: (low, high) => low + (high - low) * random(),
    has: (...words) => words.some((word) => wish.words.has(word)),
    proportions: variation.scale,
    color: (usual, ...parts) => colorOf(lookup(wish.colors, parts), undefined, usual),
    stuff(usual, color, parts, extra = {}) {
      const owners = extra.keep ? parts.filter((name) => name !== 'main') : parts;
      const said = lookup(wish.materials, owners);
      const own = lookup(wish.colors, parts);
      const other = extra.other ?? said?.other;
      const stuff = said?.stuff ?? usual;
      return makeStuff(extra.masonry && stuff === 'stone' ? 'brick' : stuff, {
        noise,
        color: extra.fixed && own === undefined ? rgb(color) : colorOf(own, said?.color, color),
        shift: extra.shift ?? 0,
        axis: extra.axis ?? 'y',
        gloss: extra.gloss ?? 0.4,
        gleam: extra.gleam ?? 0,
        ...(extra.wrap === undefined ? {} : { wrap: extra.wrap }),
        ...(extra.course === undefined ? {} : { course: extra.course }),
        ...(other ? { other } : {}),
      });
    },
  };
}
