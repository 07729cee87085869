import type { Atlas, Rect } from '../mesh/atlas.ts';
import { sampleGrid, type Grid } from '../mesh/grid.ts';
import type { Openness } from '../mesh/occlusion.ts';
import type { Part } from '../shape/part.ts';
import { createSample, createTexel } from './finish.ts';

/** Raw RGB pixels, row by row from the top. */
export interface Painted {
  readonly size: number;
  readonly color: Uint8Array;
  /** Occlusion, roughness, metalness. */
  readonly surface?: Uint8Array;
  /** Tangent-space normals, green towards the top of the texture. */
  readonly normal?: Uint8Array;
  readonly glow?: Uint8Array;
}

export interface PaintOptions {
  readonly pbr: boolean;
  /** How much of the occlusion darkens the colour itself, 0 to 1. */
  readonly baked: number;
  /** Paints over the colour at a place of the model; for marks. */
  readonly over?: (
    x: number,
    y: number,
    z: number,
    texel: { r: number; g: number; b: number },
  ) => void;
}

/** Paints all charts of a model. */
export function paintAtlas(
  parts: readonly Part[],
  atlas: Atlas,
  openness: Openness,
  gutter: number,
  options: PaintOptions,
): Painted {
  const pixels = atlas.size * atlas.size * 3;
  const color = new Uint8Array(pixels).fill(128);
  const surface = options.pbr ? new Uint8Array(pixels).fill(255) : undefined;
  const normal = options.pbr ? new Uint8Array(pixels).fill(128) : undefined;
  const glow = { pixels: undefined as Uint8Array | undefined };
  if (normal) for (let i = 2; i < pixels; i += 3) normal[i] = 255;
  for (const index of atlas.painted) {
    const chart = createChart(parts[index]!, atlas.rects[index]!, openness);
    const bumps = paintChart(chart, atlas.size, gutter, options, { color, surface, glow });
    if (normal && bumps) writeNormals(chart, atlas.size, gutter, bumps, normal);
  }
  return {
    size: atlas.size,
    color,
    ...(surface ? { surface } : {}),
    ...(normal ? { normal } : {}),
    ...(glow.pixels ? { glow: glow.pixels } : {}),
  };
}

/** A coarse grid of a part, between whose points the texels are interpolated. */
interface Chart {
  readonly part: Part;
  readonly rect: Rect;
  readonly grid: Grid;
  /** Openness at the grid's points. */
  readonly light: Float64Array;
}

function createChart(part: Part, rect: Rect, openness: Openness): Chart {
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

function paintChart(
  chart: Chart,
  size: number,
  gutter: number,
  options: PaintOptions,
  out: {
    color: Uint8Array;
    surface: Uint8Array | undefined;
    glow: { pixels: Uint8Array | undefined };
  },
): Float32Array | undefined {
  const { grid, rect, light, part } = chart;
  const { columns, rows, ring, local, position, normal } = grid;
  const width = rect.width + 2 * gutter;
  const height = rect.height + 2 * gutter;
  const bumps = options.pbr ? new Float32Array(width * height) : undefined;
  const sample = createSample();
  const texel = createTexel();
  const spans = columnSpans(grid, rect.width, gutter);
  for (let y = 0; y < height; y++) {
    let v = (y - gutter + 0.5) / rect.height;
    v = ring ? v - Math.floor(v) : v < 0 ? 0 : v > 1 ? 1 : v;
    let j = Math.min(rows - 1, Math.floor(v * rows));
    while (j > 0 && grid.v[j]! > v) j--;
    while (j < rows - 1 && grid.v[j + 1]! <= v) j++;
    const t = (v - grid.v[j]!) / (grid.v[j + 1]! - grid.v[j]!);
    const next = ring && j === rows - 1 ? 0 : j + 1;
    sample.v = v;
    for (let x = 0; x < width; x++) {
      const i = spans.column[x]!;
      const s = spans.within[x]!;
      const right = i === columns - 1 ? 0 : i + 1;
      const ka = j * columns + i;
      const kb = j * columns + right;
      const kc = next * columns + right;
      const kd = next * columns + i;
      const wa = (1 - s) * (1 - t);
      const wb = s * (1 - t);
      const wc = s * t;
      const wd = (1 - s) * t;
      const a = ka * 3;
      const b = kb * 3;
      const c = kc * 3;
      const d = kd * 3;
      sample.u = spans.u[x]!;
      sample.x = local[a]! * wa + local[b]! * wb + local[c]! * wc + local[d]! * wd;
      sample.y = local[a + 1]! * wa + local[b + 1]! * wb + local[c + 1]! * wc + local[d + 1]! * wd;
      sample.z = local[a + 2]! * wa + local[b + 2]! * wb + local[c + 2]! * wc + local[d + 2]! * wd;
      sample.up =
        normal[a + 1]! * wa + normal[b + 1]! * wb + normal[c + 1]! * wc + normal[d + 1]! * wd;
      const open = light[ka]! * wa + light[kb]! * wb + light[kc]! * wc + light[kd]! * wd;
      sample.light = open;
      texel.metal = 0;
      texel.glow = 0;
      texel.bump = 0;
      texel.rough = 0.8;
      part.finish.paint(sample, texel);
      if (options.over) {
        options.over(
          position[a]! * wa + position[b]! * wb + position[c]! * wc + position[d]! * wd,
          position[a + 1]! * wa +
            position[b + 1]! * wb +
            position[c + 1]! * wc +
            position[d + 1]! * wd,
          position[a + 2]! * wa +
            position[b + 2]! * wb +
            position[c + 2]! * wc +
            position[d + 2]! * wd,
          texel,
        );
      }
      const at = ((rect.y + y - gutter) * size + rect.x + x - gutter) * 3;
      const dark = texel.glow > 0 ? 1 : 1 - options.baked * (1 - open);
      out.color[at] = byte(texel.r * dark);
      out.color[at + 1] = byte(texel.g * dark);
      out.color[at + 2] = byte(texel.b * dark);
      if (bumps) bumps[y * width + x] = texel.bump;
      if (out.surface) {
        out.surface[at] = byte(0.25 + 0.75 * open);
        out.surface[at + 1] = byte(texel.rough);
        out.surface[at + 2] = byte(texel.metal);
      }
      if (texel.glow > 0) {
        out.glow.pixels ??= new Uint8Array(size * size * 3);
        out.glow.pixels[at] = byte(texel.r * texel.glow);
        out.glow.pixels[at + 1] = byte(texel.g * texel.glow);
        out.glow.pixels[at + 2] = byte(texel.b * texel.glow);
      }
    }
  }
  return bumps;
}

/** For every pixel of a row: the grid's column, how far across it, and u. */
function columnSpans(
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

function writeNormals(
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

function byte(value: number): number {
  return value <= 0 ? 0 : value >= 1 ? 255 : Math.floor(value * 255 + 0.5);
}
