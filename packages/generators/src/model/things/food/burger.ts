import { points } from '../../shape/curve.ts';
import { cosTurn, square } from '../../exact-math.ts';
import { around, polar, spun, turned } from '../../shape/arrange.ts';
import { box } from '../../shape/box.ts';
import { part, placed, type Part } from '../../shape/part.ts';
import { ball, finer, warp } from '../../shape/surface.ts';
import type { Kit } from '../kit.ts';

export function burger(kit: Kit): Part[] {
  const bun = kit.stuff('skin', 0xc98a44, ['main'], { gloss: 0.5 });
  const meat = kit.stuff('stone', 0x5a3624, ['meat'], {});
  const salad = kit.stuff('leaf', 0x7ab648, ['leaf'], {});
  const cheese = kit.stuff('plastic', 0xf0b63c, ['cheese'], {});
  const tomato = kit.stuff('skin', 0xc8322a, ['tomato'], { gloss: 0.7 });
  const seed = kit.stuff('bone', 0xf2e2bc, ['seed'], {});
  const wavy = finer(
    warp(turned(points([0, 0.5], [0.92, 0.5], [0.92, 0.56], [0, 0.56]), 0.02, 40), (p, u) => {
      const r = Math.sqrt(square(p[0]!) + square(p[2]!));
      p[1]! += 0.06 * r * cosTurn(u * 9) - 0.05 * r;
    }),
    54,
    4,
  );
  return [
    part(spun(points([0, 0], [0.74, 0.02], [0.84, 0.16], [0.78, 0.28], [0, 0.28]), 30), bun),
    part(spun(points([0, 0.26], [0.84, 0.27], [0.88, 0.38], [0.84, 0.5], [0, 0.5]), 30), meat),
    part(
      warp(
        box(1.3, 0.04, 1.3, 0.015),
        (p) => void (p[1]! -= 0.16 * Math.max(0, Math.sqrt(square(p[0]!) + square(p[2]!)) - 0.72)),
      ),
      cheese,
      { at: [0, 0.52, 0], turn: [0, 0.08, 0] },
    ),
    part(wavy, salad),
    ...[
      [-0.3, 0.2],
      [0.32, 0.22],
      [0, -0.34],
    ].map(([x, z]) =>
      part(turned(points([0, 0.58], [0.4, 0.58], [0.4, 0.66], [0, 0.66]), 0.03, 22), tomato, {
        at: [x!, 0, z!],
        chart: 'tomato',
      }),
    ),
    part(
      spun(points([0, 0.64], [0.8, 0.65], [0.87, 0.78], [0.74, 1.04], [0.42, 1.22], [0, 1.28]), 30),
      bun,
      { detail: 1.2 },
    ),
    ...around(22, (turn, i) => {
      const r = 0.12 + 0.56 * ((i * 0.381) % 1);
      return placed([part(ball(0.03, 0.018, 0.045), seed, { chart: 'seed', detail: 0.5 })], {
        at: polar(turn * 5, r, 1.285 - 0.42 * r * r),
        turn: [0, turn, 0],
      });
    }),
  ];
}
