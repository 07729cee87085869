import { fillOutline } from '../art/fill-outline.ts';
import type { Raster } from '../art/raster.ts';
import type { View } from '../view.ts';
import { soft } from './shade-sprite.ts';

/** Makes a finished picture again in the style that the prompt asks for. */
export function restyle(raster: Raster, view: View): void {
  switch (view.wish.style) {
    case 'pixel art':
    case 'voxel':
      return pixelated(raster, Math.max(2, Math.round(view.unit / 72)));
    case 'low-poly':
      return faceted(raster, view, Math.max(4, Math.round(view.unit / 26)));
    case 'watercolor':
      return washed(raster, view);
    case 'line art':
      return drawn(raster, view);
    case 'noir':
      return each(raster, (r, g, b) => {
        const grey = 0.35 * r + 0.5 * g + 0.15 * b;
        const hard = Math.max(0, Math.min(255, (grey - 118) * 1.75 + 100));
        return [hard, hard, hard];
      });
    case 'neon':
      return glowing(raster, view);
    case 'flat':
    case 'clay':
    case 'isometric':
    case 'sticker':
    case undefined:
      return undefined;
  }
}

function each(
  raster: Raster,
  change: (r: number, g: number, b: number) => readonly number[],
): void {
  const { data } = raster;
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = change(data[at]!, data[at + 1]!, data[at + 2]!);
    data[at] = r!;
    data[at + 1] = g!;
    data[at + 2] = b!;
  }
}

/** Blocks of one colour each, from few. */
function pixelated({ width, height, data }: Raster, block: number): void {
  const steps = 255 / 6;
  for (let top = 0; top < height; top += block) {
    for (let left = 0; left < width; left += block) {
      // The middle of the block: a mean would blur the edges that make pixel art.
      const y = Math.min(height - 1, top + (block >> 1));
      const x = Math.min(width - 1, left + (block >> 1));
      const from = (y * width + x) * 4;
      const color = [0, 1, 2, 3].map((k) => Math.round(data[from + k]! / steps) * steps);
      for (let row = top; row < Math.min(height, top + block); row++) {
        for (let column = left; column < Math.min(width, left + block); column++) {
          for (let k = 0; k < 4; k++) data[(row * width + column) * 4 + k] = color[k]!;
        }
      }
    }
  }
}

/** Triangles of a shaken grid, each in the colour of its middle. */
function faceted(raster: Raster, view: View, cell: number): void {
  const { width, height } = raster;
  const from = raster.data.slice();
  const random = view.random.fork('facets');
  const columns = Math.ceil(width / cell) + 1;
  const rows = Math.ceil(height / cell) + 1;
  const corners = Array.from({ length: (columns + 1) * (rows + 1) }, (_, i): [number, number] => [
    ((i % (columns + 1)) - 0.5 + random.range(-0.36, 0.36)) * cell,
    (Math.floor(i / (columns + 1)) - 0.5 + random.range(-0.36, 0.36)) * cell,
  ]);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * (columns + 1) + column;
      const [a, b] = [corners[at]!, corners[at + 1]!];
      const [c, d] = [corners[at + columns + 1]!, corners[at + columns + 2]!];
      const halves = random.chance(0.5)
        ? [[a, b, c] as const, [b, d, c] as const]
        : [[a, b, d] as const, [a, d, c] as const];
      for (const [p, q, r] of halves) {
        const x = Math.min(width - 1, Math.max(0, Math.round((p[0] + q[0] + r[0]) / 3)));
        const y = Math.min(height - 1, Math.max(0, Math.round((p[1] + q[1] + r[1]) / 3)));
        const slot = (y * width + x) * 4;
        const lit = random.range(0.93, 1.07);
        const top = [from[slot]! * lit, from[slot + 1]! * lit, from[slot + 2]! * lit] as const;
        // A little larger than it is: no seam shows what lies beneath.
        const [mx, my] = [(p[0] + q[0] + r[0]) / 3, (p[1] + q[1] + r[1]) / 3];
        const grown = [p, q, r].flatMap(([px, py]) => [
          px + Math.sign(px - mx),
          py + Math.sign(py - my),
        ]);
        fillOutline(raster, grown, { top });
      }
    }
  }
}

