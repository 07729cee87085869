import { cosTurn, sinTurn } from '../exact-math.ts';
import { lines } from '../shape/curve.ts';
import { part, type Part } from '../shape/part.ts';
import { ball, finer, lathe, warp, type Surface } from '../shape/surface.ts';
import type { Kit, Thing } from './kit.ts';

/** A sculpture on a plinth: a twisted, lobed ring whose counts come from the prompt. */
export const form: Thing = {
  name: 'form',
  words: [],
  metres: 1,
  build(kit: Kit): Part[] {
    const stuff = kit.random() < 0.5 ? 'metal' : 'plastic';
    const hues = [0xc9803c, 0x3f7fb0, 0x9a4a6a, 0x4f8f6a, 0xcfa23c, 0x6a5aa8];
    const color = hues[Math.floor(kit.random() * hues.length)]!;
    const body = kit.stuff(stuff, color, ['main'], { gloss: 0.8 });
    const accent = kit.stuff('metal', 0xd6b25e, ['second'], { gloss: 0.9 });
    const base = kit.stuff('stone', 0x3d3c40, ['base'], {});
    const plinth = lathe(
      lines(
        [
          [0, 0],
          [0.52, 0],
          [0.52, 0.08],
          [0.44, 0.1],
          [0.42, 0.24],
          [0, 0.24],
        ],
        0.02,
      ),
    );
    return [
      part(plinth, base),
      part(knot(2, 3, 0.46 + kit.random() * 0.06, 0.13), body, {
        at: [0, 1.05, 0],
        turn: [0.25, 0, kit.random() * 0.1],
      }),
      part(ball(0.2), accent, { at: [0, 1.05, 0] }),
      part(ball(0.05, 0.2, 0.05), base, { at: [0, 0.32, 0] }),
    ];
  },
};

/** A torus knot of `p` turns about the axis and `q` through the hole. */
export function knot(p: number, q: number, radius: number, thick: number): Surface {
  const ring: Surface = {
    around: { at: [0, 1], least: [6] },
    along: { at: [0, 1], least: [48] },
    ends: 'ring',
    at(u, v, out) {
      const place = (t: number): [number, number, number] => {
        const r = radius + radius * 0.42 * cosTurn(q * t);
        return [r * cosTurn(p * t), radius * 0.5 * sinTurn(q * t), r * sinTurn(p * t)];
      };
      const [x, y, z] = place(v);
      const [ax, ay, az] = place(v + 0.001);
      const [tx, ty, tz] = unit([ax - x, ay - y, az - z]);
      // Outwards from the ring's own circle: turns with the knot and meets itself again.
      const [ox, oy, oz] = unit([x - radius * cosTurn(p * v), y, z - radius * sinTurn(p * v)]);
      const along = ox * tx + oy * ty + oz * tz;
      const [nx, ny, nz] = unit([ox - along * tx, oy - along * ty, oz - along * tz]);
      const [bx, by, bz] = [ty * nz - tz * ny, tz * nx - tx * nz, tx * ny - ty * nx];
      const c = cosTurn(u) * thick;
      const s = sinTurn(u) * thick * 0.8;
      out[0] = x + nx * c + bx * s;
      out[1] = y + ny * c + by * s;
      out[2] = z + nz * c + bz * s;
    },
  };
  return finer(
    warp(ring, () => {}),
    8,
    64,
  );
}

function unit(v: readonly [number, number, number]): [number, number, number] {
  const k = 1 / Math.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2 + 1e-18);
  return [v[0] * k, v[1] * k, v[2] * k];
}
