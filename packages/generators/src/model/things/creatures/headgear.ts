import { points } from '../../shape/curve.ts';
import type { Finish } from '../../paint/finish.ts';
import { around, polar, spun } from '../../shape/arrange.ts';
import { mirrored, part, type Part } from '../../shape/part.ts';
import { ball, finer, torus, warp } from '../../shape/surface.ts';
import { tube } from '../../shape/tube.ts';
import { FOLK, hairCap } from './figure.ts';
import type { Kit } from '../kit.ts';

/** Hair, or what covers it. */
export function headgear(kit: Kit, hair: Finish, steel: Finish): Part[] {
  const y = FOLK.head;
  const [w, h] = FOLK.skull;
  const long = kit.has('woman', 'girl', 'princess', 'queen', 'elf', 'witch') ? 0.95 : 0.3;
  const cap = part(hairCap(FOLK, 0.5, long, 12), hair, { at: [0, y, 0], detail: 1.1 });
  if (kit.has('knight', 'soldier', 'viking')) {
    const trim = kit.stuff('metal', 0xc49a48, ['band'], { gloss: 0.7 });
    return [
      part(hairCap(FOLK, 0.42, 0.7, 0), steel, { at: [0, y, 0], scale: 1.04 }),
      part(finer(torus(w * 1.08, 0.03), 24, 6), trim, {
        at: [0, y + h * 0.46, -0.01],
        scale: [1, 1, 0.95],
      }),
      ...(kit.has('viking')
        ? mirrored(
            [
              part(
                tube([
                  [0.36, y + 0.24, 0, 0.085],
                  [0.58, y + 0.34, 0, 0.07],
                  [0.64, y + 0.58, 0.02, 0.004],
                ]),
                kit.stuff('bone', 0xe2d6ba, ['horn'], {}),
              ),
            ],
            'horn',
          )
        : [
            part(
              tube(
                [
                  [0, y + h * 1.12, -0.05, 0.05, 0.09],
                  [0, y + h * 1.5, -0.14, 0.07, 0.13],
                  [0, y + h * 1.3, -0.4, 0.03, 0.07],
                ],
                { up: [1, 0, 0] },
              ),
              kit.stuff('fur', 0xb02e2a, ['cape', 'second'], {}),
            ),
          ]),
    ];
  }
  if (kit.has('wizard', 'witch', 'mage')) {
    const felt = kit.stuff('cloth', 0x3f3380, ['hat', 'shirt', 'main'], {});
    const cone = warp(
      spun(
        [
          [0, 0.0],
          [0.66, 0.0],
          [0.68, 0.03],
          [0.42, 0.09],
          [0.36, 0.2],
          [0.24, 0.5],
          [0.1, 0.8],
          [0, 0.98],
        ],
        26,
      ),
      (p) => {
        const t = Math.max(0, p[1]! - 0.35);
        p[2]! -= t * t * 0.7;
        p[0]! += t * t * 0.16;
      },
    );
    return [
      cap,
      part(cone, felt, { at: [0, y + h * 0.55, -0.02], turn: [-0.025, 0, 0], detail: 1.2 }),
      part(torus(0.39, 0.035, 1.3), kit.stuff('metal', 0xd1a548, ['band'], { gloss: 0.7 }), {
        at: [0, y + h * 0.55 + 0.12, -0.03],
      }),
    ];
  }
  if (kit.has('king', 'queen', 'prince', 'princess')) {
    const gold = kit.stuff('metal', 0xe3b64a, ['hat'], { gloss: 0.85 });
    const gem = kit.stuff('crystal', 0xb01c34, ['gem'], { gleam: 0.25 });
    return [
      cap,
      part(finer(torus(0.27, 0.04, 1.7), 22, 6), gold, { at: [0, y + h * 0.98, 0] }),
      ...around(7, (turn) => [
        part(spun(points([0, 0], [0.07, 0], [0.045, 0.1], [0, 0.2]), 8), gold, {
          at: polar(turn, 0.27, y + h * 1.02),
          chart: 'point',
        }),
        part(ball(0.032), gem, { at: polar(turn, 0.31, y + h * 0.99), chart: 'gem' }),
      ]),
    ];
  }
  if (kit.has('ninja'))
    return [
      part(hairCap(FOLK, 0.34, 0.95, 0), kit.stuff('cloth', 0x25262c, ['hat', 'main'], {}), {
        at: [0, y, 0],
      }),
      part(
        finer(torus(w * 1.06, 0.035, 1.2), 24, 6),
        kit.stuff('cloth', 0xb02e2a, ['band', 'second'], {}),
        { at: [0, y + h * 0.36, -0.01], scale: [1, 1, 0.95] },
      ),
    ];
  if (kit.has('pirate'))
    return [
      cap,
      part(
        warp(
          ball(0.6, 0.26, 0.42),
          (p) => void (p[1] = Math.max(p[1]!, -0.03) + Math.max(0, Math.abs(p[0]!) - 0.2) * 0.25),
        ),
        kit.stuff('leather', 0x2a2422, ['hat'], {}),
        { at: [0, y + h * 0.72, 0] },
      ),
    ];
  if (kit.has('farmer'))
    return [
      cap,
      part(
        spun(
          [
            [0, 0],
            [0.62, 0],
            [0.64, 0.03],
            [0.34, 0.07],
            [0.3, 0.24],
            [0.2, 0.3],
            [0, 0.31],
          ],
          26,
        ),
        kit.stuff('thatch', 0xd0b264, ['hat'], {}),
        { at: [0, y + h * 0.6, 0] },
      ),
    ];
  if (kit.has('goblin', 'orc')) return [];
  return [cap];
}
