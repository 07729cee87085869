import type { Rgb } from './art/colour.ts';
import { luma, mix } from './art/colour.ts';
import type { Raster } from './art/raster.ts';
import type { Reference } from './read-references.ts';
import type { View } from './view.ts';

/**
 * The reference as a painting: every pixel takes the mean of the calmest of the four squares around
 * it (Kuwahara's filter), which leaves edges and flattens the rest; then the light that the words
 * ask for.
 *
 * @param others Further references: their colours are mixed in.
 */
export function paintReference(
  raster: Raster,
  view: View,
  reference: Reference,
  others: readonly Reference[],
): void {
  const { width, height } = reference;
  const radius = Math.max(1, Math.round(view.unit / (view.light ? 160 : 190)));
  const sums = integrals(reference);
  const grade = createGrade(view, reference, others);
  const stride = width + 1;
  for (let y = 0; y < raster.height; y++) {
    const sourceY = Math.max(
      0,
      Math.min(height - 1, y + raster.top + ((height - view.height) >> 1)),
    );
    for (let x = 0; x < raster.width; x++) {
      const sourceX = Math.max(
        0,
        Math.min(width - 1, x + raster.left + ((width - view.width) >> 1)),
      );
      let least = Infinity;
      let best: Rgb = [0, 0, 0];
      for (let part = 0; part < 4; part++) {
        const x0 = Math.max(0, sourceX - (part & 1 ? 0 : radius));
        const x1 = Math.min(width, sourceX + 1 + (part & 1 ? radius : 0));
        const y0 = Math.max(0, sourceY - (part & 2 ? 0 : radius));
        const y1 = Math.min(height, sourceY + 1 + (part & 2 ? radius : 0));
        const [a, b, c, d] = [
          y0 * stride + x0,
          y0 * stride + x1,
          y1 * stride + x0,
          y1 * stride + x1,
        ];
        const area = (x1 - x0) * (y1 - y0);
        const mean = (map: Float64Array): number =>
          ((map[d] as number) - (map[b] as number) - (map[c] as number) + (map[a] as number)) /
          area;
        const level = mean(sums.luma);
        const spread = mean(sums.squares) - level * level;
        if (spread < least) {
          least = spread;
          best = [mean(sums.red), mean(sums.green), mean(sums.blue)];
        }
      }
      const colour = grade(best, (y + raster.top) / view.height);
      const slot = (y * raster.width + x) * 4;
      raster.data[slot] = colour[0];
      raster.data[slot + 1] = colour[1];
      raster.data[slot + 2] = colour[2];
      raster.data[slot + 3] = 255;
    }
  }
}

interface Integrals {
  readonly red: Float64Array;
  readonly green: Float64Array;
  readonly blue: Float64Array;
  readonly luma: Float64Array;
  readonly squares: Float64Array;
}

function integrals({ width, height, data }: Reference): Integrals {
  const stride = width + 1;
  const make = (): Float64Array => new Float64Array(stride * (height + 1));
  const sums: Integrals = {
    red: make(),
    green: make(),
    blue: make(),
    luma: make(),
    squares: make(),
  };
  for (let y = 0; y < height; y++) {
    let [r, g, b, l, s] = [0, 0, 0, 0, 0];
    for (let x = 0; x < width; x++) {
      const slot = (y * width + x) * 3;
      const red = data[slot] as number;
      const green = data[slot + 1] as number;
      const blue = data[slot + 2] as number;
      const level = 0.299 * red + 0.587 * green + 0.114 * blue;
      r += red;
      g += green;
      b += blue;
      l += level;
      s += level * level;
      const at = (y + 1) * stride + x + 1;
      const above = at - stride;
      sums.red[at] = (sums.red[above] as number) + r;
      sums.green[at] = (sums.green[above] as number) + g;
      sums.blue[at] = (sums.blue[above] as number) + b;
      sums.luma[at] = (sums.luma[above] as number) + l;
      sums.squares[at] = (sums.squares[above] as number) + s;
    }
  }
  return sums;
}

/** Colours of the other references, then the light and weather that the words name. */
function createGrade(
  view: View,
  reference: Reference,
  others: readonly Reference[],
): (colour: Rgb, down: number) => Rgb {
  const { wish, palette } = view;
  const steps: ((colour: Rgb, down: number) => Rgb)[] = [];
  for (const other of others) {
    steps.push((colour) => {
      return mix(
        colour,
        colourAt(other.colours, reference.colours, luma(colour)),
        0.5 / others.length,
      );
    });
  }
  const [lead] = wish.colours;
  if (lead !== undefined) {
    steps.push((colour) => {
      const level = luma(colour) / Math.max(20, luma(lead));
      return mix(
        colour,
        [
          Math.min(255, lead[0] * level),
          Math.min(255, lead[1] * level),
          Math.min(255, lead[2] * level),
        ],
        0.38,
      );
    });
  }
  if (wish.named.daytime && wish.daytime !== 'day') {
    const dim = wish.daytime === 'night' ? 0.42 : wish.daytime === 'dusk' ? 0.66 : 0.94;
    const cast = 0.5;
    steps.push((colour, down) => {
      const light =
        down < 0.55
          ? mix(palette.sky, palette.horizon, down / 0.55)
          : mix(palette.horizon, palette.land, (down - 0.55) / 0.9);
      const level = luma(colour) / 255;
      const lit: Rgb = [
        light[0] * (0.35 + level),
        light[1] * (0.35 + level),
        light[2] * (0.35 + level),
      ];
      return mix([colour[0] * dim, colour[1] * dim, colour[2] * dim], lit, cast);
    });
  }
  const veil = wish.named.weather ? (VEILS[wish.weather] ?? 0) : 0;
  if (veil > 0)
    steps.push((colour, down) => mix(colour, palette.haze, veil * (1 - Math.abs(down - 0.45))));
  return (colour, down) => steps.reduce((result, step) => step(result, down), colour);
}

const VEILS: Readonly<Record<string, number>> = {
  mist: 0.62,
  snow: 0.34,
  rain: 0.3,
  storm: 0.36,
  cloudy: 0.1,
};

/** The colour of `target` at the place that `level` has among the brightnesses of `own`. */
function colourAt(target: Reference['colours'], own: Reference['colours'], level: number): Rgb {
  for (let place = 1; place < own.length; place++) {
    const low = luma(own[place - 1] as Rgb);
    const high = luma(own[place] as Rgb);
    if (level > high && place < own.length - 1) continue;
    return mix(
      target[place - 1] as Rgb,
      target[place] as Rgb,
      (level - low) / Math.max(1, high - low),
    );
  }
  return target[0];
}
