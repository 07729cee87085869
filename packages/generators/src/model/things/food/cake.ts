import { points } from '../../shape/curve.ts';
import { cosTurn } from '../../exact-math.ts';
import { around, polar, spun, turned } from '../../shape/arrange.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball, finer, torus, warp } from '../../shape/surface.ts';
import { tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';
import { donut } from './donut.ts';
import { burger } from './burger.ts';
import { wordList } from '../../../word-list.ts';

export const cake: Thing = {
  name: 'cake',
  words: wordList(`
    cake cupcake muffin donut doughnut burger hamburger food
  `),
  metres: 0.25,
  build(kit: Kit): Part[] {
    if (kit.has('donut', 'doughnut')) return donut(kit);
    if (kit.has('burger', 'hamburger', 'sandwich')) return burger(kit);
    const cream = kit.stuff('skin', 0xf2dfd2, ['main'], { gloss: 0.5 });
    const icing = kit.stuff('skin', 0xe08aa8, ['icing', 'second'], { gloss: 0.6 });
    const cherry = kit.stuff('skin', 0xb3182a, ['fruit'], { gloss: 0.9 });
    const plate = kit.stuff('plastic', 0xe9ebee, ['base'], {});
    const candle = kit.stuff('plastic', 0x4f9bd0, ['candle'], {});
    const flame = kit.stuff('crystal', 0xf7b43c, ['flame'], { gleam: 1 });
    const cupcake = kit.has('cupcake', 'muffin');
    if (cupcake) {
      const paper = finer(
        warp(turned(points([0, 0], [0.5, 0], [0.68, 0.7], [0, 0.7]), 0.02, 44), (p, u) => {
          const k = 1 + 0.035 * cosTurn(u * 22);
          p[0]! *= k;
          p[2]! *= k;
        }),
        66,
        4,
      );
      return [
        part(paper, kit.stuff('cloth', 0xd9a14c, ['base'])),
        ...[
          [0.74, 0.72, 0.2],
          [0.56, 0.96, 0.19],
          [0.36, 1.18, 0.17],
        ].map(([r, y, t]) =>
          part(finer(torus(r! - t! * 0.6, t!), 28, 8), icing, { at: [0, y!, 0] }),
        ),
        part(ball(0.3, 0.34, 0.3), icing, { at: [0, 1.28, 0] }),
        part(ball(0.16), cherry, { at: [0, 1.66, 0] }),
      ];
    }
    const tier = (radius: number, y: number, high: number): Part[] => [
      part(turned(points([0, y], [radius, y], [radius, y + high], [0, y + high]), 0.06, 36), cream),
      part(
        spun(
          [
            [0, y + high - 0.02],
            [radius * 1.03, y + high - 0.06],
            [radius * 1.03, y + high + 0.01],
            [radius * 0.8, y + high + 0.045],
            [0, y + high + 0.05],
          ],
          36,
        ),
        icing,
      ),
      ...around(12, (turn) => [
        part(
          tube([
            [...polar(turn, radius * 1.01, y + high - 0.02), 0.07],
            [...polar(turn, radius * 1.02, y + high - 0.1 - 0.08 * kit.random()), 0.06],
          ]),
          icing,
          { chart: 'drip' },
        ),
      ]),
      ...around(12, (turn) => [
        part(ball(0.075), cream, { at: polar(turn, radius * 0.98, y + 0.04), chart: 'pearl' }),
      ]),
    ];
    return [
      part(
        spun(points([0, 0], [0.5, 0], [1.02, 0.08], [1.04, 0.11], [0.5, 0.06], [0, 0.06]), 36),
        plate,
      ),
      ...tier(0.86, 0.07, 0.6),
      ...tier(0.54, 0.7, 0.48),
      ...around(6, (turn) => [
        part(ball(0.09), cherry, { at: polar(turn, 0.38, 1.3), chart: 'cherry' }),
      ]),
      part(turned(points([0, 1.2], [0.045, 1.2], [0.045, 1.56], [0, 1.56]), 0.01, 10), candle),
      part(spun(points([0, 1.56], [0.05, 1.62], [0, 1.78]), 10), flame),
    ];
  },
};
