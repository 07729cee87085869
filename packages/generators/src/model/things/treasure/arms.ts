import { prism } from '../../shape/box.ts';
import { box } from '../../shape/box.ts';
import { around, polar, spun, turned } from '../../shape/arrange.ts';
import { lines, type Pair, points } from '../../shape/curve.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball, torus, warp } from '../../shape/surface.ts';
import { stations, tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';

export const axe: Thing = {
  name: 'axe',
  words: ['axe', 'hatchet', 'battleaxe', 'tomahawk'],
  metres: 1,
  build(kit: Kit): Part[] {
    const steel = kit.stuff('metal', 0xa9afb5, ['blade', 'main'], { gloss: 0.7 });
    const wood = kit.stuff('wood', 0x7a4d2a, ['handle', 'second'], {});
    const grip = kit.stuff('leather', 0x4a2e1e, ['grip'], {});
    const double = kit.has('double', 'battle', 'battleaxe', 'double-bladed');
    const half: readonly Pair[] = [
      [0.08, 0.13],
      [0.3, 0.2],
      [0.58, 0.42],
      [0.64, 0.2],
      [0.66, 0],
      [0.64, -0.22],
      [0.56, -0.46],
      [0.28, -0.2],
      [0.08, -0.13],
    ];
    const other: Pair[] = double
      ? half.toReversed().map(([x, y]): Pair => [-x, y])
      : [
          [-0.08, -0.12],
          [-0.2, -0.09],
          [-0.2, 0.09],
          [-0.08, 0.12],
        ];
    const outline = lines([...half.toReversed(), ...other.toReversed()].toReversed(), 0.02, true);
    // The edge thins towards the rim.
    const head = warp(prism(outline, 0.18, 0.02), (p) => {
      const reach = Math.min(1, Math.abs(p[0]!) / 0.62);
      p[2]! *= 1 - 0.93 * reach * (p[0]! > 0 || double ? 1 : 0.2);
    });
    return [
      part(
        tube(
          [
            [0, 0.02, 0, 0.05, 0.06],
            [0.015, 0.5, 0, 0.042, 0.052],
            [0, 1.2, 0, 0.042, 0.052],
            [0, 1.86, 0, 0.046, 0.056],
          ],
          { up: [0, 0, 1] },
        ),
        wood,
      ),
      part(head, steel, { at: [0, 1.6, 0], detail: 1.4 }),
      part(turned(points([0, 1.46], [0.085, 1.46], [0.085, 1.74], [0, 1.74]), 0.02), steel),
      ...Array.from({ length: 6 }, (_, i) =>
        part(torus(0.052, 0.02, 1.2), grip, { at: [0.008, 0.18 + i * 0.055, 0], chart: 'wrap' }),
      ),
      part(ball(0.07, 0.06, 0.07), steel, { at: [0, 0.04, 0] }),
    ];
  },
};

export const hammer: Thing = {
  name: 'hammer',
  words: ['hammer', 'warhammer', 'mallet', 'mjolnir', 'sledgehammer', 'mace'],
  metres: 0.9,
  build(kit: Kit): Part[] {
    const steel = kit.stuff('metal', 0x8f959b, ['main', 'blade'], { gloss: 0.6 });
    const trim = kit.stuff('metal', 0xc79b45, ['band', 'second'], { gloss: 0.75 });
    const wood = kit.stuff('wood', 0x6f4526, ['handle'], {});
    const grip = kit.stuff('leather', 0x4a2e1e, ['grip'], {});
    return [
      part(tube(stations([0, 0.03, 0, 0.06], [0, 0.8, 0, 0.05], [0, 1.6, 0, 0.055])), wood),
      part(box(1.0, 0.44, 0.44, 0.07), steel, { at: [0, 1.5, 0], detail: 1.2 }),
      ...[-1, 1].flatMap((side) => [
        part(box(0.1, 0.52, 0.52, 0.05), trim, { at: [side * 0.4, 1.5, 0], chart: 'rim' }),
        part(box(0.06, 0.36, 0.36, 0.02), steel, { at: [side * 0.53, 1.5, 0], chart: 'face' }),
      ]),
      part(box(0.16, 0.5, 0.5, 0.03), trim, { at: [0, 1.5, 0] }),
      part(ball(0.08), trim, { at: [0, 1.78, 0] }),
      ...Array.from({ length: 7 }, (_, i) =>
        part(torus(0.056, 0.024, 1.2), grip, { at: [0, 0.16 + i * 0.065, 0], chart: 'wrap' }),
      ),
      part(ball(0.1, 0.08, 0.1), trim, { at: [0, 0.05, 0] }),
    ];
  },
};

export const shield: Thing = {
  name: 'shield',
  words: ['shield', 'buckler'],
  metres: 0.9,
  build(kit: Kit): Part[] {
    const round = kit.has('round', 'viking', 'buckler');
    const face = round
      ? kit.stuff('wood', 0x8a5a34, ['main'], {})
      : kit.stuff('metal', 0x2f5596, ['main'], { gloss: 0.5 });
    const rim = kit.stuff('metal', 0xc7a04c, ['band', 'second'], { gloss: 0.75 });
    const dome = (x: number, y: number): number => 0.16 * (1 - (x * x + y * y) * 0.8);
    if (round) {
      return [
        part(
          spun(points([0, -0.02], [0.86, -0.14], [0.9, -0.1], [0.6, 0.0], [0, 0.07]), 30),
          face,
          { at: [0, 0.92, 0], turn: [0.25, 0, 0] },
        ),
        part(torus(0.9, 0.05), rim, { at: [0, 0.92, -0.12], turn: [0.25, 0, 0], detail: 1.3 }),
        part(ball(0.24, 0.24, 0.16), rim, { at: [0, 0.92, 0.04] }),
        ...around(10, (turn) => {
          const [x, , y] = polar(turn, 0.74, 0);
          return [part(ball(0.04), rim, { at: [x, 0.92 + y, -0.03], chart: 'stud' })];
        }),
      ];
    }
    const outline: readonly Pair[] = [
      [-0.72, 0.82],
      [-0.36, 0.92],
      [0, 0.84],
      [0.36, 0.92],
      [0.72, 0.82],
      [0.72, 0.1],
      [0.56, -0.42],
      [0.3, -0.78],
      [0, -1.02],
      [-0.3, -0.78],
      [-0.56, -0.42],
      [-0.72, 0.1],
    ];
    const plate = (grow: number, depth: number, lift: number): ReturnType<typeof prism> =>
      warp(
        prism(
          lines(outline.map(([x, y]): Pair => [x * grow, y * grow]).toReversed(), 0.06, true),
          depth,
          0.02,
        ),
        (p) => {
          p[2]! += dome(p[0]!, p[1]!) + lift;
        },
      );
    const cross = kit.stuff('metal', 0xd8d4c8, ['cross', 'second'], { gloss: 0.6 });
    return [
      part(plate(1.08, 0.07, 0), rim, { at: [0, 1.1, 0] }),
      part(plate(0.97, 0.08, 0.03), face, { at: [0, 1.1, 0], detail: 1.2 }),
      part(
        warp(box(0.2, 1.5, 0.06, 0.02), (p) => void (p[2]! += dome(p[0]!, p[1]!))),
        cross,
        { at: [0, 1.1, 0.08] },
      ),
      part(
        warp(box(1.2, 0.2, 0.06, 0.02), (p) => void (p[2]! += dome(p[0]!, p[1]! + 0.3))),
        cross,
        { at: [0, 1.4, 0.08] },
      ),
      part(ball(0.14, 0.14, 0.09), rim, { at: [0, 1.4, 0.27] }),
    ];
  },
};

export const staff: Thing = {
  name: 'staff',
  words: ['staff', 'scepter', 'sceptre', 'spear'],
  metres: 1.6,
  build(kit: Kit): Part[] {
    const wood = kit.stuff('wood', 0x5f3f26, ['handle', 'main'], {});
    const orb = kit.stuff('crystal', 0x3fa8e0, ['gem', 'second'], { gleam: 0.85 });
    const gold = kit.stuff('metal', 0xcaa14a, ['band'], { gloss: 0.75 });
    if (kit.has('spear')) {
      const steel = kit.stuff('metal', 0xb4bac0, ['blade', 'main'], { gloss: 0.75 });
      const tip = spun(points([0, 0], [0.06, 0.06], [0.05, 0.2], [0, 0.42]), 8);
      return [
        part(tube(stations([0, 0, 0, 0.035], [0, 0.9, 0, 0.04], [0, 1.56, 0, 0.034])), wood),
        part(tip, steel, { at: [0, 1.5, 0], scale: [1, 1, 0.4] }),
        part(torus(0.04, 0.02), gold, { at: [0, 1.46, 0] }),
      ];
    }
    return [
      part(
        tube([
          [0, 0, 0, 0.04],
          [0.03, 0.4, 0.01, 0.048],
          [-0.02, 0.9, 0, 0.045],
          [0.01, 1.45, 0, 0.06],
        ]),
        wood,
        { detail: 1.2 },
      ),
      ...around(3, (turn) => [
        part(
          tube([
            [...polar(turn, 0.03, 1.38), 0.05],
            [...polar(turn, 0.19, 1.58), 0.04],
            [...polar(turn, 0.17, 1.8), 0.026],
            [...polar(turn, 0.05, 1.96), 0.004],
          ]),
          wood,
          { chart: 'prong' },
        ),
      ]),
      part(ball(0.15), orb, { at: [0, 1.67, 0], detail: 1.4 }),
      ...[1.34, 1.2, 0.3].map((y) =>
        part(torus(0.056, 0.022), gold, { at: [0, y, 0], chart: 'band' }),
      ),
    ];
  },
};
