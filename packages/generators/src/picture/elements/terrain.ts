import type { Rgb } from '../art/colour.ts';
import { mix, smoothstep } from '../art/colour.ts';
import type { Raster } from '../art/raster.ts';
import { blend } from '../art/raster.ts';
import type { View } from '../view.ts';

export type Relief = 'peaks' | 'hills' | 'dunes' | 'mesas' | 'shore' | 'ice';

/** One ridge of land, from its crest down to the bottom of the raster. */
export interface Ridge {
  readonly relief: Relief;
  /** 0 is the farthest, 1 the nearest. */
  readonly depth: number;
  /** World y around which the crest lies. */
  readonly base: number;
  /** Height of the crest over the base. Unit: pixels. */
  readonly rise: number;
  /** Decides the form. */
  readonly offset: number;
  /** Share of a peak that lies under snow, from the top; 0 is none. */
  readonly snow: number;
}

/** World y of the crest at world x. */
export function crestOf(view: View, ridge: Ridge, x: number): number {
  const { noise, unit } = view;
  const u = x / unit + ridge.offset;
  switch (ridge.relief) {
    case 'peaks': {
      const large = noise.ridge(u * 1.15, ridge.offset, view.light ? 4 : 6);
      return ridge.base - ridge.rise * (large * 1.5 - 0.35);
    }
    case 'ice':
      return (
        ridge.base -
        ridge.rise * (Math.abs(noise.at(u * 2.3, 3)) + 0.25 * Math.abs(noise.at(u * 9, 8)) - 0.1)
      );
    case 'dunes': {
      const wave = u * 1.3 + noise.at(u * 0.7, 5) * 0.6;
      const part = wave - Math.floor(wave);
      // A long windward slope and a short slip face.
      const slope = part < 0.68 ? smoothstep(0, 0.68, part) : 1 - smoothstep(0.68, 1, part);
      return ridge.base - ridge.rise * (slope * 0.7 + noise.at(u * 0.9, 1) * 0.5);
    }
    case 'mesas': {
      const level = noise.fbm(u * 1.1, 11, 3);
      const flat = smoothstep(0.04, 0.1, level) * 0.75 + smoothstep(0.26, 0.3, level) * 0.45;
      return ridge.base - ridge.rise * (flat + noise.fbm(u * 6, 2, 2) * 0.06);
    }
    case 'shore':
      return ridge.base - ridge.rise * (smoothstep(0, 0.5, noise.fbm(u * 0.9, 6, 4)) * 1.4 - 0.15);
    case 'hills':
      return ridge.base - ridge.rise * (noise.fbm(u * 0.8, ridge.offset * 3, 4) + 0.3);
    default:
      return ridge.relief satisfies never;
  }
}

/** For each column of the raster: the first row that is land, and no part of it the air over the crest. */
export function landFrom(raster: Raster, view: View, ridge: Ridge): Int32Array {
  return Int32Array.from({ length: raster.width }, (_, x) =>
    Math.max(0, Math.ceil(crestOf(view, ridge, x + raster.left)) - raster.top),
  );
}

/**
 * Fills the land under the crest with light, shadow and mist.
 * @param hidden for each column, the row from which on down nothing of it is seen
 */
