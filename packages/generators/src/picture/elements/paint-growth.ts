import { mix } from '../art/colour.ts';
import { fillOutline, outline } from '../art/fill-outline.ts';
import type { Raster } from '../art/raster.ts';
import type { Ridge } from './terrain.ts';
import { crestOf } from './terrain.ts';
import type { View } from '../view.ts';

export type Growth = 'pines' | 'trees' | 'grass' | 'cacti' | 'reeds' | 'none';

/** Plants along the crest of a ridge, as silhouettes in its colour. Draw them before the ridge. */
export function paintGrowth(raster: Raster, view: View, ridge: Ridge, growth: Growth): void {
  if (growth === 'none') return;
  const { palette, unit } = view;
  const random = view.random.fork(`growth${ridge.offset}`);
  const clarity = ridge.depth ** 0.8;
  const green = mix(palette.land, palette.shade, growth === 'grass' ? 0.35 : 0.6);
  const tone = mix(palette.haze, green, clarity);
  const top = mix(tone, palette.glow, 0.1 * clarity);
  const scale =
    unit *
    (0.035 + 0.14 * ridge.depth ** 1.6) *
    (growth === 'grass' || growth === 'reeds' ? 0.34 : 1);
  const step = scale * SPACING[growth];
  // Plants stand at fixed places of the world, so that a wider raster shows the same ones.
  const first = -Math.ceil((view.width * 0.6) / step);
  const last = Math.ceil((view.width * 1.6) / step);
  const outlines: number[][] = [];
  for (let index = first; index < last; index++) {
    const x = (index + random.range(-0.4, 0.4)) * step;
    const tall = scale * random.range(0.55, 1.15);
    const bare = random.next();
    const cluster = view.noise.at((x / unit) * 2.2 + ridge.offset, 17) * 0.7 + 0.5;
    const kinds = [random.next(), random.next(), random.next()] as const;
    if (bare > cluster + DENSITY[growth]) continue;
    if (x + scale < raster.left || x - scale > raster.left + raster.width) continue;
    const y = crestOf(view, ridge, x) + tall * 0.04;
    for (const part of SHAPES[growth](kinds, tall / unit < 0.05)) {
      outlines.push(
        part.map((value, axis) => (axis % 2 === 0 ? x + value * tall : y - value * tall)),
      );
    }
  }
  for (const outline of outlines) {
    fillOutline(raster, outline, { top, bottom: mix(tone, palette.shade, 0.15 * clarity) });
  }
}

const SPACING: Readonly<Record<Growth, number>> = {
  pines: 0.2,
  trees: 0.45,
  grass: 0.12,
  cacti: 2.2,
  reeds: 0.3,
  none: 1,
};
const DENSITY: Readonly<Record<Growth, number>> = {
  pines: 0.15,
  trees: -0.05,
  grass: 0.6,
  cacti: -0.2,
  reeds: 0,
  none: 0,
};

type Shape = (random: readonly [number, number, number], small: boolean) => number[][];

const SHAPES: Readonly<Record<Growth, Shape>> = {
  none: () => [],
  pines(random, small) {
    const tiers = small ? 3 : 6;
    const parts: number[][] = [[-0.02, -0.1, 0.02, -0.1, 0.015, 0.3, -0.015, 0.3]];
    const wide = 0.17 + random[0] * 0.07;
    for (let tier = 0; tier < tiers; tier++) {
      const y = 0.1 + (tier / tiers) * 0.85;
      const half = wide * (1 - tier / tiers) ** 0.85 + 0.01;
      const ragged = (random[1] - 0.5) * 0.03;
      parts.push(
        outline(
          [-half, y + ragged],
          [-half * 0.3, y + 0.02],
          [half * 0.3, y + 0.01],
          [half, y - ragged],
          [half * 0.2, y + 0.12],
          [0, Math.min(1, y + 1.35 / tiers)],
          [-half * 0.2, y + 0.12],
        ),
      );
    }
    return parts;
  },
  trees(random) {
    const parts: number[][] = [[-0.03, -0.1, 0.03, -0.1, 0.015, 0.5, -0.015, 0.5]];
    for (let crown = 0; crown < 6; crown++) {
      const turn = crown * 1.05 + random[0] * 6;
      const far = crown === 0 ? 0 : 0.16;
      const x = Math.cos(turn) * far * 1.1;
      const y = 0.6 + Math.sin(turn) * far;
      const radius = 0.15 + ((random[1] * 7 + crown * 0.37) % 1) * 0.07;
      const ring: number[] = [];
      for (let dot = 0; dot < 14; dot++) {
        const angle = (dot / 14) * Math.PI * 2;
        const bump = radius * (dot % 2 === 0 ? 1.06 : 0.94);
        ring.push(x + Math.cos(angle) * bump, y + Math.sin(angle) * bump);
      }
      parts.push(ring);
    }
    return parts;
  },
  grass(random) {
    const lean = (random[0] - 0.5) * 0.8;
    const wide = 0.05 + random[1] * 0.04;
    const second = lean + (random[2] - 0.5) * 0.7;
    return [
      outline(
        [-wide, -0.3],
        [wide, -0.3],
        [lean * 0.5 + wide * 0.5, 0.5],
        [lean, 1],
        [lean * 0.4 - wide * 0.5, 0.5],
      ),
      outline(
        [-wide, -0.3],
        [wide, -0.3],
        [second * 0.5 + wide * 0.4, 0.35],
        [second * 1.2, 0.7],
        [second * 0.4 - wide * 0.4, 0.35],
      ),
    ];
  },
  reeds(random) {
    const lean = (random[0] - 0.5) * 0.3;
    return [
      [-0.03, -0.3, 0.03, -0.3, lean + 0.015, 1, lean - 0.015, 1],
      [lean - 0.045, 0.75, lean + 0.045, 0.75, lean * 1.2 + 0.04, 1.1, lean * 1.2 - 0.04, 1.1],
    ];
  },
  cacti(random) {
    const side = random[0] > 0.5 ? 1 : -1;
    const arm = 0.35 + random[1] * 0.15;
    return [
      [-0.07, -0.1, 0.07, -0.1, 0.07, 0.92, 0.04, 1, -0.04, 1, -0.07, 0.92],
      outline(
        [side * 0.05, arm],
        [side * 0.26, arm],
        [side * 0.26, arm + 0.3],
        [side * 0.17, arm + 0.3],
        [side * 0.17, arm + 0.1],
        [side * 0.05, arm + 0.1],
      ),
      outline(
        [-side * 0.05, arm + 0.12],
        [-side * 0.22, arm + 0.12],
        [-side * 0.22, arm + 0.36],
        [-side * 0.14, arm + 0.36],
        [-side * 0.14, arm + 0.2],
        [-side * 0.05, arm + 0.2],
      ),
    ];
  },
};
