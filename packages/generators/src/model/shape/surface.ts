import { cosTurn, sinTurn } from '../exact-math.ts';
import { circle, type Curve, type Knots, type Point } from './curve.ts';

/**
 * A closed surface over the unit square. `u` runs around and meets itself; `v` runs from pole to pole, or meets
 * itself too (a ring). Closed by construction: every mesh of it is watertight.
 */
export interface Surface {
  readonly around: Knots;
  readonly along: Knots;
  readonly ends: 'poles' | 'ring';
  at(u: number, v: number, out: Point): void;
}

/** Turns a profile of (radius, height) about the Y axis; `section` may replace the circle. */
export function lathe(profile: Curve, section: Curve = circle()): Surface {
  const s = new Float64Array(2);
  const p = new Float64Array(2);
  return {
    around: section.knots,
    along: profile.knots,
    ends: 'poles',
    at(u, v, out) {
      section.at(u, s);
      profile.at(v, p);
      out[0] = s[0]! * p[0]!;
      out[1] = p[1]!;
      out[2] = s[1]! * p[0]!;
    },
  };
}

/** An ellipsoid; its poles lie on the Y axis. */
export function ball(rx: number, ry: number = rx, rz: number = rx): Surface {
  return {
    around: { at: [0, 1], least: [6] },
    along: { at: [0, 1], least: [4] },
    ends: 'poles',
    at(u, v, out) {
      const ring = sinTurn(v / 2);
      out[0] = rx * ring * cosTurn(u);
      out[1] = -ry * cosTurn(v / 2);
      out[2] = rz * ring * sinTurn(u);
    },
  };
}

/** A ring about the Y axis; `thick` is the tube's radius, `flat` stretches the tube along Y. */
export function torus(radius: number, thick: number, flat = 1): Surface {
  return {
    around: { at: [0, 1], least: [8] },
    along: { at: [0, 1], least: [5] },
    ends: 'ring',
    at(u, v, out) {
      const r = radius + thick * cosTurn(v);
      out[0] = r * cosTurn(u);
      out[1] = thick * flat * sinTurn(v);
      out[2] = r * sinTurn(u);
    },
  };
}

/** Bends, twists or roughens a surface point by point. */
export function warp(surface: Surface, change: (p: Point, u: number, v: number) => void): Surface {
  return {
    ...surface,
    at(u, v, out) {
      surface.at(u, v, out);
      change(out, u, v);
    },
  };
}

/** The same surface with other least numbers of segments, for parts whose silhouette needs them in drafts too. */
export function finer(surface: Surface, around: number, along: number): Surface {
  const raise = (knots: Knots, least: number): Knots =>
    knots.least.length === 1 ? { at: knots.at, least: [Math.max(least, knots.least[0]!)] } : knots;
  return {
    ...surface,
    around: raise(surface.around, around),
    along: raise(surface.along, along),
  };
}
