import { points } from '../../shape/curve.ts';
import { around, polar, spun, turned } from '../../shape/arrange.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball } from '../../shape/surface.ts';
import { tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';

export const cup: Thing = {
  name: 'cup',
  words: ['cup', 'mug', 'coffee', 'goblet', 'chalice'],
  metres: 0.14,
  build(kit: Kit): Part[] {
    const goblet = kit.has('goblet', 'chalice');
    const body = goblet
      ? kit.stuff('metal', 0xd8ab48, ['main'], { gloss: 0.85 })
      : kit.stuff('plastic', 0xd05a48, ['main'], { gloss: 0.85 });
    const drink = kit.stuff('plastic', goblet ? 0x6a1226 : 0x4a2a18, ['flame'], {});
    if (goblet) {
      const gem = kit.stuff('crystal', 0xa81c34, ['gem'], { gleam: 0.2 });
      return [
        part(
          spun(
            [
              [0, 0],
              [0.46, 0],
              [0.47, 0.05],
              [0.2, 0.12],
              [0.08, 0.3],
              [0.07, 0.62],
              [0.16, 0.78],
              [0.44, 0.98],
              [0.53, 1.35],
              [0.56, 1.7],
              [0.52, 1.7],
              [0.47, 1.36],
              [0.36, 1.06],
              [0, 0.98],
            ],
            24,
          ),
          body,
        ),
        part(ball(0.13, 0.1, 0.13), body, { at: [0, 0.46, 0] }),
        part(turned(points([0, 1.5], [0.49, 1.5], [0.49, 1.52], [0, 1.53]), 0.005, 20), drink),
        ...around(6, (turn) => [
          part(ball(0.06, 0.08, 0.06), gem, { at: polar(turn, 0.5, 1.24), chart: 'gem' }),
        ]),
      ];
    }
    return [
      part(
        spun(
          [
            [0, 0],
            [0.56, 0],
            [0.62, 0.06],
            [0.64, 0.7],
            [0.64, 1.36],
            [0.61, 1.41],
            [0.57, 1.36],
            [0.57, 0.7],
            [0.54, 0.14],
            [0, 0.1],
          ],
          26,
        ),
        body,
      ),
      part(
        tube(
          [
            [0.6, 1.14, 0, 0.07, 0.09],
            [0.92, 1.12, 0, 0.075, 0.1],
            [1.0, 0.74, 0, 0.075, 0.1],
            [0.84, 0.38, 0, 0.075, 0.1],
            [0.58, 0.32, 0, 0.07, 0.09],
          ],
          { up: [0, 0, 1] },
        ),
        body,
      ),
      part(turned(points([0, 1.18], [0.585, 1.18], [0.585, 1.21], [0, 1.22]), 0.005, 22), drink),
    ];
  },
};
