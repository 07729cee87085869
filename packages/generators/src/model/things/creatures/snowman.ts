import { points } from '../../shape/curve.ts';
import { cosTurn } from '../../exact-math.ts';
import { shade, type Finish } from '../../paint/finish.ts';
import { spun, turned } from '../../shape/arrange.ts';
import { box } from '../../shape/box.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball, finer, torus, warp } from '../../shape/surface.ts';
import { stations, tube } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';

export const snowman: Thing = {
  name: 'snowman',
  words: ['snowman', 'slime', 'blob'],
  metres: 1.5,
  build(kit: Kit): Part[] {
    const coal = kit.stuff('skin', 0x1d1b20, ['eye'], { gloss: 0.7 });
    if (kit.has('slime', 'blob')) return slime(kit, coal);
    const snow = kit.stuff('plaster', 0xeef2f6, ['main'], {});
    const carrot = kit.stuff('skin', 0xe27a2a, ['nose'], { gloss: 0.3 });
    const hat = kit.stuff('cloth', 0x26252c, ['hat'], {});
    const scarf = kit.stuff('cloth', 0xb8322a, ['cape', 'second'], {
      other: shade(kit.color(0xb8322a, 'cape', 'second'), 1.4),
    });
    const twig = kit.stuff('bark', 0x5a3f2a, ['branch'], {});
    return [
      part(ball(0.62, 0.56, 0.62), snow, { at: [0, 0.5, 0] }),
      part(ball(0.46, 0.43, 0.46), snow, { at: [0, 1.16, 0] }),
      part(ball(0.34, 0.33, 0.34), snow, { at: [0, 1.66, 0] }),
      part(
        tube(stations([0, 1.64, 0.3, 0.065], [0.01, 1.62, 0.46, 0.05], [0.02, 1.61, 0.66, 0.004]), {
          up: [0, 1, 0],
        }),
        carrot,
      ),
      ...[-1, 1].map((side) =>
        part(ball(0.045), coal, { at: [side * 0.12, 1.75, 0.3], chart: 'coal' }),
      ),
      ...[-2, -1, 0, 1, 2].map((i) =>
        part(ball(0.028), coal, { at: [i * 0.065, 1.5 + 0.018 * i * i, 0.31], chart: 'coal' }),
      ),
      ...[1.32, 1.16, 1.0].map((y) =>
        part(ball(0.045), coal, { at: [0, y, y === 1.16 ? 0.46 : 0.43], chart: 'coal' }),
      ),
      part(finer(torus(0.29, 0.085, 0.8), 26, 8), scarf, { at: [0, 1.44, 0] }),
      part(box(0.17, 0.46, 0.06, 0.025), scarf, {
        at: [0.2, 1.22, 0.4],
        turn: [-0.03, 0.06, 0.02],
      }),
      part(
        turned(
          points([0, 0], [0.4, 0], [0.4, 0.04], [0.26, 0.05], [0.25, 0.42], [0, 0.42]),
          0.015,
          26,
        ),
        hat,
        { at: [0.02, 1.93, -0.02], turn: [0, 0, -0.015] },
      ),
      ...[-1, 1].map((side) =>
        part(
          tube([
            [side * 0.4, 1.24, 0, 0.035],
            [side * 0.72, 1.4, 0.05, 0.03],
            [side * 0.98, 1.5, 0.12, 0.01],
          ]),
          twig,
          { chart: `arm${side}` },
        ),
      ),
    ];
  },
};

function slime(kit: Kit, coal: Finish): Part[] {
  const jelly = kit.stuff('crystal', 0x58c86a, ['main'], { gleam: 0.2 });
  const outline = points(
    [0, 0],
    [0.9, 0],
    [1, 0.14],
    [0.86, 0.5],
    [0.62, 0.92],
    [0.3, 1.16],
    [0, 1.22],
  );
  const body = warp(spun(outline, 32), (p, u) => {
    const k = 1 + Math.max(0, 0.5 - p[1]!) * 0.2 * cosTurn(u * 7);
    p[0]! *= k;
    p[2]! *= k;
  });
  const blush = kit.stuff('skin', 0xe88a94, ['cheek'], {});
  return [
    part(finer(body, 42, 14), jelly, { detail: 1.2 }),
    ...[-1, 1].flatMap((side) => [
      part(ball(0.085, 0.13, 0.06), coal, { at: [side * 0.2, 0.62, 0.72], chart: 'eye' }),
      part(ball(0.07, 0.04, 0.03), blush, { at: [side * 0.36, 0.45, 0.66], chart: 'cheek' }),
    ]),
    part(ball(0.06, 0.03, 0.04), coal, { at: [0, 0.42, 0.78] }),
  ];
}
