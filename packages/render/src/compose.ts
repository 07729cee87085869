import type { Frame } from './camera.ts';
import type { Ground } from './ground-shadow.ts';
import { OVERSAMPLING } from './oversampling.ts';
import { toneCurve, TONES } from './tone-map.ts';

/**
 * `studio`: a soft grey with a darker rim. `clear`: nothing, so that model and shadow can stand on
 * any page. Else sRGB with alpha, each 0 to 1.
 */
export type Backdrop = 'studio' | 'clear' | readonly [number, number, number, number];

/**
 * Joins model, shadow and backdrop; averages the samples of each pixel.
 * @returns RGBA, alpha not multiplied in
 */
export function compose(
  light: Float32Array,
  ground: Ground,
  { width, height }: Frame,
  backdrop: Backdrop,
): Uint8Array {
  const out = new Uint8Array(width * height * 4);
  const sum = new Float64Array(4);
  const wide = width * OVERSAMPLING;
  const high = height * OVERSAMPLING;
  const paint = painter(backdrop, wide, high, ground);
  const samples = OVERSAMPLING * OVERSAMPLING;
  const tones = toneCurve();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const free =
        samples - addSamples(light, wide, x * OVERSAMPLING, y * OVERSAMPLING, tones, sum);
      // What is behind changes little within a pixel.
      if (free > 0)
        paint((x + 0.5) * OVERSAMPLING - 0.5, (y + 0.5) * OVERSAMPLING - 0.5, free, sum);
      const alpha = sum[3]!;
      if (alpha === 0) continue;
      const to = (y * width + x) * 4;
      for (let c = 0; c < 3; c++) out[to + c] = byte(sum[c]! / alpha);
      out[to + 3] = byte(alpha / samples);
    }
  }
  return out;
}

/** Sets `sum` to the tones of a pixel's samples by how much they hide. @returns how much all of them hide */
function addSamples(
  light: Float32Array,
  wide: number,
  left: number,
  top: number,
  tones: Float32Array,
  sum: Float64Array,
): number {
  let red = 0;
  let green = 0;
  let blue = 0;
  let hidden = 0;
  for (let y = top; y < top + OVERSAMPLING; y++) {
    for (let x = left; x < left + OVERSAMPLING; x++) {
      const at = (y * wide + x) * 4;
      const alpha = light[at + 3]!;
      if (alpha === 0) continue;
      red += toneOf(light[at]! / alpha, tones) * alpha;
      green += toneOf(light[at + 1]! / alpha, tones) * alpha;
      blue += toneOf(light[at + 2]! / alpha, tones) * alpha;
      hidden += alpha;
    }
  }
  sum[0] = red;
  sum[1] = green;
  sum[2] = blue;
  sum[3] = hidden;
  return hidden;
}

function toneOf(value: number, tones: Float32Array): number {
  const place = value * TONES;
  // Not below: what is no number becomes black.
  if (!(place > 0)) return tones[0]!;
  if (place >= tones.length - 2) return tones[tones.length - 1]!;
  const at = Math.floor(place);
  return tones[at]! + (tones[at + 1]! - tones[at]!) * (place - at);
}

function byte(value: number): number {
  return Math.floor(Math.min(1, Math.max(0, value)) * 255 + 0.5);
}

type Paint = (px: number, py: number, share: number, sum: Float64Array) => void;

/** Adds the floor and the backdrop at a place, as many samples of it as the model leaves free. Unit of places: samples. */
function painter(backdrop: Backdrop, wide: number, high: number, ground: Ground): Paint {
  const dark = new Float64Array(2);
  if (backdrop === 'clear') {
    const margin = Math.min(wide, high) * 0.08;
    return function paintShadow(px, py, share, sum) {
      ground(px, py, dark);
      if (dark[0] === 0) return;
      // A shadow that leaves the picture fades first: on a page its cut would show.
      const room = Math.min(px, py, wide - 1 - px, high - 1 - py) / margin;
      sum[3]! += dark[0]! * share * Math.min(1, room);
    };
  }
  if (backdrop === 'studio') {
    return function paintStudio(px, py, share, sum) {
      ground(px, py, dark);
      const fx = px / wide - 0.5;
      const fy = py / high - 0.45;
      const dim = (1 - 0.34 * (fx * fx + fy * fy)) * share;
      const shadow = 1 - dark[0]!;
      sum[0]! += 0.914 * dim * shadow;
      sum[1]! += 0.918 * dim * (0.01 + 0.99 * shadow);
      sum[2]! += 0.925 * dim * (0.03 + 0.97 * shadow);
      sum[3]! += share;
    };
  }
  const [red, green, blue, opacity] = backdrop;
  return function paintPlain(px, py, share, sum) {
    ground(px, py, dark);
    const shadow = dark[0]!;
    const rest = (1 - shadow) * opacity * share;
    sum[0]! += red * rest;
    sum[1]! += green * rest;
    sum[2]! += blue * rest;
    sum[3]! += rest + shadow * share;
  };
}
