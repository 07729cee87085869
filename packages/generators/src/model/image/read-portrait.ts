import type { Rgb } from '../paint/finish.ts';
import type { Cutout } from './read-image.ts';

/** Where a face lies in a picture, and the colours about it. Coordinates from 0 to 1, y downwards. */
export interface Portrait {
  readonly face: {
    readonly x: number;
    readonly y: number;
    readonly wide: number;
    readonly high: number;
  };
  /** True where enough of the picture has a colour that skin has. */
  readonly found: boolean;
  readonly skin: Rgb;
  readonly hair: Rgb;
  readonly shirt: Rgb;
  readonly pants: Rgb;
  /** Hair beside the chin. */
  readonly longHair: boolean;
}

const WARM: Rgb = [0.93, 0.76, 0.63];

/** Finds the face by the colours of skin in the upper part, and what is above, beside and below it. */
export function readPortrait(cutout: Cutout): Portrait {
  const { width, height, rgb, inside } = cutout;
  const at = (i: number): Rgb => [rgb[i * 3]!, rgb[i * 3 + 1]!, rgb[i * 3 + 2]!];
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = 0; y < height * 0.72; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (inside[i]! < 0.5 || !isSkin(at(i))) continue;
      xs.push((x + 0.5) / width);
      ys.push((y + 0.5) / height);
    }
  }
  const seen = xs.length > width * height * 0.015 ? boxOf(xs, ys) : undefined;
  const found = seen !== undefined && isFace(cutout, seen);
  const box = found ? seen : upperMiddle(cutout);
  const face = { x: box[0], y: box[1], wide: box[2], high: box[3] };
  // Places and sizes in units of the face, from its middle.
  const near = (right: number, down: number, wide: number, high: number, usual: Rgb): Rgb =>
    typical(
      cutout,
      face.x + face.wide * right,
      face.y + face.high * down,
      face.wide * wide,
      face.high * high,
      usual,
    );
  const skin = found ? near(0, 0.1, 0.6, 0.4, WARM) : WARM;
  const hair = near(0, -0.66, 0.7, 0.2, [0.3, 0.2, 0.14]);
  const shirt = near(0, 1.15, 1.1, 0.4, [0.36, 0.5, 0.7]);
  const waist = Math.min(0.95, face.y + face.high * 2.2);
  const pants = typical(cutout, face.x, waist, face.wide, 0.1, darker(shirt));
  const beside = near(-0.68, 0.3, 0.14, 0.2, skin);
  return {
    face,
    found,
    skin,
    hair: apart(hair, skin) < 0.12 ? darker(hair) : hair,
    shirt,
    pants: apart(pants, shirt) < 0.1 ? darker(shirt) : pants,
    longHair: found && apart(beside, hair) < 0.16,
  };
}

function boxOf(xs: number[], ys: number[]): [number, number, number, number] {
  const within = (values: number[], share: number): number =>
    [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))]!;
  const [x0, x1] = [within(xs, 0.03), within(xs, 0.97)];
  const [y0, y1] = [within(ys, 0.02), within(ys, 0.98)];
  const wide = Math.max(0.06, x1 - x0);
  // A neck hangs below the chin: a face is not much higher than wide.
  const high = Math.min(y1 - y0, wide * 1.5);
  return [(x0 + x1) / 2, y0 + high / 2, wide, high];
}

/** A face is about as wide as high, is mostly skin, and has some darker features in it. */
function isFace(
  cutout: Cutout,
  [x, y, wide, high]: readonly [number, number, number, number],
): boolean {
  const { width, height, rgb } = cutout;
  const shape = (wide * width) / (high * height);
  if (shape < 0.5 || shape > 1.5 || wide > 0.92) return false;
  let all = 0;
  let skin = 0;
  let dark = 0;
  for (let i = 0; i < width * height; i++) {
    const dx = (((i % width) + 0.5) / width - x) / (wide / 2);
    const dy = ((Math.floor(i / width) + 0.5) / height - y) / (high / 2);
    if (dx * dx + dy * dy > 0.7) continue;
    const color: Rgb = [rgb[i * 3]!, rgb[i * 3 + 1]!, rgb[i * 3 + 2]!];
    all++;
    if (isSkin(color)) skin++;
    else if (color[0] + color[1] + color[2] < 1.7) dark++;
  }
  return skin > all * 0.55 && dark > all * 0.004 && dark < all * 0.4;
}

function upperMiddle({ width, height, inside }: Cutout): [number, number, number, number] {
  let [x0, x1, y0, y1] = [width, 0, height, 0];
  for (let i = 0; i < width * height; i++) {
    if (inside[i]! < 0.5) continue;
    const x = i % width;
    const y = (i - x) / width;
    x0 = Math.min(x0, x);
    x1 = Math.max(x1, x + 1);
    y0 = Math.min(y0, y);
    y1 = Math.max(y1, y + 1);
  }
  const [wide, high] = [x1 - x0, y1 - y0];
  const side = Math.min(wide * 0.6, high * 0.45);
  return [(x0 + wide / 2) / width, (y0 + side * 0.62) / height, side / width, side / height];
}

/** The median colour of a rectangle, within the thing. */
function typical(
  { width, height, rgb, inside }: Cutout,
  x: number,
  y: number,
  wide: number,
  high: number,
  usual: Rgb,
): Rgb {
  const picked: Rgb[] = [];
  for (let i = 0; i < width * height; i++) {
    const px = ((i % width) + 0.5) / width;
    const py = (Math.floor(i / width) + 0.5) / height;
    if (Math.abs(px - x) > wide / 2 || Math.abs(py - y) > high / 2 || inside[i]! < 0.5) continue;
    picked.push([rgb[i * 3]!, rgb[i * 3 + 1]!, rgb[i * 3 + 2]!]);
  }
  if (picked.length < 4) return usual;
  const middle = (k: 0 | 1 | 2): number =>
    picked.map((color) => color[k]).sort((a, b) => a - b)[picked.length >> 1]!;
  return [middle(0), middle(1), middle(2)];
}

/** The chroma that skin of every shade has in YCbCr. */
function isSkin([r, g, b]: Rgb): boolean {
  const cb = 128 + 255 * (-0.169 * r - 0.331 * g + 0.5 * b);
  const cr = 128 + 255 * (0.5 * r - 0.419 * g - 0.081 * b);
  return cb > 84 && cb < 127 && cr > 134 && cr < 170 && r > 0.28 && r > b;
}

function apart(a: Rgb, b: Rgb): number {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));
}

function darker(color: Rgb): Rgb {
  return [color[0] * 0.5, color[1] * 0.5, color[2] * 0.54];
}
