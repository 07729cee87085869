import { smoothstep } from '../exact-math.ts';
import type { CellHit } from '../noise.ts';
import { cover, type Finish, shade, tint } from './finish.ts';
import type { Stuff } from './stuff.ts';

/** Furrowed bark along the trunk; moss on what looks up where `other` is given. */
export function bark({ noise, color, other, shift = 0 }: Stuff): Finish {
  const dark = shade(color, 0.38);
  const pale = shade(color, 1.2);
  const furrow = (x: number, y: number, z: number): number => {
    const bend = noise.smooth(x * 3, y * 2 + shift, z * 3) * 0.6;
    const a = 1 - Math.abs(noise.smooth(x * 13 + bend, y * 2.6 + shift, z * 13));
    const b = 1 - Math.abs(noise.smooth(x * 27, y * 7, z * 27 + bend));
    return a * 0.68 + b * 0.32;
  };
  return {
    paint(s, t) {
      const f = furrow(s.x, s.y, s.z);
      const cloud = noise.smooth(s.x * 3, s.y * 3, s.z * 3);
      tint(t, pale, dark, smoothstep(0.45, 0.98, f) + cloud * 0.15);
      t.rough = 0.95;
      t.bump = (1 - f) * 0.02;
      if (other) {
        const moss = smoothstep(0.1, 0.5, s.up + cloud * 0.5);
        cover(t, other, moss);
      }
    },
    relief: (s) => (0.5 - furrow(s.x, s.y, s.z)) * 0.022,
  };
}

/** A mass of leaves: clumps, light on top and deep between them; `other` sprinkles blossoms. */
export function leaf({ noise, color, other, shift = 0 }: Stuff): Finish {
  const deep = shade(color, 0.36);
  const fresh = shade([color[0] * 1.08, color[1] * 1.04, color[2] * 0.86], 1.2);
  const hit: CellHit = { border: 0, near: 0, id: 0 };
  return {
    paint(s, t) {
      noise.cells(s.x * 19 + shift, s.y * 19, s.z * 19, hit);
      const blade = 1 - hit.near;
      const id = hit.id;
      const clump = noise.cloudy(s.x * 4 + shift, s.y * 4, s.z * 4, 2);
      const lit =
        0.16 + blade * 0.42 + clump * 0.3 + s.up * 0.26 + (id - 0.5) * 0.25 - (1 - s.light) * 0.45;
      tint(t, deep, fresh, lit);
      if (other && id > 0.72 && hit.near < 0.42)
        tint(t, shade(other, 0.8), shade(other, 1.25), blade);
      t.rough = 0.78;
      t.bump = blade * 0.016;
    },
    relief(s) {
      noise.cells(s.x * 19 + shift, s.y * 19, s.z * 19, hit);
      return (1 - hit.near) * 0.03 + noise.cloudy(s.x * 5 + shift, s.y * 5, s.z * 5, 2) * 0.05;
    },
  };
}

/** Bundled straw; runs along local Z, or along Y. */
export function thatch({ noise, color, shift = 0 }: Stuff, axis: 'x' | 'y' | 'z' = 'z'): Finish {
  const dark = shade(color, 0.45);
  const pale = shade(color, 1.2);
  const straw = (x: number, y: number, z: number): number =>
    axis === 'y'
      ? noise.smooth(x * 55 + shift, y * 4, z * 55) * 0.7 +
        noise.smooth(x * 16, y * 3, z * 16) * 0.5
      : noise.smooth(x * 55 + shift, y * 9, z * 4) * 0.7 + noise.smooth(x * 16, y * 3, z * 3) * 0.5;
  return {
    paint(s, t) {
      const n = straw(s.x, s.y, s.z);
      tint(t, dark, pale, 0.55 + n * 0.55);
      t.rough = 0.96;
      t.bump = n * 0.009;
    },
    relief: (s) => straw(s.x, s.y, s.z) * 0.009,
  };
}
