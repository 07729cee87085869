import type { Frame } from './camera.ts';
import type { Ground } from './ground-shadow.ts';
import { toneMap } from './tone-map.ts';

/** Samples a side of every pixel. */
export const OVERSAMPLING = 2;

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
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sum.fill(0);
      for (let py = y * OVERSAMPLING; py < (y + 1) * OVERSAMPLING; py++) {
        for (let px = x * OVERSAMPLING; px < (x + 1) * OVERSAMPLING; px++) {
          const p = (py * wide + px) * 4;
          const alpha = light[p + 3]!;
          if (alpha < 1) paint(px, py, 1 - alpha, sum);
          if (alpha === 0) continue;
          for (let c = 0; c < 3; c++) sum[c]! += toneMap(light[p + c]! / alpha) * alpha;
          sum[3]! += alpha;
        }
      }
      const to = (y * width + x) * 4;
      const alpha = sum[3]!;
      for (let c = 0; c < 3; c++) out[to + c] = alpha > 0 ? byte(sum[c]! / alpha) : 0;
      out[to + 3] = byte(alpha / samples);
    }
  }
  return out;
}

function byte(value: number): number {
  return Math.floor(Math.min(1, Math.max(0, value)) * 255 + 0.5);
}

type Paint = (px: number, py: number, share: number, sum: Float64Array) => void;

/** Adds the floor and the backdrop of a sample, by the share of it that the model leaves free. */
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
