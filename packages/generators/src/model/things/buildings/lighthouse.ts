import { points } from '../../shape/curve.ts';
import { doorway } from './doorway.ts';
import { around, polar, rod, turned } from '../../shape/arrange.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball, warp } from '../../shape/surface.ts';
import type { Kit } from '../kit.ts';

export function lighthouse(kit: Kit): Part[] {
  const white = kit.stuff('plaster', 0xe9e6dc, ['main', 'wall'], {});
  const red = kit.stuff('plaster', 0xb8322a, ['second', 'band'], {});
  const iron = kit.stuff('metal', 0x3c3d42, ['trim'], {});
  const lamp = kit.stuff('crystal', 0xf8d97a, ['flame'], { gleam: 0.9 });
  const rocks = kit.stuff('stone', 0x726d66, ['base'], {});
  const radius = (y: number): number => 0.42 - 0.15 * (y / 1.7);
  return [
    part(
      warp(ball(0.8, 0.24, 0.75), (p) => {
        const n = 1 + 0.2 * kit.noise.cloudy(p[0]! * 3, p[1]! * 3, p[2]! * 3, 3);
        for (let k = 0; k < 3; k++) p[k]! *= n;
      }),
      rocks,
      { at: [0, 0.08, 0] },
    ),
    ...Array.from({ length: 5 }, (_, i) => {
      const [a, b] = [0.14 + i * 0.34, 0.14 + (i + 1) * 0.34];
      return part(
        turned(points([0, a], [radius(a), a], [radius(b), b], [0, b]), 0.004, 20),
        i % 2 === 0 ? white : red,
        { chart: `ring${i}` },
      );
    }),
    part(
      turned(points([0, 1.82], [0.3, 1.82], [0.38, 1.9], [0.38, 1.95], [0, 1.95]), 0.01, 20),
      iron,
    ),
    part(turned(points([0, 1.94], [0.19, 1.94], [0.19, 2.24], [0, 2.24]), 0.01, 16), lamp),
    ...around(8, (turn) => [
      rod(polar(turn, 0.36, 1.94), polar(turn, 0.36, 2.08), 0.012, iron, { chart: 'rail' }),
      rod(polar(turn, 0.2, 1.94), polar(turn, 0.2, 2.24), 0.012, iron, { chart: 'bar' }),
    ]),
    part(
      turned(
        points([0, 2.22], [0.25, 2.22], [0.22, 2.27], [0.05, 2.44], [0.03, 2.54], [0, 2.55]),
        0.015,
        18,
      ),
      red,
    ),
    ...doorway(kit.stuff('wood', 0x5a3b25, ['door']), red, 0.42),
  ];
}
