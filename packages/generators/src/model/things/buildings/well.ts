import { around, polar, rod, turned } from '../../shape/arrange.ts';
import { box } from '../../shape/box.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball, finer, lathe, torus, warp } from '../../shape/surface.ts';
import { points, through } from '../../shape/curve.ts';
import { stations, tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';
import { campfire } from './campfire.ts';
import { wordList } from '../../../word-list.ts';

export const well: Thing = {
  name: 'well',
  words: wordList('well gravestone tombstone anvil campfire signpost'),
  metres: 2.4,
  build(kit: Kit): Part[] {
    const stone = kit.stuff('brick', 0x8f8b84, ['base', 'main'], {
      wrap: 12,
      course: 0.13,
      masonry: true,
    });
    const wood = kit.stuff('wood', 0x70492a, ['handle'], {});
    if (kit.has('campfire')) return campfire(kit);
    if (kit.has('sign', 'signpost')) {
      return [
        part(
          tube(stations([0, 0, 0, 0.07], [0.01, 1.0, 0, 0.065], [0, 1.7, 0, 0.06]), {
            ends: 'flat',
          }),
          wood,
        ),
        ...[
          [1.38, 0.03, 3],
          [0.98, -0.02, 8],
        ].map(([y, tilt, shift], i) =>
          part(
            warp(
              box(1.2, 0.3, 0.07, 0.025),
              (p) =>
                void (p[0]! +=
                  (i === 0 ? 1 : -1) *
                  Math.max(0, (i === 0 ? p[0]! : -p[0]!) - 0.55) *
                  (1 - Math.abs(p[1]!) * 9) *
                  3),
            ),
            kit.stuff('wood', 0x9a6d40, ['main'], { axis: 'x', shift: shift! }),
            { at: [(i === 0 ? 1 : -1) * 0.16, y!, 0.08], turn: [0, 0, tilt! * 0.4] },
          ),
        ),
        ...around(5, (turn) => [
          part(ball(0.16, 0.11, 0.15), kit.stuff('stone', 0x85817b, ['base']), {
            at: polar(turn, 0.18, 0.05),
            chart: 'stone',
          }),
        ]),
      ];
    }
    if (kit.has('anvil')) {
      const iron = kit.stuff('metal', 0x55585d, ['main'], { gloss: 0.4 });
      return [
        part(turned(points([0, 0], [0.5, 0], [0.46, 0.7], [0, 0.7]), 0.04, 18), wood),
        part(box(0.7, 0.14, 0.5, 0.04), iron, { at: [0, 0.76, 0] }),
        part(
          warp(box(0.46, 0.36, 0.36, 0.04), (p) => void (p[0]! *= 0.7 + 2.2 * p[1]! * p[1]! * 2)),
          iron,
          { at: [0, 0.98, 0] },
        ),
        part(box(1.1, 0.22, 0.42, 0.05), iron, { at: [-0.1, 1.24, 0] }),
        part(
          tube(
            [
              [0.36, 1.25, 0, 0.1, 0.19],
              [0.66, 1.27, 0, 0.08, 0.14],
              [1.02, 1.32, 0, 0.01, 0.02],
            ],
            { up: [0, 0, 1] },
          ),
          iron,
        ),
      ];
    }
    if (kit.has('gravestone', 'tombstone')) {
      const slab = kit.stuff(
        'stone',
        0x8a8a88,
        ['main'],
        kit.has('mossy') ? { other: kit.color(0x5d7a34, 'moss') } : {},
      );
      return [
        part(box(1.3, 0.2, 0.6, 0.05), slab, { at: [0, 0.1, 0] }),
        part(
          warp(
            box(1.0, 1.5, 0.26, 0.06),
            (p) => void (p[1]! += p[1]! > 0.2 ? (0.25 - p[0]! * p[0]!) * 0.9 : 0),
          ),
          slab,
          { at: [0, 0.9, 0], turn: [-0.01, 0, 0.008] },
        ),
        part(box(0.12, 0.6, 0.07, 0.02), slab, { at: [0, 1.2, 0.14] }),
        part(box(0.4, 0.12, 0.07, 0.02), slab, { at: [0, 1.3, 0.14] }),
      ];
    }
    const wall = {
      ...lathe(
        through(
          points([0.5, 0.02], [0.68, 0], [0.66, 0.62], [0.68, 0.7], [0.5, 0.7], [0.48, 0.6]),
          true,
        ),
      ),
      ends: 'ring' as const,
      around: { at: [0, 1], least: [24] },
    };
    const water = kit.stuff('crystal', 0x2f6f9a, ['flame'], {});
    const tiles = kit.stuff('tiles', 0x9c4a34, ['roof', 'second'], { course: 0.1 });
    return [
      part(wall, stone, { detail: 1.2 }),
      part(turned(points([0, 0.02], [0.52, 0.02], [0.52, 0.34], [0, 0.34]), 0.01, 22), water),
      ...[-1, 1].map((side) =>
        part(box(0.1, 1.4, 0.1, 0.015), wood, { at: [side * 0.6, 0.95, 0], chart: 'post' }),
      ),
      rod([-0.62, 1.22, 0], [0.74, 1.22, 0], 0.045, wood),
      rod([0.74, 1.22, 0], [0.74, 1.02, 0], 0.025, wood),
      part(finer(torus(0.06, 0.04, 3), 16, 6), kit.stuff('leather', 0xb08d5a, ['rope']), {
        at: [0, 1.22, 0],
        turn: [0, 0, 0.25],
      }),
      rod([0, 1.2, 0.07], [0, 0.86, 0.07], 0.012, kit.stuff('leather', 0xb08d5a, ['rope'])),
      part(
        turned(points([0, 0], [0.12, 0], [0.15, 0.24], [0, 0.24]), 0.015, 16),
        kit.stuff('wood', 0x8a5c34, ['bucket']),
        { at: [0, 0.62, 0.07] },
      ),
      ...[-1, 1].map((side) =>
        part(box(1.6, 0.05, 0.66, 0.01), tiles, {
          at: [0, 1.73, side * 0.26],
          turn: [side * 0.1, 0, 0],
        }),
      ),
      rod([-0.82, 1.9, 0], [0.82, 1.9, 0], 0.04, wood),
    ];
  },
};
