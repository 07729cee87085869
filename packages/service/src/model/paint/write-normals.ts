import type { Rect } from '../mesh/atlas.ts';
import type { Grid } from '../mesh/grid.ts';
import { byte, columnSpans, type Chart } from './chart.ts';

/** Turns heights of a chart into tangent-space normals. */
export function writeNormals(
  chart: Chart,
  size: number,
  gutter: number,
  bumps: Float32Array,
  out: Uint8Array,
): void {
  const { grid, rect } = chart;
  const width = rect.width + 2 * gutter;
  const height = rect.height + 2 * gutter;
  const scale = texelScales(grid, rect);
  const spans = columnSpans(grid, rect.width, gutter);
  let j = 0;
  for (let y = 0; y < height; y++) {
    const v = Math.min(0.999999, Math.max(0, (y - gutter + 0.5) / rect.height));
    while (j < grid.rows - 1 && grid.v[j + 1]! <= v) j++;
    const above = Math.max(0, y - 1) * width;
    const below = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++) {
      const cell = j * grid.columns + spans.column[x]!;
      const left = bumps[y * width + Math.max(0, x - 1)]!;
      const right = bumps[y * width + Math.min(width - 1, x + 1)]!;
      const nx = (left - right) * scale.across[cell]!;
      const ny = (bumps[below + x]! - bumps[above + x]!) * scale.down[cell]!;
      const length = 1 / Math.sqrt(nx * nx + ny * ny + 1);
      const at = ((rect.y + y - gutter) * size + rect.x + x - gutter) * 3;
      out[at] = byte(0.5 + 0.5 * nx * length);
      out[at + 1] = byte(0.5 + 0.5 * ny * length);
      out[at + 2] = byte(0.5 + 0.5 * length);
    }
  }
}

/** One over twice the model-space size of a texel, across and down, for every cell of the grid. */
function texelScales(grid: Grid, rect: Rect): { across: Float64Array; down: Float64Array } {
  const { columns, rows, ring, position: p } = grid;
  const across = new Float64Array(columns * rows);
  const down = new Float64Array(columns * rows);
  for (let j = 0; j < rows; j++) {
    const next = ring && j === rows - 1 ? 0 : j + 1;
    for (let i = 0; i < columns; i++) {
      const right = i === columns - 1 ? 0 : i + 1;
      const du = (grid.u[i + 1]! - grid.u[i]!) * rect.width;
      const dv = (grid.v[j + 1]! - grid.v[j]!) * rect.height;
      const a = (j * columns + i) * 3;
      const b = (j * columns + right) * 3;
      const c = (next * columns + right) * 3;
      const d = (next * columns + i) * 3;
      const wide = Math.max(gap(p, a, b), gap(p, d, c)) / du;
      const high = gap(p, a, d) / dv;
      // Towards a pole texels shrink to nothing; slopes there must not run away.
      across[j * columns + i] = 0.5 / Math.max(wide, high * 0.25, 1e-6);
      down[j * columns + i] = 0.5 / Math.max(high, wide * 0.25, 1e-6);
    }
  }
  return { across, down };
}

function gap(p: Float64Array, a: number, b: number): number {
  return Math.sqrt(
    (p[b]! - p[a]!) ** 2 + (p[b + 1]! - p[a + 1]!) ** 2 + (p[b + 2]! - p[a + 2]!) ** 2,
  );
}