/** Pale washes that run together, darker where they dry at their edges, on grained paper. */
function washed(raster: Raster, view: View): void {
  const { width, height, data } = raster;
  const near = channelsOf(raster, Math.max(1, Math.round(view.unit * 0.004)));
  const far = channelsOf(raster, Math.max(2, Math.round(view.unit * 0.016)));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const [u, v] = [x / view.unit, y / view.unit];
      const cloud = view.noise.fbm(u * 5, v * 5, 3);
      const grain = view.noise.at(u * 90, v * 90) * 5;
      const rim = Math.min(x, y, width - 1 - x, height - 1 - y) / view.unit + cloud * 0.05;
      const paper = Math.min(1, Math.max(0, (0.055 - rim) / 0.03));
      for (let k = 0; k < 3; k++) {
        const edge = Math.min(0, near[k]![i]! - far[k]![i]!);
        const wash = 255 - (255 - near[k]![i]!) * (0.78 + cloud * 0.22);
        const value = wash + edge * 0.55 + grain;
        data[i * 4 + k] = value + (250 - value) * paper;
      }
    }
  }
}

/** Ink along the edges of colours, on white. */
function drawn(raster: Raster, view: View): void {
  const edges = edgesOf(raster, Math.max(1, Math.round(view.unit / 420)));
  edges.forEach((edge, i) => {
    const ink = 1 - Math.min(1, Math.max(0, (edge - 14) / 46));
    for (let k = 0; k < 3; k++) raster.data[i * 4 + k] = 22 + 230 * ink;
  });
}

/** The edges of colours as tubes of light, what lies between in the dark. */
function glowing(raster: Raster, view: View): void {
  const { width, height, data } = raster;
  const edges = edgesOf(raster, Math.max(1, Math.round(view.unit / 300)));
  const light = [0, 1, 2].map((k) => {
    const values = new Float32Array(edges.length);
    for (let i = 0; i < values.length; i++) {
      const [r, g, b] = [data[i * 4]!, data[i * 4 + 1]!, data[i * 4 + 2]!];
      const high = Math.max(r, g, b, 1);
      // The purest colour of that hue; grey glows cyan.
      const low = Math.min(r, g, b);
      const pure =
        high - low < 30
          ? [90, 230, 255][k]!
          : ((data[i * 4 + k]! - low * 0.8) / (high - low * 0.8)) * 255;
      values[i] = pure * Math.min(1, Math.max(0, (edges[i]! - 16) / 50));
    }
    return values;
  });
  const glow = light.map((values) =>
    soft(values, width, height, Math.max(2, Math.round(view.unit * 0.012))),
  );
  for (let i = 0; i < edges.length; i++) {
    for (let k = 0; k < 3; k++) {
      data[i * 4 + k] = data[i * 4 + k]! * 0.3 + light[k]![i]! * 0.9 + glow[k]![i]! * 1.5;
    }
  }
}

/** How much the colours differ over `reach` pixels, 0 to about 255. */
function edgesOf({ width, height, data }: Raster, reach: number): Float32Array {
  const edges = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const up = Math.max(0, y - reach) * width;
    const down = Math.min(height - 1, y + reach) * width;
    for (let x = 0; x < width; x++) {
      const left = y * width + Math.max(0, x - reach);
      const right = y * width + Math.min(width - 1, x + reach);
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        sum +=
          Math.abs(data[left * 4 + k]! - data[right * 4 + k]!) +
          Math.abs(data[(up + x) * 4 + k]! - data[(down + x) * 4 + k]!);
      }
      edges[y * width + x] = sum / 3;
    }
  }
  return edges;
}

function channelsOf({ width, height, data }: Raster, reach: number): Float32Array[] {
  return [0, 1, 2].map((k) => {
    const values = new Float32Array(width * height);
    for (let i = 0; i < values.length; i++) values[i] = data[i * 4 + k]!;
    return soft(values, width, height, reach);
  });
}
