import { smoothstep } from '../exact-math.ts';
import { shade, tint, type Finish } from './finish.ts';
import type { Stuff } from './stuff.ts';

export interface Courses extends Stuff {
  /** Pieces around, for round walls and roofs; without it the pieces are laid along X and Z. */
  readonly wrap?: number;
  /** Height of a course. Unit: model units. */
  readonly course?: number;
}

/** Courses of bricks or stone blocks with mortar. */
export function brick({ noise, color, other, shift = 0, wrap, course = 0.09 }: Courses): Finish {
  const mortar = other ?? shade(color, 0.62);
  const state = { joint: 0, id: 0 };
  const look = (u: number, x: number, y: number, z: number): void => {
    const row = Math.floor(y / course);
    const across = wrap === undefined ? (x + z) / (course * 2.1) : u * wrap;
    const wobble = noise.smooth(x * 9 + shift, y * 9, z * 9) * 0.05;
    const along = across + (row & 1) * 0.5 + wobble * 0.6;
    const column = Math.floor(along);
    const fx = along - column;
    const fy = y / course - row + wobble;
    const turns = wrap === undefined ? column : ((column % wrap) + wrap) % wrap;
    state.id = noise.pick(turns, row + 64, Math.floor(shift));
    state.joint =
      smoothstep(0.015, 0.07, Math.min(fx, 1 - fx) * 2.1) *
      smoothstep(0.02, 0.13, Math.min(fy, 1 - fy));
  };
  return {
    paint(s, t) {
      look(s.u, s.x, s.y, s.z);
      const grit = noise.smooth(s.x * 50, s.y * 50, s.z * 50);
      const cloud = noise.cloudy(s.x * 5, s.y * 5, s.z * 5, 2);
      const face = shade(color, 0.8 + state.id * 0.34 + cloud * 0.14 + grit * 0.08);
      tint(t, mortar, face, state.joint);
      t.rough = 0.9;
      t.bump = state.joint * 0.007 + grit * 0.0016;
    },
    relief(s) {
      look(s.u, s.x, s.y, s.z);
      return state.joint * (0.006 + state.id * 0.004);
    },
  };
}

/** Overlapping roof tiles: rows down the slope (local Z), or down a cone (local Y) where `wrap` is given. */
export function tiles({ noise, color, shift = 0, wrap, course = 0.11 }: Courses): Finish {
  const dark = shade(color, 0.45);
  const state = { lift: 0, id: 0, edge: 0 };
  const look = (u: number, x: number, y: number, z: number): void => {
    const down = (wrap === undefined ? Math.abs(z) : -y) / course;
    const row = Math.floor(down);
    const along = (wrap === undefined ? x / (course * 0.85) : u * wrap) + (row & 1) * 0.5;
    const column = Math.floor(along);
    const fx = Math.abs(along - column - 0.5) * 2;
    const fy = down - row;
    const turns = wrap === undefined ? column : ((column % wrap) + wrap) % wrap;
    state.id = noise.pick(turns, row + 64, Math.floor(shift));
    const round = fy - (1 - fx * fx * 0.35) * 0.96;
    state.edge = smoothstep(0.1, 0, round) * smoothstep(1, 0.88, fx);
    state.lift = fy * 0.7 + (1 - fx * fx) * 0.5;
  };
  return {
    paint(s, t) {
      look(s.u, s.x, s.y, s.z);
      const grit = noise.smooth(s.x * 45 + shift, s.y * 45, s.z * 45);
      tint(
        t,
        dark,
        shade(color, 0.78 + state.id * 0.4),
        state.edge * (0.55 + state.lift * 0.4) + grit * 0.08,
      );
      t.rough = 0.8;
      t.bump = state.edge * state.lift * 0.02 + grit * 0.001;
    },
    relief(s) {
      look(s.u, s.x, s.y, s.z);
      return state.edge * state.lift * 0.014;
    },
  };
}

/** Painted or raw plaster, with stains that run down. */
export function plaster({ noise, color, shift = 0 }: Stuff): Finish {
  const dark = shade(color, 0.72);
  return {
    paint(s, t) {
      const stain = noise.cloudy(s.x * 4 + shift, s.y * 1.4, s.z * 4, 3);
      const trowel = noise.smooth(s.x * 16, s.y * 16 + shift, s.z * 16);
      tint(t, dark, color, 0.86 + stain * 0.4 + trowel * 0.08 - (1 - s.light) * 0.35);
      t.rough = 0.93;
      t.bump = trowel * 0.004 + noise.smooth(s.x * 60, s.y * 60, s.z * 60) * 0.0016;
    },
    relief: (s) => noise.cloudy(s.x * 12 + shift, s.y * 12, s.z * 12, 2) * 0.002,
  };
}

/** Polished marble with veins. */
export function marble({ noise, color, other, shift = 0 }: Stuff): Finish {
  const vein = other ?? shade(color, 0.5);
  return {
    paint(s, t) {
      const bend = noise.cloudy(s.x * 2 + shift, s.y * 2, s.z * 2, 4);
      const line =
        1 - Math.abs(noise.smooth(s.x * 1.6 + bend * 1.8, s.y * 1.6 + shift, s.z * 1.6 + bend));
      tint(t, color, vein, smoothstep(0.9, 1, line) * 0.75 + Math.max(0, bend) * 0.16);
      t.rough = 0.22;
    },
  };
}
