import { sinTurn } from '../../exact-math.ts';
import { around, polar, spun } from '../../shape/arrange.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball, warp } from '../../shape/surface.ts';
import { stations, tube } from '../../shape/tube.ts';
import type { Kit } from '../kit.ts';

export function campfire(kit: Kit): Part[] {
  const log = kit.stuff('bark', 0x5a3c26, ['main'], {});
  const stone = kit.stuff('stone', 0x7d7973, ['base'], {});
  const hot = kit.stuff('crystal', 0xe8641c, ['flame'], { gleam: 1 });
  const core = kit.stuff('crystal', 0xf7c33c, ['flame'], { gleam: 1 });
  const tongue = (high: number, wide: number): ReturnType<typeof warp> =>
    warp(
      spun(
        [
          [0, 0],
          [wide, 0.1],
          [wide * 1.05, high * 0.28],
          [wide * 0.45, high * 0.68],
          [0, high],
        ],
        12,
      ),
      (p) => void (p[0]! += 0.12 * sinTurn(p[1]! * 0.9)),
    );
  return [
    ...around(10, (turn) => [
      part(ball(0.17, 0.13, 0.15), stone, {
        at: polar(turn, 0.76, 0.1),
        turn: [0, turn * 3, 0],
        chart: 'stone',
      }),
    ]),
    ...around(5, (turn) => [
      part(
        tube(stations([...polar(turn, 0.66, 0.08), 0.09], [...polar(turn, 0.05, 0.46), 0.08]), {
          ends: 'flat',
        }),
        log,
        { chart: 'log' },
      ),
    ]),
    part(tongue(1.3, 0.3), hot, { at: [0, 0.14, 0] }),
    ...around(3, (turn) => [
      part(tongue(0.8, 0.2), hot, {
        at: polar(turn, 0.2, 0.14),
        turn: [0, turn, 0],
        chart: 'tongue',
      }),
    ]),
    part(tongue(0.9, 0.2), core, { at: [0, 0.14, 0.16] }),
  ];
}
