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
      const slope = (right - left) * scale.across[cell]!;
      const nx = -slope;
      const ny =
        ((bumps[below + x]! - bumps[above + x]!) * 0.5 - scale.skew[cell]! * slope) *
        scale.down[cell]!;
      const length = 1 / Math.sqrt(nx * nx + ny * ny + 1);
      const at = ((rect.y + y - gutter) * size + rect.x + x - gutter) * 3;
      out[at] = byte(0.5 + 0.5 * nx * length);
      out[at + 1] = byte(0.5 + 0.5 * ny * length);
      out[at + 2] = byte(0.5 + 0.5 * length);
    }
  }
}

/** How texels lie on the model, for every cell of the grid. */
interface TexelScales {
  /** One over twice the width of a texel. Unit: 1 over model units. */
  readonly across: Float64Array;
  /** One over the height of a texel, square to its width. */
  readonly down: Float64Array;
  /** How far the next row is shifted along the width. Unit: model units. */
  readonly skew: Float64Array;
}

function texelScales(grid: Grid, rect: Rect): TexelScales {
  const { columns, rows, ring, position: p } = grid;
  const across = new Float64Array(columns * rows);
  const down = new Float64Array(columns * rows);
  const skew = new Float64Array(columns * rows);
  for (let j = 0; j < rows; j++) {
    const next = ring && j === rows - 1 ? 0 : j + 1;
    for (let i = 0; i < columns; i++) {
      const right = i === columns - 1 ? 0 : i + 1;
      const du = (grid.u[i + 1]! - grid.u[i]!) * rect.width * 2;
      const dv = (grid.v[j + 1]! - grid.v[j]!) * rect.height * 2;
      const a = (j * columns + i) * 3;
      const b = (j * columns + right) * 3;
      const c = (next * columns + right) * 3;
      const d = (next * columns + i) * 3;
      let wide = 0;
      let high = 0;
      let both = 0;
      for (let k = 0; k < 3; k++) {
        const x = (p[b + k]! - p[a + k]! + p[c + k]! - p[d + k]!) / du;
        const y = (p[d + k]! - p[a + k]! + p[c + k]! - p[b + k]!) / dv;
        wide += x * x;
        high += y * y;
        both += x * y;
      }
      // Towards a pole texels shrink to nothing; slopes there must not run away.
      const width = Math.max(Math.sqrt(wide), Math.sqrt(high) * 0.25, 1e-6);
      const shift = both / width;
      const cell = j * columns + i;
      across[cell] = 0.5 / width;
      skew[cell] = shift;
      down[cell] = 1 / Math.max(Math.sqrt(Math.max(0, high - shift * shift)), width * 0.25, 1e-6);
    }
  }
  return { across, down, skew };
}
