import type { Rgb } from './colour.ts';
import type { Outline } from './fill-outline.ts';
import { boxOutline, fillOutline } from './fill-outline.ts';
import type { Raster } from './raster.ts';

/** What a shape is made of; the palette decides the colour. */
export type Tone = 'body' | 'shade' | 'light' | 'dim' | 'leaf' | 'accent' | 'dark' | 'glow';
export type Tones = Readonly<Record<Tone, Rgb>>;

/**
 * Draws a subject in its own frame: x from −0.5 to 0.5 to the right, y from 0 (the ground) to 1
 * (the top) upwards.
 */
export interface Brush {
  /** Straight edges: x, y, x, y, … */
  poly(points: Outline, tone: Tone): void;
  /** A closed smooth curve through the points. */
  blob(points: Outline, tone: Tone): void;
  disc(x: number, y: number, radiusX: number, radiusY: number, tone: Tone): void;
  box(left: number, bottom: number, right: number, top: number, tone: Tone): void;
  /** A smooth stroke whose width goes from `start` to `end`. */
  stroke(points: Outline, start: number, end: number, tone: Tone): void;
}

export interface BrushPlace {
  readonly x: number;
  /** World y of the ground. */
  readonly y: number;
  /** Pixels for one unit. */
  readonly size: number;
  readonly mirror: boolean;
}

export function createBrush(raster: Raster, place: BrushPlace, tones: Tones): Brush {
  const flip = place.mirror ? -1 : 1;
  const move = (points: Outline): number[] =>
    points.map((value, index) =>
      index % 2 === 0 ? place.x + value * place.size * flip : place.y - value * place.size,
    );
  const fill = (points: Outline, tone: Tone): void => {
    const colour = tones[tone];
    const bottom: Rgb =
      tone === 'glow' ? colour : [colour[0] * 0.82, colour[1] * 0.82, colour[2] * 0.86];
    fillOutline(raster, move(points), { top: colour, bottom });
  };
  return {
    poly: fill,
    blob: (points, tone) => fill(smoothClosed(points), tone),
    disc(x, y, radiusX, radiusY, tone) {
      const steps = Math.max(12, Math.min(72, Math.ceil(radiusX * place.size)));
      const points: number[] = [];
      for (let step = 0; step < steps; step++) {
        const turn = (step / steps) * 2 * Math.PI;
        points.push(x + Math.cos(turn) * radiusX, y + Math.sin(turn) * radiusY);
      }
      fill(points, tone);
    },
    box: (left, bottom, right, top, tone) => fill(boxOutline(left, bottom, right, top), tone),
    stroke: (points, start, end, tone) => fill(thicken(points, start, end), tone),
  };
}

/** Catmull-Rom through the points, closed. */
function smoothClosed(points: Outline): number[] {
  const count = points.length / 2;
  const result: number[] = [];
  const at = (index: number, axis: number): number =>
    points[((index + count) % count) * 2 + axis] as number;
  for (let index = 0; index < count; index++) {
    for (let step = 0; step < 8; step++) {
      const t = step / 8;
      for (const axis of [0, 1]) {
        result.push(
          spline(at(index - 1, axis), at(index, axis), at(index + 1, axis), at(index + 2, axis), t),
        );
      }
    }
  }
  return result;
}

/** The outline of a smooth stroke through the points. */
export function thicken(points: Outline, start: number, end: number): number[] {
  const count = points.length / 2;
  const at = (index: number, axis: number): number =>
    points[Math.max(0, Math.min(count - 1, index)) * 2 + axis] as number;
  const line: number[] = [];
  for (let index = 0; index < count - 1; index++) {
    for (let step = 0; step < 8; step++) {
      for (const axis of [0, 1]) {
        line.push(
          spline(
            at(index - 1, axis),
            at(index, axis),
            at(index + 1, axis),
            at(index + 2, axis),
            step / 8,
          ),
        );
      }
    }
  }
  line.push(at(count - 1, 0), at(count - 1, 1));
  const dots = line.length / 2;
  const left: number[] = [];
  const right: number[] = [];
  for (let dot = 0; dot < dots; dot++) {
    const before = Math.max(0, dot - 1) * 2;
    const after = Math.min(dots - 1, dot + 1) * 2;
    const dx = (line[after] as number) - (line[before] as number);
    const dy = (line[after + 1] as number) - (line[before + 1] as number);
    const long = Math.hypot(dx, dy) || 1;
    const half = (start + (end - start) * (dot / (dots - 1))) / 2;
    const x = line[dot * 2] as number;
    const y = line[dot * 2 + 1] as number;
    left.push(x - (dy / long) * half, y + (dx / long) * half);
    right.unshift(x + (dy / long) * half, y - (dx / long) * half);
  }
  return [...left, ...right];
}

function spline(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}
