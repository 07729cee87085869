import { cosTurn, sinTurn } from '../exact-math.ts';
import { shade, type Rgb } from '../paint/finish.ts';
import { createRandom, hashText } from '../random.ts';
import type { Triple } from '../shape/place.ts';

/** By how much one variant of a prompt differs from the next, whatever the thing is. */
export interface Variation {
  /** Of the whole thing. Width and depth go together: what is round from above stays so. */
  readonly scale: Triple;
  /** A colour that the prompt leaves open, turned and shaded as the whole thing is. */
  open(color: Rgb): Rgb;
  /** The colour of a material that the prompt says: oak is light or dark, gold is never green. */
  material(color: Rgb): Rgb;
  /** A colour that the prompt says: lighter or darker, and still that colour. */
  said(color: Rgb): Rgb;
}

const HEIGHT = 0.13;
const WIDTH = 0.09;
/** Unit: turns of the circle of hues. */
const HUE = 0.045;
const SHADE = 0.17;
const SAID_SHADE = 0.07;

export function variationOf(seed: string): Variation {
  const random = createRandom(hashText(`variation/${seed}`));
  const either = (most: number): number => (random() * 2 - 1) * most;
  const width = 1 + either(WIDTH);
  const height = 1 + either(HEIGHT);
  const turn = hueTurn(either(HUE));
  const open = 1 + either(SHADE);
  const said = 1 + either(SAID_SHADE);
  return {
    scale: [width, height, width],
    open: (color) => shade(turn(color), open),
    material: (color) => shade(color, open),
    said: (color) => shade(color, said),
  };
}

/** Turns colours about the axis of greys. Linear in sRGB, so greys and white stay what they are. */
function hueTurn(turns: number): (color: Rgb) => Rgb {
  const cos = cosTurn(turns);
  const third = (1 - cos) / 3;
  const side = Math.sqrt(1 / 3) * sinTurn(turns);
  const [own, next, last] = [cos + third, third - side, third + side];
  const clamp = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);
  return ([r, g, b]) => [
    clamp(r * own + g * next + b * last),
    clamp(r * last + g * own + b * next),
    clamp(r * next + g * last + b * own),
  ];
}
