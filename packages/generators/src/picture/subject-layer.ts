import { mix } from './art/colour.ts';
import type { Raster } from './art/raster.ts';
import { createRaster, layOver } from './art/raster.ts';
import type { Layer, Motion } from './scene.ts';
import type { Sprite } from './sprite.ts';
import type { Gait } from './subject-habits.ts';
import type { View } from './view.ts';

export interface PlacedSubject {
  readonly name: string;
  readonly sprite: Sprite;
  readonly gait: Gait;
  readonly x: number;
  /** World y of its feet or waterline. */
  readonly y: number;
  /** Of the sprite's longer side. Unit: pixels. */
  readonly size: number;
  readonly depth: number;
  readonly mirror: boolean;
  /** Mirrored by what it stands on. */
  readonly reflected: boolean;
  /** A soft shadow on the ground beneath. */
  readonly shadow: boolean;
}

/** The layer of one subject: its sprite in the light of the scene, with the haze before it. */
export function subjectLayer(view: View, placed: PlacedSubject): Layer {
  const { sprite } = placed;
  const factor = placed.size / Math.max(sprite.width, sprite.height);
  const wide = sprite.width * factor;
  const tall = sprite.height * factor;
  const left = Math.floor(placed.x - wide * 0.6);
  const top = Math.floor(placed.y - tall);
  const width = Math.ceil(wide * 1.2);
  const height = Math.ceil(tall * (placed.reflected ? 1.5 : 1.08)) + 2;
  return {
    name: placed.name,
    depth: placed.depth,
    motion: motionOf(placed.gait, placed.mirror ? -1 : 1),
    box: { left, top, width, height },
    paint(raster) {
      const drawn = createRaster(width, height, left, top);
      if (placed.shadow) paintShadow(drawn, placed.x, placed.y, wide * 0.46, tall * 0.06);
      laySized(drawn, sprite, placed, wide, tall);
      inLight(drawn, view, placed);
      if (placed.reflected) reflect(raster, drawn, placed, view);
      layOver(raster, drawn);
    },
  };
}

/** Subjects that go go onwards; mirrored ones go to the left. */
function motionOf(gait: Gait, direction: 1 | -1): Motion {
  const motion = MOTIONS[gait];
  return motion.kind === 'bob' ? { ...motion, speed: motion.speed * direction } : motion;
}

const MOTIONS: Readonly<Record<Gait, Motion>> = {
  still: { kind: 'still' },
  walk: { kind: 'bob', reach: 0.005, period: 0.7, speed: 0.07 },
  drive: { kind: 'bob', reach: 0.002, period: 0.4, speed: 0.14 },
  sail: { kind: 'bob', reach: 0.009, period: 3.4, speed: 0.06 },
  fly: { kind: 'bob', reach: 0.022, period: 2.6, speed: 0.11 },
  hover: { kind: 'bob', reach: 0.016, period: 3.8, speed: 0.012 },
};

/** The sprite at its size, read between its pixels. */
function laySized(
  raster: Raster,
  sprite: Sprite,
  placed: PlacedSubject,
  wide: number,
  tall: number,
): void {
  const left = placed.x - wide / 2 - raster.left;
  const top = placed.y - tall - raster.top;
  const step = sprite.width / wide;
  const { data } = raster;
  const from = sprite.data;
  const bottom = Math.min(raster.height, top + tall);
  const right = Math.min(raster.width, left + wide);
  const texel = new Float64Array(4);
  for (let y = Math.max(0, Math.floor(top)); y < bottom; y++) {
    const v = Math.min(sprite.height - 1.001, Math.max(0, (y + 0.5 - top) * step - 0.5));
    const row = Math.floor(v);
    const below = row + 1 < sprite.height ? sprite.width * 4 : 0;
    for (let x = Math.max(0, Math.floor(left)); x < right; x++) {
      const across = (x + 0.5 - left) * step - 0.5;
      const u = Math.min(
        sprite.width - 1.001,
        Math.max(0, placed.mirror ? sprite.width - 1 - across : across),
      );
      const column = Math.floor(u);
      const a = (row * sprite.width + column) * 4;
      const b = column + 1 < sprite.width ? a + 4 : a;
      const c = a + below;
      const d = b + below;
      for (let k = 0; k < 4; k++) {
        const upper = from[a + k]! + (from[b + k]! - from[a + k]!) * (u - column);
        const lower = from[c + k]! + (from[d + k]! - from[c + k]!) * (u - column);
        texel[k] = upper + (lower - upper) * (v - row);
      }
      const alpha = texel[3]!;
      if (alpha < 1) continue;
      const into = (y * raster.width + x) * 4;
      const rest = 1 - alpha / 255;
      for (let k = 0; k < 4; k++) data[into + k] = texel[k]! + data[into + k]! * rest;
    }
  }
}

