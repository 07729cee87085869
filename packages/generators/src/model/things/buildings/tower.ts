import { points } from '../../shape/curve.ts';
import { doorway } from './doorway.ts';
import { pennant } from './pennant.ts';
import { around, polar, rod, turned } from '../../shape/arrange.ts';
import { box } from '../../shape/box.ts';
import { part, placed, type Part } from '../../shape/part.ts';
import { ball } from '../../shape/surface.ts';
import type { Finish } from '../../paint/finish.ts';
import type { Kit, Thing } from '../kit.ts';
import { lighthouse } from './lighthouse.ts';

export const tower: Thing = {
  name: 'tower',
  words: ['tower', 'turret', 'watchtower', 'lighthouse', 'windmill', 'silo'],
  metres: 18,
  build(kit: Kit): Part[] {
    if (kit.has('lighthouse')) return lighthouse(kit);
    const mill = kit.has('windmill');
    const wall = kit.stuff(
      mill ? 'plaster' : 'brick',
      mill ? 0xe6dcc4 : 0x8f8a82,
      ['wall', 'main'],
      { wrap: 18, course: 0.085, masonry: true },
    );
    const trim = kit.stuff('stone', 0x77736c, ['base'], {});
    const roof = kit.stuff('tiles', 0x3d5f8f, ['roof', 'second'], { wrap: 26, course: 0.085 });
    const wood = kit.stuff('wood', 0x5f4027, ['door'], {});
    const glow = kit.stuff('crystal', 0xf3c877, ['window'], { gleam: 0.6 });
    const out: Part[] = [
      part(turned(points([0, 0], [0.56, 0], [0.54, 0.1], [0.46, 0.16], [0, 0.16]), 0.03, 20), trim),
      part(turned(points([0, 0.1], [0.46, 0.1], [0.38, 1.2], [0, 1.2]), 0.01, 22), wall, {
        detail: 1.2,
      }),
    ];
    if (mill) {
      out.push(
        part(
          turned(points([0, 1.18], [0.44, 1.18], [0.42, 1.24], [0.24, 1.5], [0, 1.6]), 0.04, 22),
          roof,
        ),
        ...sails(kit, wood),
      );
    } else {
      out.push(
        part(
          turned(points([0, 1.14], [0.38, 1.14], [0.5, 1.26], [0.5, 1.36], [0, 1.36]), 0.02, 22),
          trim,
        ),
        ...around(10, (turn) => [
          part(box(0.17, 0.17, 0.1, 0.015), trim, {
            at: polar(turn, 0.45, 1.42),
            turn: [0, 0.25 - turn, 0],
            chart: 'merlon',
          }),
        ]),
        part(turned(points([0, 1.34], [0.34, 1.34], [0.33, 1.62], [0, 1.62]), 0.01, 20), wall),
        part(
          turned(points([0, 1.56], [0.5, 1.56], [0.46, 1.62], [0.22, 2.05], [0, 2.42]), 0.02, 26),
          roof,
          { detail: 1.2 },
        ),
        rod([0, 2.36, 0], [0, 2.66, 0], 0.012, wood),
        part(pennant(0.3, 0.14), kit.stuff('cloth', 0xb8322a, ['flag']), { at: [0.012, 2.58, 0] }),
      );
    }
    out.push(...doorway(wood, trim, 0.46));
    for (const [turn, y] of [
      [0.17, 0.62],
      [0.4, 0.86],
      [0.66, 0.6],
      [0.9, 0.9],
      [0.22, 1.06],
    ] as const) {
      out.push(...slit(turn, y, 0.46 - 0.08 * y, trim, glow));
    }
    return out;
  },
};

function sails(kit: Kit, wood: Finish): Part[] {
  const cloth = kit.stuff('cloth', 0xeee4cc, ['sail'], {});
  const blades = around(4, (turn) =>
    placedSail(
      [
        part(box(0.07, 0.95, 0.05, 0.01), wood, { at: [0, 0.48, 0], chart: 'arm' }),
        part(box(0.22, 0.74, 0.02, 0.006), cloth, { at: [0.12, 0.56, 0.01], chart: 'cloth' }),
      ],
      turn + 0.07,
    ),
  );
  return [
    rod([0, 1.36, 0.2], [0, 1.36, 0.6], 0.05, wood),
    part(ball(0.08), wood, { at: [0, 1.36, 0.6] }),
    ...placed(blades, { at: [0, 1.36, 0.56] }),
  ];
}

function placedSail(parts: readonly Part[], turn: number): Part[] {
  return placed(parts, { turn: [0, 0, turn] });
}

function slit(turn: number, y: number, radius: number, trim: Finish, glow: Finish): Part[] {
  const at = polar(turn, radius - 0.01, y);
  const place = { at, turn: [0, 0.25 - turn, 0] as const };
  return [
    part(box(0.13, 0.22, 0.08, 0.015), trim, { ...place, chart: 'frame' }),
    part(box(0.075, 0.16, 0.1, 0.01), glow, { ...place, chart: 'slit' }),
  ];
}
