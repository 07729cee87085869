import { around, polar, spun } from '../../shape/arrange.ts';
import { part, placed, type Part } from '../../shape/part.ts';
import { ball, warp } from '../../shape/surface.ts';
import { stations, tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';

export const flower: Thing = {
  name: 'flower',
  words: ['flower', 'flowers', 'rose', 'daisy', 'sunflower'],
  metres: 0.5,
  build(kit: Kit): Part[] {
    const sun = kit.has('sunflower');
    const petal = kit.stuff(
      'skin',
      sun ? 0xedb82c : kit.has('rose') ? 0xb0203a : kit.has('daisy') ? 0xf2efe8 : 0xd86aa0,
      ['leaf', 'main'],
      { gloss: 0.35 },
    );
    const heart = kit.stuff('thatch', sun ? 0x5a3a1f : 0xe3b83a, ['gem', 'second'], {});
    const green = kit.stuff('leaf', 0x4c8a36, ['stem'], {});
    const pot = kit.stuff('plaster', 0xb9643f, ['base'], {});
    const soil = kit.stuff('stone', 0x4a3525, ['soil'], {});
    const head: Part[] = [];
    const blade = (long: number, wide: number, lift: number): ReturnType<typeof warp> =>
      warp(ball(wide, 0.025, long / 2), (p) => {
        const t = (p[2]! + long / 2) / long;
        p[2]! += long / 2;
        p[1]! += lift * t * t - 0.12 * p[0]! * p[0]!;
        p[0]! *= 0.45 + 0.75 * t;
      });
    if (kit.has('rose')) {
      for (const [count, reach, up, size] of [
        [3, 0.09, 0.5, 0.3],
        [5, 0.2, 0.3, 0.42],
        [6, 0.3, 0.08, 0.5],
      ] as const) {
        head.push(
          ...around(count, (turn) => [
            part(
              warp(
                ball(size * 0.5, size * 0.62, 0.035),
                (p) =>
                  void (p[2]! +=
                    0.5 * p[0]! * p[0]! * -1 + (p[1]! > 0 ? p[1]! * p[1]! * (0.5 - up) : 0)),
              ),
              petal,
              {
                at: polar(turn + up, reach * 0.75, 0.12),
                turn: [0.03 + (0.5 - up) * 0.1, 0.25 - turn - up, 0],
                chart: `petal${count}`,
              },
            ),
          ]),
        );
      }
    } else {
      const rows: readonly (readonly [number, number, number])[] = sun
        ? [
            [18, 0.46, 0.06],
            [18, 0.42, 0.14],
          ]
        : [
            [9, 0.46, 0.1],
            [8, 0.38, 0.2],
          ];
      for (const [count, long, lift] of rows) {
        head.push(
          ...around(count, (turn) => [
            part(blade(long, sun ? 0.085 : 0.15, lift), petal, {
              at: polar(turn + lift, sun ? 0.24 : 0.1, lift * 0.2),
              turn: [0, 0.25 - turn - lift, 0],
              chart: `petal${count}${long}`,
            }),
          ]),
        );
      }
      head.push(
        part(
          spun(
            [
              [0, -0.04],
              [sun ? 0.3 : 0.16, -0.02],
              [sun ? 0.28 : 0.14, 0.06],
              [0, sun ? 0.1 : 0.12],
            ],
            24,
          ),
          heart,
          { detail: 1.3 },
        ),
      );
    }
    const leaf = warp(ball(0.13, 0.02, 0.28), (p) => {
      const t = (p[2]! + 0.28) / 0.56;
      p[2]! += 0.28;
      p[1]! += 0.16 * t - 0.22 * t * t;
    });
    const out = [
      ...placed(head, {
        at: [0.02, 1.62, 0.05],
        turn: kit.has('rose') ? [0.02, 0, 0] : [0.12, 0.06, 0],
      }),
      part(
        tube(stations([0, 0.3, 0, 0.04], [0.04, 0.8, -0.03, 0.034], [0.02, 1.6, 0.02, 0.04])),
        green,
      ),
      ...[
        [0.1, 0.72],
        [0.62, 0.9],
      ].map(([turn, y]) =>
        part(leaf, green, { at: [0.02, y!, 0], turn: [0, turn!, 0], chart: 'blade' }),
      ),
      part(
        spun(
          [
            [0, 0],
            [0.28, 0],
            [0.38, 0.34],
            [0.42, 0.36],
            [0.42, 0.46],
            [0.36, 0.46],
            [0.34, 0.38],
            [0, 0.37],
          ],
          26,
        ),
        pot,
      ),
      part(ball(0.34, 0.05, 0.34), soil, { at: [0, 0.38, 0] }),
    ];
    return out;
  },
};
