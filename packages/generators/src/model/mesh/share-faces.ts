import { square } from '../exact-math.ts';
import { leastOf } from '../shape/curve.ts';
import type { Part } from '../shape/part.ts';
import { sampleGrid } from './grid.ts';

/** Extents of a part in model units. */
export interface Extent {
  readonly area: number;
  /** Mean length of a line around, and along. */
  readonly around: number;
  readonly along: number;
}

export interface GridSize {
  readonly columns: number;
  readonly rows: number;
}

const PROBE = 12;

export function measure(part: Part): Extent {
  const grid = sampleGrid(part, PROBE, PROBE);
  const { columns, rows, ring, position: p } = grid;
  let area = 0;
  let around = 0;
  let along = 0;
  for (let j = 0; j < rows; j++) {
    const next = ring && j === rows - 1 ? 0 : j + 1;
    for (let i = 0; i < columns; i++) {
      const a = (j * columns + i) * 3;
      const b = (j * columns + ((i + 1) % columns)) * 3;
      const c = (next * columns + ((i + 1) % columns)) * 3;
      const d = (next * columns + i) * 3;
      const across = gap(p, a, b);
      const down = gap(p, a, d);
      area += 0.5 * (across + gap(p, d, c)) * down;
      around += across;
      along += down;
    }
  }
  return { area: area + 1e-9, around: around / rows + 1e-6, along: along / columns + 1e-6 };
}

/** Chooses each part's grid so that all together have about `faces` triangles, spread by area. */
export function shareFaces(
  parts: readonly Part[],
  extents: readonly Extent[],
  faces: number,
): GridSize[] {
  const sizes = (density: number): GridSize[] =>
    parts.map((part, i) => {
      const extent = extents[i]!;
      const cells = density * extent.area * part.detail;
      // Long thin parts get long thin cells, but not thinner than 4 to 1.
      const wanted = Math.sqrt((cells * extent.around) / extent.along);
      const columns = Math.max(leastOf(part.surface.around), Math.round(wanted));
      const rows = Math.max(leastOf(part.surface.along), Math.round(cells / columns));
      return { columns, rows };
    });
  const total = (chosen: readonly GridSize[]): number =>
    chosen.reduce((sum, size, i) => sum + facesOf(parts[i]!, size), 0);
  let low = 0;
  let high = 1;
  const whole = extents.reduce((sum, extent) => sum + extent.area, 0);
  while (total(sizes(high)) < faces && high < 1e12) high *= 4;
  high = Math.max(high, 1 / whole);
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (total(sizes(middle)) > faces) high = middle;
    else low = middle;
  }
  return sizes(low);
}

function facesOf(part: Part, size: GridSize): number {
  return 2 * size.columns * (part.surface.ends === 'ring' ? size.rows : size.rows - 1);
}

function gap(p: Float64Array, a: number, b: number): number {
  return Math.sqrt(
    square(p[b]! - p[a]!) + square(p[b + 1]! - p[a + 1]!) + square(p[b + 2]! - p[a + 2]!),
  );
}
