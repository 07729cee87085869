import { square } from '../../exact-math.ts';
import { around, polar, rod, turned } from '../../shape/arrange.ts';
import { box } from '../../shape/box.ts';
import { part, placed, type Part } from '../../shape/part.ts';
import { ball, warp } from '../../shape/surface.ts';
import type { Finish } from '../../paint/finish.ts';
import type { Kit, Thing } from '../kit.ts';
import { pennant } from './pennant.ts';

export const castle: Thing = {
  name: 'castle',
  words: ['castle', 'fortress', 'fort', 'citadel', 'palace', 'stronghold'],
  metres: 40,
  build(kit: Kit): Part[] {
    const wall = (wrap?: number): Finish =>
      kit.stuff('brick', 0x9a948a, ['wall', 'main'], {
        course: 0.06,
        masonry: true,
        ...(wrap === undefined ? {} : { wrap }),
      });
    const [flat, curved] = [wall(), wall(16)];
    const roof = kit.stuff('tiles', 0x375a8c, ['roof', 'second'], { wrap: 20, course: 0.06 });
    const wood = kit.stuff('wood', 0x553a24, ['door'], {});
    const glow = kit.stuff('crystal', 0xf0c068, ['window'], { gleam: 0.5 });
    const out: Part[] = [];
    const turret = (x: number, z: number, radius: number, high: number, name: string): Part[] =>
      placed(
        [
          part(
            turned(
              [
                [0, 0],
                [radius * 1.1, 0],
                [radius, 0.1],
                [radius * 0.94, high],
                [radius * 1.2, high + 0.1],
                [radius * 1.2, high + 0.17],
                [0, high + 0.17],
              ],
              0.012,
              16,
            ),
            curved,
            { chart: `${name}/wall` },
          ),
          part(
            turned(
              [
                [0, high + 0.15],
                [radius * 1.26, high + 0.15],
                [radius * 0.6, high + 0.15 + radius * 1.5],
                [0, high + 0.15 + radius * 2.8],
              ],
              0.015,
              18,
            ),
            roof,
            { chart: `${name}/roof` },
          ),
          ...[0.12, 0.38, 0.63, 0.87].map((turn) =>
            part(box(0.05, 0.12, 0.05, 0.01), glow, {
              at: polar(turn, radius * 0.93, high * 0.72),
              turn: [0, 0.25 - turn, 0],
              chart: 'slit',
            }),
          ),
        ],
        { at: [x, 0, z] },
      );
    for (const [x, z] of [
      [-0.8, 0.7],
      [0.8, 0.7],
      [-0.8, -0.7],
      [0.8, -0.7],
    ] as const)
      out.push(...turret(x, z, 0.22, 0.9, 'corner'));
    const curtain = (length: number, x: number, z: number, turn: number, name: string): Part[] =>
      placed(
        [
          part(box(length, 0.62, 0.13, 0.012), flat, {
            at: [0, 0.31, 0],
            chart: `${name}/curtain`,
          }),
          ...Array.from({ length: 7 }, (_, i) =>
            part(box(0.1, 0.1, 0.13, 0.012), flat, {
              at: [(i - 3) * (length / 7.4), 0.67, 0],
              chart: 'merlon',
            }),
          ),
        ],
        { at: [x, 0, z], turn: [0, turn, 0] },
      );
    out.push(
      ...curtain(1.5, 0, 0.7, 0, 'front'),
      ...curtain(1.5, 0, -0.7, 0, 'front'),
      ...curtain(1.3, -0.8, 0, 0.25, 'flank'),
      ...curtain(1.3, 0.8, 0, 0.25, 'flank'),
    );
    // The gate house and the keep.
    out.push(
      part(box(0.5, 0.84, 0.24, 0.014), flat, { at: [0, 0.42, 0.72] }),
      ...Array.from({ length: 3 }, (_, i) =>
        part(box(0.11, 0.1, 0.25, 0.012), flat, {
          at: [(i - 1) * 0.19, 0.88, 0.72],
          chart: 'gate',
        }),
      ),
      part(box(0.3, 0.4, 0.06, 0.02), wood, { at: [0, 0.2, 0.83] }),
      part(ball(0.15, 0.13, 0.03), wood, { at: [0, 0.4, 0.83] }),
      part(box(0.72, 1.2, 0.66, 0.014), flat, { at: [0, 0.6, -0.12] }),
      ...around(4, (turn) => [
        part(box(0.76, 0.1, 0.1, 0.012), flat, {
          at: polar(turn, 0.33, 1.2).map((v, i) => (i === 2 ? v - 0.12 : v)) as [
            number,
            number,
            number,
          ],
          turn: [0, 0.25 - turn, 0],
          chart: 'parapet',
        }),
      ]),
      ...turret(-0.3, 0.18, 0.15, 1.32, 'slim'),
      ...turret(0.3, 0.18, 0.15, 1.32, 'slim'),
      ...turret(0, -0.2, 0.26, 1.6, 'keep'),
      rod([0, 2.4, -0.2], [0, 2.72, -0.2], 0.012, wood),
      part(pennant(0.28, 0.13), kit.stuff('cloth', 0xb8322a, ['flag']), { at: [0.01, 2.64, -0.2] }),
      part(
        warp(
          box(2.1, 0.12, 1.9, 0.05),
          (p) => void (p[1]! -= 0.04 * (square(p[0]!) + square(p[2]!))),
        ),
        kit.stuff('leaf', 0x5f7f3c, ['base']),
        { at: [0, -0.01, 0] },
      ),
    );
    for (const x of [-0.2, 0.2])
      out.push(part(box(0.08, 0.16, 0.04, 0.01), glow, { at: [x, 0.86, 0.215], chart: 'pane' }));
    return out;
  },
};
