import { points } from '../../shape/curve.ts';
import { rod, turned } from '../../shape/arrange.ts';
import { box } from '../../shape/box.ts';
import { mirrored, part, type Part } from '../../shape/part.ts';
import { ball, torus } from '../../shape/surface.ts';
import { tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';

export const plane: Thing = {
  name: 'plane',
  words: ['plane', 'airplane', 'aeroplane', 'aircraft', 'biplane'],
  metres: 9,
  rigid: true,
  build(kit: Kit): Part[] {
    const paint = kit.stuff('plastic', 0xc23b2e, ['main'], { gloss: 0.8 });
    const wing = kit.stuff('plastic', 0xeadfc8, ['wing', 'second'], { gloss: 0.6 });
    const wood = kit.stuff('wood', 0x7a5030, ['propeller'], { axis: 'x' });
    const dark = kit.stuff('skin', 0x2a2a2c, ['wheel'], { gloss: 0.3 });
    const chrome = kit.stuff('metal', 0xc2c7cc, ['band'], { gloss: 0.85 });
    const glass = kit.stuff('crystal', 0x9fd0e6, ['window'], {});
    const span = (y: number, z: number, width: number, chord: number): Part =>
      part(
        tube(
          [
            [-width, y + 0.05, z, 0.02, chord * 0.7],
            [-width * 0.5, y + 0.02, z, 0.034, chord],
            [0, y, z, 0.04, chord],
            [width * 0.5, y + 0.02, z, 0.034, chord],
            [width, y + 0.05, z, 0.02, chord * 0.7],
          ],
          { up: [0, 0, 1] },
        ),
        wing,
      );
    return [
      part(
        tube(
          [
            [0, 0.74, -1.1, 0.05, 0.04],
            [0, 0.7, -0.7, 0.13, 0.12],
            [0, 0.66, 0, 0.24, 0.22],
            [0, 0.66, 0.5, 0.26, 0.25],
            [0, 0.66, 0.78, 0.22, 0.22],
          ],
          { up: [1, 0, 0] },
        ),
        paint,
        { detail: 1.2 },
      ),
      part(
        turned(points([0, 0.76], [0.21, 0.76], [0.24, 0.82], [0.2, 0.92], [0, 0.94]), 0.03, 18),
        chrome,
        { at: [0, 0.66, 0], turn: [0.25, 0, 0], scale: [1, 1, 1] },
      ),
      span(0.5, 0.3, 1.15, 0.24),
      span(1.08, 0.36, 1.2, 0.22),
      ...mirrored(
        [
          rod([0.75, 0.52, 0.32], [0.78, 1.1, 0.36], 0.02, wood),
          rod([0.2, 0.8, 0.36], [0.26, 1.08, 0.36], 0.018, wood),
        ],
        'strut',
      ),
      span(0.78, -0.98, 0.42, 0.14),
      part(
        tube(
          [
            [0, 0.76, -0.98, 0.02, 0.17],
            [0, 0.98, -1.02, 0.02, 0.14],
            [0, 1.12, -1.06, 0.014, 0.08],
          ],
          { up: [0, 0, 1] },
        ),
        wing,
      ),
      part(ball(0.17, 0.17, 0.26), glass, { at: [0, 0.88, 0.1] }),
      part(box(1.0, 0.1, 0.03, 0.012), wood, { at: [0, 0.66, 0.97], turn: [0, 0, 0.06] }),
      part(ball(0.08, 0.08, 0.1), chrome, { at: [0, 0.66, 0.96] }),
      ...mirrored(
        [
          part(torus(0.11, 0.05), dark, { at: [0.32, 0.16, 0.42], turn: [0, 0, 0.25] }),
          part(ball(0.08, 0.1, 0.1), chrome, { at: [0.32, 0.16, 0.42] }),
          rod([0.32, 0.16, 0.42], [0.14, 0.5, 0.38], 0.026, chrome),
        ],
        'gear',
      ),
    ];
  },
};
