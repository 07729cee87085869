import type { Rect } from '../mesh/atlas.ts';
import { sampleGrid, type Grid } from '../mesh/grid.ts';
import type { Openness } from '../mesh/occlusion.ts';
import type { Part } from '../shape/part.ts';

/** A coarse grid of a part, between whose points the texels are interpolated. */
export interface Chart {
  readonly part: Part;
  readonly rect: Rect;
  readonly grid: Grid;
  /** Openness at the grid's points. */
  readonly light: Float64Array;
}

export function createChart(part: Part, rect: Rect, openness: Openness): Chart {
  const cells = (pixels: number): number => Math.min(64, Math.max(6, Math.round(pixels / 8)));
  const grid = sampleGrid(part, cells(rect.width), cells(rect.height));
  const light = new Float64Array(grid.position.length / 3);
  for (let i = 0; i < light.length; i++) {
    const p = grid.position;
    const n = grid.normal;
    const k = i * 3;
    light[i] = openness(p[k]!, p[k + 1]!, p[k + 2]!, n[k]!, n[k + 1]!, n[k + 2]!);
  }
  return { part, rect, grid, light };
}

/** For every pixel of a row: the grid's column, how far across it, and u. */
export function columnSpans(
  grid: Grid,
  width: number,
  gutter: number,
): { column: Uint16Array; within: Float64Array; u: Float64Array } {
  const count = width + 2 * gutter;
  const column = new Uint16Array(count);
  const within = new Float64Array(count);
  const us = new Float64Array(count);
  for (let x = 0; x < count; x++) {
    let u = (x - gutter + 0.5) / width;
    u -= Math.floor(u);
    let i = 0;
    while (i < grid.columns - 1 && grid.u[i + 1]! <= u) i++;
    column[x] = i;
    within[x] = (u - grid.u[i]!) / (grid.u[i + 1]! - grid.u[i]!);
    us[x] = u;
  }
  return { column, within, u: us };
}

/** 0 to 1 as 0 to 255. */
export function byte(value: number): number {
  return value <= 0 ? 0 : value >= 1 ? 255 : Math.floor(value * 255 + 0.5);
}
