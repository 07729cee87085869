import { points } from '../../shape/curve.ts';
import { spun, turned } from '../../shape/arrange.ts';
import { box } from '../../shape/box.ts';
import { part, type Part } from '../../shape/part.ts';
import { finer, torus, warp } from '../../shape/surface.ts';
import { tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';

export const potion: Thing = {
  name: 'potion',
  words: ['potion', 'flask', 'elixir', 'poison'],
  metres: 0.25,
  build(kit: Kit): Part[] {
    const glow = kit.has('glowing', 'magic', 'magical') ? 0.8 : 0.35;
    const liquid = kit.stuff('crystal', 0xb02a6a, ['flame', 'main'], { gleam: glow, keep: true });
    const glass = kit.stuff('crystal', 0xcfe3e6, ['glass'], {});
    const cork = kit.stuff('wood', 0xb48a58, ['lid', 'second'], {});
    const rope = kit.stuff('leather', 0x8a6a40, ['band'], {});
    const label = kit.stuff('cloth', 0xe6d7b0, ['label'], {});
    return [
      part(
        spun(
          [
            [0, 0.0],
            [0.4, 0.02],
            [0.66, 0.3],
            [0.68, 0.58],
            [0.5, 0.9],
            [0.34, 1.0],
            [0, 1.02],
          ],
          20,
        ),
        liquid,
        { detail: 1.2 },
      ),
      part(
        spun(
          [
            [0, 0.98],
            [0.36, 0.98],
            [0.24, 1.12],
            [0.19, 1.25],
            [0.19, 1.5],
            [0.22, 1.56],
            [0, 1.57],
          ],
          16,
        ),
        glass,
      ),
      part(finer(torus(0.21, 0.05), 16, 7), glass, { at: [0, 1.52, 0] }),
      part(turned(points([0, 1.5], [0.16, 1.5], [0.19, 1.76], [0, 1.77]), 0.03), cork),
      part(torus(0.2, 0.028), rope, { at: [0, 1.28, 0] }),
      part(torus(0.2, 0.028), rope, { at: [0, 1.23, 0], turn: [0.01, 0, 0] }),
      part(
        warp(box(0.5, 0.38, 0.02, 0.008), (p) => {
          const r = 0.685 + p[2]!;
          const x = p[0]!;
          p[0] = x * 1.05;
          p[2] = Math.sqrt(Math.max(0, r * r - x * x));
        }),
        label,
        { at: [0, 0.5, 0.005] },
      ),
    ];
  },
};

export const vase: Thing = {
  name: 'vase',
  words: ['vase', 'amphora', 'pottery', 'jug'],
  metres: 0.5,
  build(kit: Kit): Part[] {
    const clay = kit.stuff('plastic', 0x3f6f9f, ['main'], { gloss: 0.8 });
    const band = kit.stuff('plastic', 0xd9c38a, ['band', 'second'], {});
    const belly = kit.between(0.5, 0.68);
    // The outline runs back down inside, so that the mouth is open.
    const outline: readonly (readonly [number, number])[] = [
      [0, 0],
      [0.3, 0],
      [0.34, 0.05],
      [belly * 0.8, 0.4],
      [belly, 0.85],
      [belly * 0.8, 1.25],
      [0.26, 1.52],
      [0.25, 1.66],
      [0.36, 1.82],
      [0.33, 1.83],
      [0.21, 1.66],
      [0.21, 1.5],
      [belly * 0.7, 1.2],
      [belly * 0.6, 0.7],
      [0, 0.4],
    ];
    const handles = kit.has('amphora', 'jug', 'handle', 'handles')
      ? [1, -1].map((side) =>
          part(
            tube(
              [
                [side * 0.26, 1.62, 0, 0.045],
                [side * 0.56, 1.6, 0, 0.05],
                [side * belly * 1.05, 1.3, 0, 0.05],
                [side * belly * 0.8, 1.08, 0, 0.045],
              ],
              { up: [0, 0, 1] },
            ),
            clay,
            { chart: 'handle' },
          ),
        )
      : [];
    return [
      part(spun(outline, 24), clay),
      part(finer(torus(belly * 0.985, 0.025, 1.6), 24, 6), band, { at: [0, 0.88, 0] }),
      part(finer(torus(0.265, 0.025), 20, 6), band, { at: [0, 1.56, 0] }),
      ...handles,
    ];
  },
};