function paintShadow(raster: Raster, x: number, y: number, wide: number, tall: number): void {
  for (let row = 0; row < raster.height; row++) {
    const dy = (row + raster.top + 0.5 - y) / tall;
    if (Math.abs(dy) > 1) continue;
    for (let column = 0; column < raster.width; column++) {
      const dx = (column + raster.left + 0.5 - x) / wide;
      const near = 1 - dx * dx - dy * dy;
      if (near <= 0) continue;
      const slot = (row * raster.width + column) * 4;
      const cover = near * 0.42;
      for (let k = 0; k < 3; k++) raster.data[slot + k] = raster.data[slot + k]! * (1 - cover);
      raster.data[slot + 3] = raster.data[slot + 3]! * (1 - cover) + 255 * cover;
    }
  }
}

/** The colour of the light, darkness by night, and the haze of what is far away. */
function inLight(raster: Raster, view: View, placed: PlacedSubject): void {
  const { palette, wish } = view;
  if (wish.biome === 'studio') return;
  const night = palette.night && wish.biome !== 'space';
  const light = night ? [175, 190, 235] : mix([255, 255, 255], palette.glow, 0.25);
  const level = night ? 0.85 : wish.daytime === 'dusk' ? 0.86 : 1;
  const veil = (1 - placed.depth) * 0.3;
  const { data } = raster;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    if (alpha === 0) continue;
    for (let k = 0; k < 3; k++) {
      const lit = (data[at + k]! * light[k]! * level) / 255;
      data[at + k] = lit + ((palette.haze[k]! * alpha) / 255 - lit) * veil;
    }
  }
}

/** The mirrored image under the waterline, broken by ripples. */
function reflect(raster: Raster, sprite: Raster, placed: PlacedSubject, view: View): void {
  const line = Math.round(placed.y);
  const limit = Math.min(raster.top + raster.height, line + Math.round(placed.size * 0.5));
  for (let y = Math.max(line, raster.top); y < limit; y++) {
    const below = y - line;
    const sourceY = Math.round(line - below * 1.5) - 1 - sprite.top;
    if (sourceY < 0 || sourceY >= sprite.height) continue;
    const sway = Math.round(view.noise.at(3, (y / view.unit) * 90) * below * 0.14);
    const strength = 0.5 * (1 - below / (placed.size * 0.5));
    for (let x = 0; x < sprite.width; x++) {
      const targetX = x + sprite.left + sway - raster.left;
      if (targetX < 0 || targetX >= raster.width) continue;
      const from = (sourceY * sprite.width + x) * 4;
      const alpha = ((sprite.data[from + 3] as number) / 255) * strength;
      if (alpha === 0) continue;
      const into = ((y - raster.top) * raster.width + targetX) * 4;
      for (const channel of [0, 1, 2, 3] as const) {
        const colour =
          (sprite.data[from + channel] as number) * strength * (channel === 3 ? 1 : 0.7);
        raster.data[into + channel] =
          colour + (raster.data[into + channel] as number) * (1 - alpha);
      }
    }
  }
}
