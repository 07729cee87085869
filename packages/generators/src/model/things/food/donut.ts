import { cosTurn, square } from '../../exact-math.ts';
import { around, polar } from '../../shape/arrange.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball, finer, torus, warp } from '../../shape/surface.ts';
import type { Kit } from '../kit.ts';

export function donut(kit: Kit): Part[] {
  const dough = kit.stuff('skin', 0xd09a58, ['dough'], { gloss: 0.2 });
  const glaze = kit.stuff('skin', 0xe583a8, ['icing', 'second', 'main'], { gloss: 0.95 });
  const colors = [0xf4e04d, 0x58b6e8, 0x7ad07a, 0xffffff, 0xf08a3c].map((color, i) =>
    kit.stuff('plastic', color, [`sprinkle${i}`], {}),
  );
  const top = finer(
    warp(torus(0.62, 0.33, 0.86), (p, u) => {
      const low = p[1]! < 0.02 + 0.05 * cosTurn(u * 9);
      const k = low ? 0.9 : 1.07;
      const r = Math.sqrt(square(p[0]!) + square(p[2]!));
      const scale = (0.62 + (r - 0.62) * k) / Math.max(r, 1e-6);
      p[0]! *= scale;
      p[2]! *= scale;
      p[1]! *= k;
    }),
    54,
    16,
  );
  return [
    part(finer(torus(0.62, 0.33, 0.86), 36, 12), dough, { at: [0, 0.29, 0] }),
    part(top, glaze, { at: [0, 0.3, 0], detail: 1.2 }),
    ...around(30, (turn, i) => {
      const across = kit.between(-0.17, 0.17);
      const [x, , z] = polar(turn, 0.62 + across, 0);
      const y = 0.3 + 0.295 * Math.sqrt(Math.max(0.1, 1 - square(across / 0.33))) + 0.012;
      return [
        part(ball(0.024, 0.024, 0.07), colors[i % 5]!, {
          at: [x, y, z],
          turn: [across * 0.3, kit.random(), 0],
          chart: `sprinkle${i % 5}`,
          detail: 0.5,
        }),
      ];
    }),
  ];
}
