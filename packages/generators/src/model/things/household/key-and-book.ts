import { around, polar, rod } from '../../shape/arrange.ts';
import { box, prism } from '../../shape/box.ts';
import { lines, points } from '../../shape/curve.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball, finer, torus } from '../../shape/surface.ts';
import { stations, tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';

export const key: Thing = {
  name: 'key',
  words: ['key', 'keys'],
  metres: 0.1,
  build(kit: Kit): Part[] {
    const brass = kit.stuff('metal', 0xc99d45, ['main'], { gloss: 0.75 });
    return [
      rod([0, 0.12, 0], [0, 1.32, 0], 0.075, brass),
      ...around(3, (turn) => {
        const [x, , y] = polar(turn + 0.25, 0.2, 0);
        return [
          part(finer(torus(0.19, 0.065), 22, 7), brass, {
            at: [x, 1.62 + y, 0],
            turn: [0.25, 0, 0],
            chart: 'bow',
          }),
        ];
      }),
      ...[1.26, 1.16, 0.42].map((y) =>
        part(torus(0.085, 0.035), brass, { at: [0, y, 0], chart: 'collar' }),
      ),
      part(box(0.34, 0.11, 0.09, 0.02), brass, { at: [0.2, 0.32, 0] }),
      part(box(0.26, 0.1, 0.09, 0.02), brass, { at: [0.16, 0.16, 0] }),
      part(box(0.09, 0.26, 0.09, 0.02), brass, { at: [0.34, 0.24, 0] }),
      part(ball(0.08), brass, { at: [0, 0.08, 0] }),
    ];
  },
};

export const book: Thing = {
  name: 'book',
  words: ['book', 'tome', 'spellbook', 'grimoire', 'books', 'journal'],
  metres: 0.35,
  build(kit: Kit): Part[] {
    const cover = kit.stuff('leather', 0x6a2430, ['main'], {});
    const paper = kit.stuff('cloth', 0xe9dcc0, ['page'], {});
    const gold = kit.stuff('metal', 0xcfa048, ['band', 'second'], { gloss: 0.75 });
    const stone = kit.stuff('crystal', 0x3fa0d8, ['gem'], { gleam: 0.4 });
    const y = 0.9;
    return [
      part(box(1.2, 1.66, 0.3, 0.02), paper, { at: [0.03, y, 0] }),
      ...[-1, 1].map((side) =>
        part(box(1.32, 1.8, 0.07, 0.025), cover, { at: [0.04, y, side * 0.185], detail: 1.2 }),
      ),
      part(
        tube(stations([-0.6, 0.0, 0, 0.215, 0.09], [-0.6, 1.8, 0, 0.215, 0.09]), {
          ends: 'flat',
          up: [1, 0, 0],
        }),
        cover,
      ),
      ...[0.35, 0.9, 1.45].map((h) =>
        part(box(0.2, 0.1, 0.46, 0.03), gold, { at: [-0.61, h, 0], chart: 'band' }),
      ),
      ...[-1, 1].flatMap((i) =>
        [-1, 1].map((j) =>
          part(
            prism(
              lines(points([-0.13, -0.13], [0.13, -0.13], [0.13, 0.13]), 0.02, true),
              0.05,
              0.012,
            ),
            gold,
            {
              at: [0.04 + i * 0.52, y + j * 0.76, 0.215],
              turn: [0, 0, i === 1 ? (j === 1 ? 0 : -0.25) : j === 1 ? 0.25 : 0.5],
              chart: 'corner',
            },
          ),
        ),
      ),
      part(finer(torus(0.27, 0.035), 28, 6), gold, { at: [0.06, y, 0.22], turn: [0.25, 0, 0] }),
      part(ball(0.14, 0.14, 0.08), stone, { at: [0.06, y, 0.22] }),
      part(box(0.26, 0.16, 0.4, 0.03), gold, { at: [0.62, y, 0] }),
    ];
  },
};
