import { lines } from '../../shape/curve.ts';
import { prism } from '../../shape/box.ts';
import { mirrored, part, type Part } from '../../shape/part.ts';
import { tube } from '../../shape/tube.ts';
import { creatureEye } from './creature-eye.ts';
import type { Kit, Thing } from '../kit.ts';

export const fish: Thing = {
  name: 'fish',
  words: ['fish', 'salmon'],
  metres: 0.6,
  build(kit: Kit): Part[] {
    const hide = kit.stuff('scales', 0xe07a2c, ['main'], {
      gloss: 0.75,
      other: kit.color(0xf1dcb8, 'belly', 'second'),
    });
    const finStuff = kit.stuff('skin', 0xd0632a, ['spike', 'second', 'main'], { gloss: 0.5 });
    const fat = 1.15;
    const y = 0.75;
    const body = tube(
      [
        [0, y, -1.0, 0.07, 0.05],
        [0, y, -0.62, 0.16, 0.11],
        [0, y, -0.1, 0.36 * fat, 0.22 * fat],
        [0, y, 0.35, 0.37 * fat, 0.25 * fat],
        [0, y - 0.02, 0.74, 0.24 * fat, 0.19 * fat],
        [0, y - 0.04, 0.96, 0.12 * fat, 0.11 * fat],
      ],
      { up: [1, 0, 0] },
    );
    const fin = (points: readonly (readonly [number, number])[]): ReturnType<typeof prism> =>
      prism(lines(points, 0.03, true), 0.05, 0.02);
    const tail = fin([
      [-0.06, 0.1],
      [-0.06, -0.1],
      [-0.46, -0.42],
      [-0.34, -0.06],
      [-0.34, 0.06],
      [-0.46, 0.42],
    ]);
    return [
      part(body, hide, { detail: 1.2 }),
      part(tail, finStuff, {
        at: [0, y, -0.92],
        turn: [0, -0.25, 0],
      }),
      part(
        fin([
          [0.3, -0.12],
          [-0.24, -0.12],
          [-0.34, 0.26],
          [-0.1, 0.2],
        ]),
        finStuff,
        { at: [0, y + 0.36 * fat, -0.02], turn: [0, -0.25, 0] },
      ),
      ...mirrored(
        [
          ...creatureEye(
            kit,
            [0.155 * fat, y + 0.08, 0.72],
            0.075,
            [0.92, 0.15, 0.3],
            0xe2c04a,
            'round',
          ),
          part(
            fin([
              [0.08, 0.06],
              [0.06, -0.08],
              [-0.3, -0.26],
              [-0.26, -0.02],
            ]),
            finStuff,
            { at: [0.23 * fat, y - 0.14, 0.28], turn: [0.04, -0.14, 0.1] },
          ),
        ],
        'fish',
      ),
    ];
  },
};
