import type { Atlas } from '../mesh/atlas.ts';
import type { Openness } from '../mesh/occlusion.ts';
import type { Part } from '../shape/part.ts';
import { byte, columnSpans, createChart, type Chart } from './chart.ts';
import { createSample, createTexel } from './finish.ts';
import { writeNormals } from './write-normals.ts';

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
