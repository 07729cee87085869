import { cosTurn, sinTurn, square } from '../exact-math.ts';
import type { Finish } from '../paint/finish.ts';
import { turned } from '../shape/arrange.ts';
import { points } from '../shape/curve.ts';
import { part, type Part } from '../shape/part.ts';
import { ball, finer, warp, type Surface } from '../shape/surface.ts';
import type { Kit, Thing } from './kit.ts';

/** A sculpture on a plinth, a knot or a pile of stones; counts, proportions and colours come from the prompt and the seed. */
export const form: Thing = {
  name: 'form',
  words: [],
  metres: 1,
  build(kit: Kit): Part[] {
    const stuffs = ['metal', 'plastic', 'marble', 'plastic', 'crystal'] as const;
    const hues = [0xc9803c, 0x3f7fb0, 0x9a4a6a, 0x4f8f6a, 0xcfa23c, 0x6a5aa8, 0xb5503c, 0x2f8a8a];
    const pick = <T>(list: readonly T[]): T => list[Math.floor(kit.random() * list.length)]!;
    const body = kit.stuff(pick(stuffs), pick(hues), ['main'], { gloss: 0.85, gleam: 0.1 });
    const accent = kit.stuff('metal', 0xd6b25e, ['second'], { gloss: 0.9 });
    const base = kit.stuff('marble', 0x35343a, ['base'], {});
    const plinth = turned(
      points([0, 0], [0.5, 0], [0.5, 0.07], [0.42, 0.1], [0.4, 0.24], [0, 0.24]),
      0.02,
      32,
    );
    return [part(plinth, base), ...pick(FAMILIES)(kit, body, accent)];
  },
};

type Family = (kit: Kit, body: Finish, accent: Finish) => Part[];

const FAMILIES: readonly Family[] = [knotted, pebbles];

/** A torus knot about a sphere. */
function knotted(kit: Kit, body: Finish, accent: Finish): Part[] {
  const [p, q] = kit.random() < 0.6 ? [2, 3] : [3, 4];
  return [
    part(knot(p, q, 0.48, p === 2 ? 0.13 : 0.085), body, {
      at: [0, 1.08, 0],
      turn: [0.25, 0, kit.between(0, 0.1)],
    }),
    part(ball(0.17), accent, { at: [0, 1.08, 0] }),
    part(ball(0.06, 0.16, 0.06), accent, { at: [0, 0.32, 0] }),
  ];
}

/** Smooth stones in balance. */
function pebbles(kit: Kit, body: Finish, accent: Finish): Part[] {
  let y = 0.24;
  return [0.52, 0.4, 0.34, 0.24, 0.17].map((r, i) => {
    const high = r * kit.between(0.42, 0.6);
    const stone = warp(ball(r, high, r * kit.between(0.8, 1)), (p) => {
      const n = 1 + 0.07 * kit.noise.smooth(p[0]! * 2.4 + i * 9, p[1]! * 2.4, p[2]! * 2.4);
      for (let k = 0; k < 3; k++) p[k]! *= n;
    });
    y += high * 0.94;
    const at = [kit.between(-0.05, 0.05), y, kit.between(-0.05, 0.05)] as const;
    y += high * 0.94;
    return part(finer(stone, 24, 14), i % 2 === 1 ? accent : body, {
      at,
      turn: [kit.between(-0.012, 0.012), kit.random(), 0],
    });
  });
}

/** A torus knot of `p` turns about the axis and `q` through the hole. */
export function knot(p: number, q: number, radius: number, thick: number): Surface {
  return {
    around: { at: [0, 1], least: [8] },
    along: { at: [0, 1], least: [64] },
    ends: 'ring',
    at(u, v, out) {
      const [x, y, z] = onKnot(p, q, radius, v);
      const [ax, ay, az] = onKnot(p, q, radius, v + 0.001);
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
}

function onKnot(p: number, q: number, radius: number, t: number): [number, number, number] {
  const r = radius + radius * 0.42 * cosTurn(q * t);
  return [r * cosTurn(p * t), radius * 0.5 * sinTurn(q * t), r * sinTurn(p * t)];
}

function unit(v: readonly [number, number, number]): [number, number, number] {
  const k = 1 / Math.sqrt(square(v[0]) + square(v[1]) + square(v[2]) + 1e-18);
  return [v[0] * k, v[1] * k, v[2] * k];
}
