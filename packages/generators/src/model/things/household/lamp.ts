import { points } from '../../shape/curve.ts';
import { ember } from '../../paint/crystal.ts';
import { around, polar, rod, spun, turned } from '../../shape/arrange.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball } from '../../shape/surface.ts';
import type { Kit, Thing } from '../kit.ts';

export const lamp: Thing = {
  name: 'lamp',
  words: ['lamp', 'streetlamp', 'lamppost', 'streetlight', 'desk-lamp', 'floor-lamp'],
  metres: 0.6,
  build(kit: Kit): Part[] {
    const metal = kit.stuff('metal', 0xb8924a, ['base', 'main'], { gloss: 0.75 });
    const glow = ember({ noise: kit.noise, color: kit.color(0xf5cf7a, 'flame') }, 0.9);
    if (kit.has('street', 'streetlamp', 'lamppost', 'streetlight')) {
      const iron = kit.stuff('metal', 0x33373a, ['base', 'main'], { gloss: 0.5 });
      return [
        part(
          turned(
            [
              [0, 0],
              [0.2, 0],
              [0.2, 0.08],
              [0.13, 0.14],
              [0.11, 0.34],
              [0.05, 0.4],
              [0.04, 1.55],
              [0.07, 1.6],
              [0, 1.62],
            ],
            0.015,
            12,
          ),
          iron,
        ),
        part(turned(points([0, 1.6], [0.1, 1.6], [0.17, 1.95], [0, 1.95]), 0.01, 6), glow),
        part(
          turned(
            points([0, 1.94], [0.22, 1.94], [0.18, 2.0], [0.06, 2.1], [0.04, 2.18], [0, 2.2]),
            0.01,
            6,
          ),
          iron,
        ),
        ...around(6, (turn) => [
          rod(polar(turn, 0.1, 1.6), polar(turn, 0.172, 1.95), 0.013, iron, { chart: 'bar' }),
        ]),
        rod([-0.24, 1.44, 0], [0.24, 1.44, 0], 0.018, iron),
        part(ball(0.034), iron, { at: [0.25, 1.44, 0], chart: 'knob' }),
        part(ball(0.034), iron, { at: [-0.25, 1.44, 0], chart: 'knob' }),
      ];
    }
    const shade = kit.stuff('cloth', 0xe8d5a8, ['shade', 'second'], {});
    return [
      part(
        spun(
          [
            [0, 0],
            [0.46, 0],
            [0.48, 0.05],
            [0.3, 0.12],
            [0.1, 0.2],
            [0.07, 0.34],
            [0.17, 0.56],
            [0.2, 0.72],
            [0.1, 0.92],
            [0.06, 1.04],
            [0, 1.06],
          ],
          22,
        ),
        metal,
      ),
      rod([0, 1, 0], [0, 1.4, 0], 0.03, metal),
      part(ball(0.13, 0.17, 0.13), glow, { at: [0, 1.36, 0] }),
      part(
        turned(
          [
            [0.0, 1.64],
            [0.3, 1.66],
            [0.4, 1.7],
            [0.66, 1.02],
            [0.63, 1.01],
            [0.37, 1.64],
            [0.0, 1.6],
          ].toReversed() as [number, number][],
          0.008,
          26,
        ),
        shade,
        { detail: 1.2 },
      ),
      part(ball(0.05, 0.07, 0.05), metal, { at: [0, 1.76, 0] }),
      rod([0.2, 1.1, 0.1], [0.2, 0.86, 0.1], 0.008, metal),
    ];
  },
};
