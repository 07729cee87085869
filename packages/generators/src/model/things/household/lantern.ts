import { points } from '../../shape/curve.ts';
import { ember } from '../../paint/crystal.ts';
import { rgb } from '../../paint/finish.ts';
import { around, polar, rod, spun, turned } from '../../shape/arrange.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball, finer, torus } from '../../shape/surface.ts';
import { stations, tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';

export const lantern: Thing = {
  name: 'lantern',
  words: ['lantern', 'lanterns', 'candle'],
  metres: 0.5,
  build(kit: Kit): Part[] {
    const flame = ember({ noise: kit.noise, color: kit.color(0xf08a24, 'flame') });
    if (kit.has('candle')) return candle(kit);
    const iron = kit.stuff('metal', 0x4a4640, ['main', 'band'], { gloss: 0.5 });
    const panes = kit.stuff('crystal', 0xf2cf86, ['window', 'glass'], { gleam: 0.4 });
    return [
      part(turned(points([0, 0], [0.52, 0], [0.52, 0.1], [0.42, 0.16], [0, 0.16]), 0.02, 6), iron),
      part(
        turned(points([0, 0.14], [0.36, 0.14], [0.4, 0.5], [0.36, 1.08], [0, 1.08]), 0.02, 6),
        panes,
      ),
      part(ball(0.12, 0.26, 0.12), flame, { at: [0, 0.5, 0] }),
      part(
        turned(
          [
            [0, 1.06],
            [0.54, 1.06],
            [0.5, 1.14],
            [0.22, 1.38],
            [0.12, 1.42],
            [0.1, 1.52],
            [0, 1.53],
          ],
          0.02,
          6,
        ),
        iron,
      ),
      ...around(6, (turn) => [
        rod(polar(turn, 0.39, 0.1), polar(turn, 0.39, 1.1), 0.028, iron, { chart: 'bar' }),
      ]),
      part(finer(torus(0.4, 0.022), 18, 5), iron, { at: [0, 0.62, 0] }),
      part(torus(0.2, 0.032), iron, { at: [0, 1.7, 0], turn: [0.25, 0, 0] }),
    ];
  },
};

function candle(kit: Kit): Part[] {
  const wax = kit.stuff('skin', 0xefe3c4, ['main'], { gloss: 0.5 });
  const dish = kit.stuff('metal', 0xb08d4a, ['base', 'second'], { gloss: 0.6 });
  const flame = ember({ noise: kit.noise, color: rgb(0xf08a24) });
  const drips = around(7, (turn) => {
    const low = kit.between(0.55, 1.1);
    return [
      part(
        tube(stations([...polar(turn, 0.26, 1.3), 0.06], [...polar(turn, 0.285, low), 0.05])),
        wax,
        { chart: 'drip' },
      ),
    ];
  });
  return [
    part(
      spun(points([0, 0], [0.5, 0], [0.62, 0.1], [0.6, 0.12], [0.45, 0.07], [0, 0.07]), 20),
      dish,
    ),
    part(turned(points([0, 0.05], [0.28, 0.05], [0.27, 1.32], [0.2, 1.3], [0, 1.26]), 0.05), wax),
    ...drips,
    part(
      tube(stations([0, 1.24, 0, 0.022], [0.01, 1.42, 0, 0.018])),
      kit.stuff('cloth', 0x2a2220, ['wick']),
    ),
    part(spun(points([0, 1.36], [0.08, 1.42], [0.1, 1.52], [0.05, 1.7], [0, 1.86]), 12), flame),
  ];
}
