import { mix, scale } from '../art/colour.ts';
import { boxOutline, fillOutline, outline } from '../art/fill-outline.ts';
import type { Raster } from '../art/raster.ts';
import { addGlow } from '../art/raster.ts';
import type { View } from '../view.ts';

/** A row of buildings. */
export interface Skyline {
  /** 0 is the farthest, 1 the nearest. */
  readonly depth: number;
  /** World y of the street. */
  readonly base: number;
  /** Height of a tall building. Unit: pixels. */
  readonly rise: number;
}

/** Buildings with lit windows, from the street up. */
export function paintSkyline(raster: Raster, view: View, skyline: Skyline): void {
  const { palette, unit, noise } = view;
  const random = view.random.fork(`skyline${skyline.depth}`);
  const clarity = skyline.depth ** 0.7;
  const wall = mix(
    palette.haze,
    mix(palette.land, palette.shade, palette.night ? 0.72 : 0.4),
    clarity,
  );
  const dim = palette.night ? 1 : palette.sunHeight < 0.25 ? 0.55 : 0.12;
  let x = -view.width * 0.6;
  const signs = [palette.accent, [255, 70, 160], [60, 220, 255]] as const;
  while (x < view.width * 1.6) {
    const wide = unit * (0.05 + skyline.depth * 0.09) * random.range(0.6, 1.5);
    const centre = 0.62 + noise.at((x / unit) * 0.9 + skyline.depth * 9, 31) * 0.5;
    const tall = skyline.rise * centre * random.range(0.55, 1.15);
    const roof = random.integer(0, 4);
    const lit = random.range(0.15, 0.75);
    const cool = random.chance(0.35);
    const seed = random.fork(`${Math.round((x / unit) * 1000)}`);
    const gap = unit * random.range(-0.012, 0.02) * (0.4 + skyline.depth);
    const left = x;
    x += wide + gap;
    if (left > raster.left + raster.width || left + wide < raster.left) continue;
    const top = skyline.base - tall;
    const tone = scale(wall, seed.range(0.86, 1.12));
    const block = (points: number[], darker = 1): void =>
      fillOutline(raster, points, {
        top: scale(tone, darker),
        bottom: mix(scale(tone, darker), palette.haze, 0.35 * (1 - skyline.depth)),
      });
    block(boxOutline(left, skyline.base + unit, left + wide, top));
    const sunLeft = view.sunX < left;
    const side = wide * 0.24;
    const edge = sunLeft ? left + wide - side : left;
    block(boxOutline(edge, skyline.base + unit, edge + side, top), 0.8);
    if (roof === 1)
      block(boxOutline(left + wide * 0.2, top + 1, left + wide * 0.8, top - wide * 0.28), 0.95);
    if (roof === 2)
      block([left, top + 1, left + wide, top + 1, left + wide * 0.5, top - wide * 0.5], 0.95);
    if (roof >= 3) {
      const mast = left + wide * (roof === 3 ? 0.5 : 0.3);
      block(
        outline(
          [mast - unit * 0.0022, top + 1],
          [mast + unit * 0.0022, top + 1],
          [mast + unit * 0.001, top - wide * 0.75],
          [mast - unit * 0.001, top - wide * 0.75],
        ),
      );
      if (palette.night) addGlow(raster, mast, top - wide * 0.75, unit * 0.008, [255, 90, 70], 0.9);
    }
    paintWindows(
      raster,
      view,
      {
        left,
        top,
        wide,
        base: Math.min(skyline.base, view.height) + unit * 0.02,
        lit: lit * (0.35 + dim * 0.65),
        strength: dim * (0.4 + 0.6 * clarity),
        cool,
        cell: unit * (0.009 + 0.011 * skyline.depth),
      },
      seed,
    );
    if (palette.night && skyline.depth > 0.4 && seed.chance(0.45)) {
      const sign = seed.pick(signs);
      const signX = left + wide * seed.range(0.15, 0.75);
      const signY = top + tall * seed.range(0.12, 0.5);
      const signTall = unit * seed.range(0.04, 0.12);
      const signWide = unit * 0.014;
      fillOutline(raster, boxOutline(signX, signY, signX + signWide, signY + signTall), {
        top: mix(sign, [255, 255, 255], 0.35),
        bottom: sign,
        opacity: 0.95,
      });
      addGlow(raster, signX + signWide / 2, signY + signTall / 2, signTall * 1.5, sign, 0.32);
    }
  }
}

interface Facade {
  readonly left: number;
  readonly top: number;
  readonly wide: number;
  readonly base: number;
  readonly lit: number;
  readonly strength: number;
  readonly cool: boolean;
  readonly cell: number;
}

function paintWindows(raster: Raster, view: View, facade: Facade, random: View['random']): void {
  const { cell } = facade;
  const columns = Math.floor((facade.wide - cell * 0.6) / cell);
  const rows = Math.floor((facade.base - facade.top - cell) / (cell * 1.35));
  const warm = facade.cool ? ([178, 214, 255] as const) : ([255, 208, 128] as const);
  const dark = mix(view.palette.shade, view.palette.sky, view.palette.night ? 0.1 : 0.4);
  const margin = (facade.wide - columns * cell) / 2;
  for (let row = 0; row < rows; row++) {
    const busy = random.next();
    for (let column = 0; column < columns; column++) {
      const on = random.next() < facade.lit * (0.4 + busy * 1.1);
      const bright = random.range(0.55, 1);
      const x = facade.left + margin + column * cell + cell * 0.18;
      const y = facade.top + cell * 0.8 + row * cell * 1.35;
      const colour = on ? mix(dark, warm, Math.min(1, facade.strength * bright + 0.15)) : dark;
      fillOutline(raster, boxOutline(x, y, x + cell * 0.64, y + cell * 0.85), {
        top: colour,
        opacity: on ? 0.35 + 0.6 * facade.strength : 0.25,
      });
    }
  }
}
