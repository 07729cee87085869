import { points } from '../../shape/curve.ts';
import { square } from '../../exact-math.ts';
import { around, turned } from '../../shape/arrange.ts';
import { box } from '../../shape/box.ts';
import { part, type Part } from '../../shape/part.ts';
import { finer, torus, warp } from '../../shape/surface.ts';
import type { Kit, Thing } from '../kit.ts';

export const barrel: Thing = {
  name: 'barrel',
  words: ['barrel', 'barrels', 'keg', 'cask'],
  metres: 1,
  build(kit: Kit): Part[] {
    const iron = kit.stuff('metal', 0x5b5c60, ['band', 'second'], { gloss: 0.45 });
    const bulge = (y: number): number => 0.56 + 0.13 * (1 - square((y - 0.9) / 0.9));
    const staves = around(14, (turn, i) => {
      const wood = kit.stuff('wood', 0x96683a, ['main'], { shift: i * 2.3 });
      const stave = warp(box(0.256, 1.8, 0.07, 0.018), (p) => {
        const y = p[1]! + 0.9;
        const r = bulge(y);
        p[0]! *= r / 0.6;
        p[2]! += r;
        p[1] = y;
      });
      return [part(stave, wood, { turn: [0, turn, 0] })];
    });
    const ends = kit.stuff('wood', 0x8a5f35, ['lid', 'main'], { axis: 'x', shift: 40 });
    const hoop = (y: number): Part =>
      part(finer(torus(bulge(y) + 0.022, 0.03, 2.1), 24, 6), iron, {
        at: [0, y, 0],
        chart: 'hoop',
      });
    return [
      ...staves,
      part(turned(points([0, 1.66], [0.55, 1.66], [0.55, 1.73], [0, 1.73]), 0.01), ends),
      part(turned(points([0, 0.06], [0.55, 0.06], [0.55, 0.13], [0, 0.13]), 0.01), ends),
      ...[0.14, 0.46, 1.34, 1.66].map(hoop),
      part(turned(points([0, 1.72], [0.055, 1.72], [0.05, 1.79], [0, 1.79]), 0.01, 8), iron, {
        at: [0.22, 0, 0.1],
      }),
    ];
  },
};