export function paintRidge(raster: Raster, view: View, ridge: Ridge, hidden?: Int32Array): void {
  const { palette, unit, noise } = view;
  const clarity = ridge.depth ** 0.8;
  const misty = view.wish.weather === 'mist' ? 1.6 : 1;
  const lit = mix(palette.haze, palette.land, clarity);
  const dark = mix(mix(palette.haze, palette.shade, 0.22), palette.shade, clarity);
  const snow: Rgb = mix(
    palette.haze,
    mix(palette.sun, palette.sky, palette.night ? 0.55 : 0.1),
    0.35 + clarity * 0.6,
  );
  const rim = mix(palette.glow, lit, 0.35);
  const crests = new Float64Array(raster.width + 2);
  for (let x = 0; x < crests.length; x++) crests[x] = crestOf(view, ridge, x + raster.left - 1);
  const sharp = ridge.relief === 'peaks' || ridge.relief === 'ice' || ridge.relief === 'mesas';
  const grain = sharp ? 2.6 : 2.2;
  const octaves = view.light ? 2 : 4;
  // The slope of the whole flank: that of single columns would draw curtains.
  const reach = sharp ? Math.max(1, Math.round(unit * 0.03)) : 1;
  const fade = unit * (0.16 + 0.5 * ridge.depth);
  const data = raster.data;
  for (let x = 0; x < raster.width; x++) {
    const crest = crests[x + 1] as number;
    const worldX = x + raster.left;
    const slope =
      ((crests[Math.min(crests.length - 1, x + 1 + reach)] as number) -
        (crests[Math.max(0, x + 1 - reach)] as number)) /
      (reach * 2);
    const toSun = Math.max(-1, Math.min(1, (view.sunX - worldX) / (unit * 0.5)));
    const facing = Math.max(-0.5, Math.min(0.5, -slope * toSun * 0.8));
    const first = Math.max(0, Math.floor(crest) - raster.top);
    const u = worldX / unit + ridge.offset * 5;
    const end = hidden?.[x] ?? raster.height;
    for (let y = first; y < end; y++) {
      const depth = y + raster.top - crest;
      const cover = Math.min(1, depth + 1);
      if (cover <= 0) continue;
      const v = (y + raster.top) / unit;
      const falling = depth / unit;
      let shade: number;
      if (sharp) {
        // Light on crags: how a field of folded noise rises towards the sun.
        const [cu, cv] = [u * grain + v * toSun * 1.6, v * grain * 1.1];
        const here = noise.ridge(cu, cv, octaves);
        const there = noise.ridge(cu + 0.1 * toSun, cv - 0.07, 2);
        shade = smoothstep(0.12, 0.88, 0.5 + facing * 0.5 + (here - there) * 1.5);
      } else {
        shade =
          0.5 +
          facing +
          noise.at(u * grain, v * grain * 3) * 0.22 -
          Math.min(0.4, falling * 0.9 * ridge.depth);
        if (!view.light && ridge.depth > 0.4) shade += noise.at(u * 24, v * 60) * 0.1;
      }
      shade = Math.max(0, Math.min(1, shade));
      let r = dark[0] + (lit[0] - dark[0]) * shade;
      let g = dark[1] + (lit[1] - dark[1]) * shade;
      let b = dark[2] + (lit[2] - dark[2]) * shade;
      if (ridge.snow > 0) {
        const altitude = (ridge.base - (y + raster.top)) / ridge.rise;
        const line = 1.05 - ridge.snow + noise.at(u * 6, v * 5) * 0.16;
        const white = smoothstep(line - 0.05, line + 0.07, altitude + 0.25 * (shade - 0.5));
        const level = white * (0.35 + 0.65 * shade);
        r += (snow[0] - r) * level;
        g += (snow[1] - g) * level;
        b += (snow[2] - b) * level;
      }
      const mist = Math.min(
        0.9,
        smoothstep(0, fade, depth) * (1 - ridge.depth * 0.75) * 0.75 * misty,
      );
      r += (palette.haze[0] - r) * mist;
      g += (palette.haze[1] - g) * mist;
      b += (palette.haze[2] - b) * mist;
      const edge = Math.max(0, 1 - depth / (unit * 0.006)) * Math.max(0, 0.25 + facing) * clarity;
      const slot = (y * raster.width + x) * 4;
      if (cover < 1) {
        blend(
          data,
          slot,
          [r + (rim[0] - r) * edge, g + (rim[1] - g) * edge, b + (rim[2] - b) * edge],
          cover,
        );
      } else {
        data[slot] = r + (rim[0] - r) * edge;
        data[slot + 1] = g + (rim[1] - g) * edge;
        data[slot + 2] = b + (rim[2] - b) * edge;
        data[slot + 3] = 255;
      }
    }
  }
}
