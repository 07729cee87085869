import type { StuffName } from '../words/materials.ts';
import { crystal } from './crystal.ts';
import type { Finish } from './finish.ts';
import { brick, marble, plaster, tiles } from './masonry.ts';
import { bark, leaf, thatch } from './plants.ts';
import { cloth, fur, leather } from './soft.ts';
import { metal, scales, skin, stone, wood, type Stuff } from './stuff.ts';

export interface StuffOptions extends Stuff {
  /** The way the grain runs. */
  readonly axis: 'x' | 'y' | 'z';
  /** 0 to 1. */
  readonly gloss: number;
  /** Light given off, 0 to 1. */
  readonly gleam: number;
  /** Bricks or tiles around; see `Courses`. */
  readonly wrap?: number;
  readonly course?: number;
}

/** The finish of a named stuff. */
export function makeStuff(name: StuffName, options: StuffOptions): Finish {
  return TABLE[name](options);
}

const TABLE: Readonly<Record<StuffName, (options: StuffOptions) => Finish>> = {
  wood: (o) => wood(o, o.axis),
  bark: (o) => bark(o),
  stone: (o) => stone(o),
  marble: (o) => marble(o),
  brick: (o) => brick(o),
  plaster: (o) => plaster(o),
  metal: (o) => metal(o, o.gloss),
  skin: (o) => skin(o, o.gloss),
  plastic: (o) => skin(o, 0.95),
  cloth: (o) => cloth(o),
  leather: (o) => leather(o),
  fur: (o) => fur(o),
  leaf: (o) => leaf(o),
  tiles: (o) => tiles(o),
  thatch: (o) => thatch(o, o.axis),
  crystal: (o) => crystal(o, o.gleam),
  bone: (o) => skin(o, 0.5),
  scales: (o) => scales(o),
};
