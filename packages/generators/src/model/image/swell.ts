import { smoothstep } from '../exact-math.ts';
import type { Field } from './field.ts';
import type { Cutout } from './read-image.ts';

/**
 * Heights of a cushion over the thing's outline, in cells: twice the root of the solution of the Poisson equation,
 * which over a disc is exactly a half ball.
 */
export function swell(cutout: Cutout, rounds: number): Field {
  const { width, height, inside } = cutout;
  const phi = new Float32Array(width * height);
  // Over-relaxation, red cells then black, so that the order of work does not show.
  const pull = 1.93;
  for (let round = 0; round < rounds; round++) {
    for (let color = 0; color < 2; color++) {
      for (let y = 0; y < height; y++) {
        for (let x = (y + color) & 1; x < width; x += 2) {
          const i = y * width + x;
          if (inside[i]! < 0.5) continue;
          const left = x > 0 ? phi[i - 1]! : 0;
          const right = x < width - 1 ? phi[i + 1]! : 0;
          const above = y > 0 ? phi[i - width]! : 0;
          const below = y < height - 1 ? phi[i + width]! : 0;
          phi[i] = Math.max(0, phi[i]! + pull * ((left + right + above + below + 1) / 4 - phi[i]!));
        }
      }
    }
  }
  return { width, height, values: phi.map((value) => 2 * Math.sqrt(value)) };
}

/** Brightness less its surroundings: what stands out in the picture stands out in the form. */
export function detail(cutout: Cutout, reach: number): Field {
  const { width, height, rgb } = cutout;
  const light = new Float32Array(width * height);
  for (let i = 0; i < light.length; i++) {
    light[i] = 0.3 * rgb[i * 3]! + 0.59 * rgb[i * 3 + 1]! + 0.11 * rgb[i * 3 + 2]!;
  }
  const near = blurred(light, width, height, 1);
  const wide = blurred(blurred(near, width, height, reach), width, height, reach);
  return { width, height, values: near.map((value, i) => value - wide[i]!) };
}

/** Heights of a carved picture, 0 to 1: brightness, smoothed, with a raised rim. */
export function carved(cutout: Cutout): Field {
  const { width, height, rgb } = cutout;
  const light = new Float32Array(width * height);
  for (let i = 0; i < light.length; i++) {
    light[i] = 0.3 * rgb[i * 3]! + 0.59 * rgb[i * 3 + 1]! + 0.11 * rgb[i * 3 + 2]!;
  }
  const broad = blurred(blurred(light, width, height, 4), width, height, 4);
  const fine = blurred(light, width, height, 1);
  const values = fine.map((value, i) => broad[i]! * 0.65 + value * 0.35);
  const low = values.reduce((least, value) => Math.min(least, value), 1);
  const high = values.reduce((most, value) => Math.max(most, value), 0);
  const span = Math.max(0.05, high - low);
  return { width, height, values: values.map((value) => smoothstep(0, 1, (value - low) / span)) };
}

/** A mean over `reach` cells to each side. */
export function blurred(
  from: Float32Array,
  width: number,
  height: number,
  reach: number,
): Float32Array {
  let values = from;
  for (const [step, lines, length] of [
    [1, height, width],
    [width, width, height],
  ] as const) {
    const out = new Float32Array(values.length);
    const next = step === 1 ? width : 1;
    for (let line = 0; line < lines; line++) {
      for (let i = 0; i < length; i++) {
        let sum = 0;
        for (let k = -reach; k <= reach; k++) {
          sum += values[line * next + Math.min(length - 1, Math.max(0, i + k)) * step]!;
        }
        out[line * next + i * step] = sum / (2 * reach + 1);
      }
    }
    values = out;
  }
  return values;
}
