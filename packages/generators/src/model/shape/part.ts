import type { Finish } from '../paint/finish.ts';
import { matrixOf, multiply, type Matrix, type Place } from './place.ts';
import type { Surface } from './surface.ts';

/** One closed piece of a model. */
export interface Part {
  readonly surface: Surface;
  readonly finish: Finish;
  readonly matrix: Matrix;
  /** Faces and texels per area, against 1 for the rest of the model. */
  readonly detail: number;
  /** Parts of one chart share one rectangle of the texture, painted for the first of them. */
  readonly chart?: string;
}

export interface PartOptions extends Place {
  readonly detail?: number;
  readonly chart?: string;
}

export function part(surface: Surface, finish: Finish, options: PartOptions = {}): Part {
  return {
    surface,
    finish,
    matrix: matrixOf(options),
    detail: options.detail ?? 1,
    ...(options.chart === undefined ? {} : { chart: options.chart }),
  };
}

/** Moves a group of parts as one. */
export function placed(parts: readonly Part[], place: Place): Part[] {
  const matrix = matrixOf(place);
  return parts.map((each) => ({ ...each, matrix: multiply(matrix, each.matrix) }));
}

/** The parts, and their mirror images across the plane X = 0, which share charts with them. */
export function mirrored(parts: readonly Part[], name: string): Part[] {
  const charted = parts.map((each, i) => ({ ...each, chart: each.chart ?? `${name}/${i}` }));
  return [...charted, ...placed(charted, { scale: [-1, 1, 1] })];
}
