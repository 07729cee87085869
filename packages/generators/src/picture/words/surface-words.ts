import type { Rgb } from '../art/colour.ts';
import { singular } from '../../subjects/singular.ts';
import { rgb } from '../art/colour.ts';

/** How a surface that repeats is made up. */
export type SurfaceKind =
  | 'bricks'
  | 'tiles'
  | 'cells'
  | 'planks'
  | 'blades'
  | 'weave'
  | 'grains'
  | 'veins'
  | 'stripes'
  | 'dots';

export interface SurfaceWord {
  readonly kind: SurfaceKind;
  readonly colour: Rgb;
  /** Of what lies between, or below. */
  readonly other: Rgb;
}

/** Kind, colours, and the words for it. The first word of the prompt that is here decides. */
const SURFACES: readonly (readonly [SurfaceKind, colour: string, other: string, words: string])[] =
  [
    ['bricks', '#a5583f', '#c9bfb0', 'brick bricks brickwork wall masonry'],
    ['tiles', '#d8d4c8', '#8f8b82', 'tile tiles tiled mosaic pavement paving floor slab roof'],
    ['cells', '#8b8880', '#54514c', 'cobblestone cobblestones cobble pebble pebbles stone stones'],
    ['cells', '#6f8f4e', '#33451f', 'scales scale reptile snakeskin'],
    ['cells', '#a98a63', '#5e4932', 'cracked mud'],
    ['cells', '#3a2320', '#ff7a1c', 'lava magma'],
    ['planks', '#96683c', '#4a3018', 'plank planks wood wooden floorboard floorboards parquet'],
    ['planks', '#96683c', '#4a3018', 'board boards oak timber'],
    ['planks', '#c3a95c', '#7d6a30', 'bamboo'],
    ['blades', '#5d9440', '#2c5421', 'grass grassy lawn moss leaf leaves hay foliage hedge'],
    ['blades', '#8a6a4a', '#4a3522', 'fur bark thatch straw'],
    ['weave', '#8a6f9e', '#5a4568', 'cloth fabric linen carpet denim canvas wool wicker basket'],
    ['weave', '#9a9ea3', '#3c3e42', 'chainmail'],
    ['grains', '#d9c08a', '#b0905a', 'sand sandy desert beach'],
    ['grains', '#6e5138', '#47321f', 'dirt soil earth ground'],
    ['grains', '#eef3f8', '#c3d4e4', 'snow snowy'],
    ['grains', '#85827c', '#5b5853', 'rock rocky granite concrete gravel asphalt plaster'],
    ['grains', '#8f9499', '#6a6f75', 'metal steel iron'],
    ['grains', '#8a5a3a', '#5a4a44', 'rust rusty'],
    ['veins', '#e6e2db', '#8d8a86', 'marble'],
    ['veins', '#3a7fa8', '#c9ecf6', 'water ocean sea'],
    ['veins', '#cfe6f2', '#8ab4cf', 'ice icy'],
    ['veins', '#7a4a30', '#4a2a1a', 'leather'],
    ['stripes', '#3f6fae', '#eef0ee', 'stripe stripes striped'],
    ['dots', '#d0607c', '#f4eee6', 'dot dots dotted polka'],
  ];

const WORDS: ReadonlyMap<string, SurfaceWord> = new Map(
  SURFACES.flatMap(([kind, colour, other, words]) =>
    words.split(' ').map((word) => [word, { kind, colour: rgb(colour), other: rgb(other) }]),
  ),
);

/** What a word says of a surface. */
export function surfaceOf(word: string): SurfaceWord | undefined {
  return WORDS.get(word) ?? WORDS.get(singular(word));
}

const REPEATS = /\b(?:seamless(?:ly)?|tile?able|tiling|repeating)\b/i;
/** "A stone wall texture", "texture of bark", but not "a knight with a rough texture", nor "abstract pattern". */
const SURFACE =
  /^\s*(?:(?!(?:with|in|of|on|abstract)\s)[\p{L}\d-]+\s+){0,5}(?:texture|pattern)s?\b\s*(?:of\b|[,.;]|$)/iu;

/** Whether a prompt asks for a picture that repeats without a seam. */
export function asksToRepeat(prompt: string): boolean {
  return REPEATS.test(prompt) || SURFACE.test(prompt);
}

const CLEAR =
  /\btransparent (?:background|backdrop|bg|png)\b|\b(?:no|without(?: an?| any)?) (?:background|backdrop)\b|\bbackground removed\b|,\s*transparent\s*(?:[,.]|$)/i;

/** Whether a prompt asks for a thing with nothing behind it. */
export function asksForClear(prompt: string): boolean {
  return CLEAR.test(prompt);
}

/** Whether a word of a prompt says that its picture repeats, or has nothing behind its thing. */
export function isFrameWord(word: string, prompt: string): boolean {
  return (
    (REPEATS.test(word) && asksToRepeat(prompt)) || (word === 'transparent' && asksForClear(prompt))
  );
}
