import type { BrushPlace, Tones } from '../art/brush.ts';
import { createBrush } from '../art/brush.ts';
import type { Rgb } from '../art/colour.ts';
import { mix, rgb, saturate, scale, tint } from '../art/colour.ts';
import type { Raster } from '../art/raster.ts';
import { createRaster, layOver } from '../art/raster.ts';
import type { Layer, Motion } from '../scene.ts';
import type { Subject } from './subject.ts';
import type { View } from '../view.ts';

export interface PlacedSubject {
  readonly name: string;
  readonly subject: Subject;
  readonly colour: Rgb | undefined;
  readonly x: number;
  /** World y of its feet or waterline. */
  readonly y: number;
  /** Height. Unit: pixels. */
  readonly size: number;
  readonly depth: number;
  readonly mirror: boolean;
  /** Mirrored by what it stands on. */
  readonly reflected: boolean;
}

/** The layer of one subject: shapes, then light from the side of the sun, then the haze before it. */
export function subjectLayer(view: View, placed: PlacedSubject): Layer {
  const { size } = placed;
  const reach = size;
  const left = Math.floor(placed.x - reach);
  const top = Math.floor(placed.y - size * 1.2);
  const width = Math.ceil(reach * 2);
  const height = Math.ceil(size * (placed.reflected ? 1.75 : 1.4));
  return {
    name: placed.name,
    depth: placed.depth,
    motion: motionOf(placed.subject, placed.mirror ? -1 : 1),
    box: { left, top, width, height },
    paint(raster) {
      const sprite = createRaster(width, height, left, top);
      const place: BrushPlace = { x: placed.x, y: placed.y, size, mirror: placed.mirror };
      placed.subject.draw(
        createBrush(sprite, place, tonesOf(view, placed)),
        view.random.fork(placed.name),
      );
      lightUp(sprite, view, placed);
      if (placed.reflected) reflect(raster, sprite, placed, view);
      layOver(raster, sprite);
    },
  };
}

/** Subjects look to the right; mirrored ones go to the left. */
function motionOf(subject: Subject, direction: 1 | -1): Motion {
  const motion = MOTIONS[subject.moves ?? 'still'];
  return motion.kind === 'bob' ? { ...motion, speed: motion.speed * direction } : motion;
}

const MOTIONS: Readonly<Record<NonNullable<Subject['moves']>, Motion>> = {
  still: { kind: 'still' },
  walk: { kind: 'bob', reach: 0.005, period: 0.7, speed: 0.07 },
  drive: { kind: 'bob', reach: 0.002, period: 0.4, speed: 0.14 },
  sail: { kind: 'bob', reach: 0.009, period: 3.4, speed: 0.06 },
  fly: { kind: 'bob', reach: 0.022, period: 2.6, speed: 0.11 },
  hover: { kind: 'bob', reach: 0.016, period: 3.8, speed: 0.012 },
};

function tonesOf(view: View, placed: PlacedSubject): Tones {
  const { palette } = view;
  const own = placed.colour ?? rgb(placed.subject.colour ?? '#8a8580');
  const space = view.wish.biome === 'space';
  const light = space
    ? mix([255, 255, 255], palette.glow, 0.2)
    : palette.night
      ? mix([255, 255, 255], rgb('#6f88c0'), 0.6)
      : mix([255, 255, 255], palette.glow, 0.45);
  const level = space
    ? 0.95
    : palette.night
      ? 0.72
      : view.wish.daytime === 'day'
        ? 1
        : view.wish.daytime === 'dusk'
          ? 0.62
          : 0.86;
  // The farther away, the more of the haze lies before it.
  const veil = (1 - placed.depth) * 0.42;
  const seen = (colour: Rgb, amount = 1): Rgb =>
    mix(scale(tint(saturate(colour, 1.05), light), level * amount), palette.haze, veil);
  const lamp: Rgb =
    palette.night || palette.sunHeight < 0.25
      ? [255, 214, 130]
      : mix(palette.sky, [240, 245, 250], 0.55);
  return {
    body: seen(own),
    shade: seen(mix(own, palette.shade, 0.45), 0.86),
    light: seen(mix(own, [255, 246, 230], 0.6)),
    leaf: seen(mix(rgb('#4d7d3a'), palette.land, 0.2), 0.9),
    dim: seen(mix(mix(own, [255, 246, 230], 0.5), palette.shade, 0.3), 0.9),
    accent: seen(
      placed.colour === undefined
        ? mix(palette.accent, own, 0.25)
        : mix(own, complement(own), 0.35),
      0.95,
    ),
    dark: seen(mix(own, palette.shade, 0.8), 0.7),
    glow: mix(lamp, palette.haze, veil * 0.4),
  };
}

function complement(colour: Rgb): Rgb {
  const high = Math.max(...colour);
  const low = Math.min(...colour);
  return [high + low - colour[0], high + low - colour[1], high + low - colour[2]];
}

/** A bright rim on the side of the sun, shade on the other, and darkness towards the ground. */
function lightUp(sprite: Raster, view: View, placed: PlacedSubject): void {
  const { palette } = view;
  const toSun = view.sunX > placed.x ? 1 : -1;
  const shift = Math.max(1, Math.round(placed.size * 0.018));
  const data = sprite.data;
  const alphas = new Uint8Array(sprite.width * sprite.height);
  for (let pixel = 0; pixel < alphas.length; pixel++) alphas[pixel] = data[pixel * 4 + 3] as number;
  const rim = mix(palette.glow, palette.sun, 0.4);
  const strength = palette.night ? 0.35 : 0.6;
  for (let y = 0; y < sprite.height; y++) {
    const sink = Math.max(0, 1 - (placed.y - y - sprite.top) / (placed.size * 0.5)) * 0.2;
    for (let x = 0; x < sprite.width; x++) {
      const pixel = y * sprite.width + x;
      const alpha = alphas[pixel] as number;
      if (alpha === 0) continue;
      const sunX = x + shift * toSun;
      const sunY = y - shift;
      const open =
        sunX < 0 || sunX >= sprite.width || sunY < 0
          ? 0
          : (alphas[sunY * sprite.width + sunX] as number);
      const edge = (Math.max(0, alpha - open) / 255) * strength;
      const slot = pixel * 4;
      for (const channel of [0, 1, 2] as const) {
        const value = (data[slot + channel] as number) * (1 - sink);
        data[slot + channel] = value + ((rim[channel] * alpha) / 255 - value) * edge;
      }
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
