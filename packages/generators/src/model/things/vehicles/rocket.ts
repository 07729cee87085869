import { spun } from '../../shape/arrange.ts';
import { lines, points } from '../../shape/curve.ts';
import { prism } from '../../shape/box.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball, finer, torus } from '../../shape/surface.ts';
import type { Kit, Thing } from '../kit.ts';

export const rocket: Thing = {
  name: 'rocket',
  words: ['rocket', 'spaceship', 'spacecraft', 'missile', 'shuttle', 'starship'],
  metres: 12,
  build(kit: Kit): Part[] {
    const body = kit.stuff('plastic', 0xe9e7e0, ['main'], { gloss: 0.8 });
    const trim = kit.stuff('plastic', 0xc0392b, ['second', 'wing'], { gloss: 0.8 });
    const steel = kit.stuff('metal', 0x8d9298, ['band'], { gloss: 0.7 });
    const glass = kit.stuff('crystal', 0x4fa3d8, ['window'], { gleam: 0.35 });
    const fin = prism(
      lines(
        points([-0.14, -0.3], [0.42, -0.62], [0.42, -0.2], [0.02, 0.34], [-0.14, 0.36]),
        0.03,
        true,
      ),
      0.07,
      0.02,
    );
    return [
      part(
        spun(
          [
            [0, 0.3],
            [0.3, 0.32],
            [0.4, 0.62],
            [0.44, 1.0],
            [0.4, 1.45],
            [0.26, 1.86],
            [0.2, 1.94],
            [0, 1.96],
          ],
          26,
        ),
        body,
        { detail: 1.2 },
      ),
      part(spun(points([0, 1.84], [0.27, 1.845], [0.16, 2.12], [0.05, 2.3], [0, 2.36]), 22), trim),
      part(finer(torus(0.425, 0.025, 1.4), 26, 6), trim, { at: [0, 0.78, 0] }),
      part(finer(torus(0.3, 0.03), 22, 6), steel, { at: [0, 1.8, 0] }),
      part(
        spun(
          [
            [0, 0.3],
            [0.16, 0.3],
            [0.2, 0.2],
            [0.28, 0.04],
            [0.25, 0.04],
            [0.1, 0.24],
            [0, 0.24],
          ],
          18,
        ),
        steel,
      ),
      ...[0, 1, 2].map((i) =>
        part(fin, trim, {
          at: [0.4 * [0, 0.866, -0.866][i]!, 0.66, 0.4 * [1, -0.5, -0.5][i]!],
          turn: [0, -0.25 + i / 3, 0],
          chart: 'fin',
        }),
      ),
      part(torus(0.15, 0.04), steel, { at: [0, 1.42, 0.405], turn: [0.228, 0, 0] }),
      part(ball(0.14, 0.14, 0.06), glass, {
        at: [0, 1.42, 0.39],
        turn: [-0.022, 0, 0],
        detail: 1.5,
      }),
      part(torus(0.1, 0.03), steel, { at: [0, 1.02, 0.44], turn: [0.25, 0, 0] }),
      part(ball(0.09, 0.09, 0.045), glass, { at: [0, 1.02, 0.43] }),
    ];
  },
};
