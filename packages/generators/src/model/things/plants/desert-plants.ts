import { cosTurn, sinTurn } from '../../exact-math.ts';
import { around, polar } from '../../shape/arrange.ts';
import { box } from '../../shape/box.ts';
import { part, type Part } from '../../shape/part.ts';
import { ball, finer, torus, warp } from '../../shape/surface.ts';
import { circle } from '../../shape/curve.ts';
import type { Triple } from '../../shape/place.ts';
import { stations, tube, type Station } from '../../shape/tube.ts';
import type { Kit, Thing } from '../kit.ts';

export const cactus: Thing = {
  name: 'cactus',
  words: ['cactus', 'succulent', 'saguaro'],
  metres: 1.2,
  build(kit: Kit): Part[] {
    const green = kit.stuff('skin', 0x4f8a4a, ['main'], { gloss: 0.2 });
    const spine = kit.stuff('bone', 0xeee3c0, ['spike'], {});
    const bloom = kit.stuff('skin', 0xe0608f, ['leaf', 'second'], { gloss: 0.3 });
    const sand = kit.stuff('stone', 0xc9a870, ['base'], {});
    const ribs = {
      ...circle(1, 1, 32),
      at: (t: number, out: Float64Array) => {
        const k = 1 + 0.09 * cosTurn(t * 12);
        out[0] = k * cosTurn(t);
        out[1] = k * sinTurn(t);
      },
    };
    const arm = (r: number, ...joints: Triple[]): Part => {
      const widths = joints.map((joint, i): Station => [
        ...joint,
        i === joints.length - 1 ? r * 0.94 : r,
      ]);
      return part(tube(widths, { section: ribs }), green);
    };
    const spines = (x: number, low: number, high: number, r: number): Part[] =>
      Array.from({ length: Math.round((high - low) / 0.13) * 6 }, (_, i) => {
        const turn = (i % 6) / 6 + 0.04;
        const y = low + Math.floor(i / 6) * 0.13;
        const [px, , pz] = polar(turn, r * 1.05, 0);
        const [qx, , qz] = polar(turn, r * 1.05 + 0.075, 0);
        return part(tube(stations([x + px, y, pz, 0.011], [x + qx, y + 0.03, qz, 0.002])), spine, {
          chart: 'spine',
          detail: 0.3,
        });
      });
    return [
      arm(0.3, [0, 0.05, 0], [0, 0.7, 0], [0, 1.3, 0], [0, 1.62, 0]),
      arm(0.15, [0.2, 0.72, 0], [0.52, 0.74, 0], [0.6, 0.96, 0], [0.6, 1.28, 0]),
      arm(0.14, [-0.2, 0.5, 0], [-0.48, 0.52, 0], [-0.55, 0.72, 0], [-0.55, 0.95, 0]),
      ...spines(0, 0.34, 1.6, 0.3),
      ...around(6, (turn) => [
        part(ball(0.06, 0.13, 0.035), bloom, {
          at: polar(turn, 0.08, 1.93),
          turn: [0.06, 0.25 - turn, 0],
          chart: 'petal',
        }),
      ]),
      part(
        warp(ball(0.9, 0.16, 0.86), (p) => void (p[1] = Math.max(p[1]!, -0.04))),
        sand,
        { at: [0, 0.04, 0] },
      ),
    ];
  },
};

export const palm: Thing = {
  name: 'palm',
  words: ['palm', 'palms', 'palm-tree'],
  metres: 7,
  build(kit: Kit): Part[] {
    const trunk = kit.stuff('bark', 0x8a6a45, ['trunk'], {});
    const green = kit.stuff('leaf', 0x4f8f3a, ['leaf', 'main'], { keep: true });
    const nut = kit.stuff('thatch', 0x6a4426, ['fruit'], { axis: 'y' });
    const sand = kit.stuff('stone', 0xd9bd85, ['base'], {});
    const rings = Array.from({ length: 13 }, (_, i) => {
      const t = i / 12;
      return [0.34 * t * t, 0.06 + 1.36 * t, 0, 0.14 - 0.065 * t] as const;
    });
    const frond = warp(box(0.26, 0.02, 1.0, 0.006), (p) => {
      const t = (p[2]! + 0.5) / 1;
      p[2]! += 0.5;
      p[0]! *= 0.3 + 2.6 * t * (1 - t) + 0.1 * (1 - t);
      p[1]! += 0.34 * t - 0.86 * t * t - Math.abs(p[0]!) * 0.55;
    });
    const top: readonly [number, number, number] = [0.34, 1.44, 0];
    return [
      part(tube(rings.map((r) => [...r] as [number, number, number, number])), trunk),
      ...rings.slice(1, -1).map(([x, y, , r], i) =>
        part(finer(torus(r * 0.98, 0.025), 14, 5), trunk, {
          at: [x, y, 0],
          turn: [0, 0, -0.02 * (i / 6)],
          chart: 'scar',
        }),
      ),
      ...around(9, (turn, i) => [
        part(frond, green, {
          at: top,
          turn: [i % 3 === 0 ? -0.06 : 0, turn, 0],
          chart: 'frond',
          scale: i % 3 === 0 ? 0.86 : 1,
        }),
      ]),
      ...around(3, (turn) => [
        part(ball(0.085, 0.1, 0.085), nut, {
          at: [top[0] + 0.1 * cosTurn(turn), top[1] - 0.07, 0.1 * sinTurn(turn)],
          chart: 'nut',
        }),
      ]),
      part(
        warp(ball(0.86, 0.13, 0.8), (p) => void (p[1] = Math.max(p[1]!, -0.03))),
        sand,
        { at: [0.08, 0.03, 0] },
      ),
    ];
  },
};
