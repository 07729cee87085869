import { clamp, smoothstep } from '../exact-math.ts';
import type { CellHit, Noise } from '../noise.ts';
import { blend, cover, type Finish, type Rgb, shade, tint } from './finish.ts';

/** What a finish is made from. */
export interface Stuff {
  readonly noise: Noise;
  readonly color: Rgb;
  /** A second colour, for veins, spots, moss or rust. */
  readonly other?: Rgb;
  /** Sets pieces of the same stuff apart. */
  readonly shift?: number;
}

/** Long grain along an axis, with knots and a darker second tone. */
export function wood({ noise, color, shift = 0 }: Stuff, axis: 'x' | 'y' | 'z' = 'y'): Finish {
  const dark = shade(color, 0.55);
  const pale = shade(color, 1.12);
  const grain = (x: number, y: number, z: number): number => {
    const [a, b, c] = axis === 'y' ? [x, z, y] : axis === 'x' ? [y, z, x] : [x, y, z];
    const bend = noise.smooth(a * 2 + shift, b * 2, c * 0.8 + shift * 3) * 0.7;
    const rings = Math.abs(fraction((a * 5.3 + b * 3.1 + bend + shift) * 1.6) - 0.5) * 2;
    return rings * 0.55 + 0.45 * noise.smooth(a * 60 + shift, b * 60, c * 3);
  };
  return {
    paint(s, t) {
      const g = grain(s.x, s.y, s.z);
      const patch = noise.smooth(s.x * 3 + shift, s.y * 3, s.z * 3) * 0.3;
      tint(t, dark, pale, 0.62 + g * 0.34 + patch);
      t.rough = 0.72 - g * 0.12;
      t.bump = g * 0.005;
    },
    relief: (s) => grain(s.x, s.y, s.z) * 0.0025,
  };
}

/** Rock: broad humps, cracks, and a paler top; moss on it where `other` is given. */
export function stone({ noise, color, other, shift = 0 }: Stuff, rough = 1): Finish {
  const dark = shade(color, 0.6);
  const pale = shade(color, 1.18);
  const hump = (x: number, y: number, z: number): number =>
    noise.cloudy(x * 4 + shift, y * 4, z * 4, 4);
  return {
    paint(s, t) {
      const h = hump(s.x, s.y, s.z);
      const crack = noise.smooth(s.x * 7, s.y * 7 + shift, s.z * 7);
      const line = smoothstep(0.05, 0, Math.abs(crack)) * smoothstep(-0.1, 0.3, h);
      const grit = noise.smooth(s.x * 70, s.y * 70, s.z * 70);
      tint(t, dark, pale, 0.5 + h * 0.5 + s.up * 0.14 + grit * 0.16 - line * 0.5);
      t.rough = 0.88 + grit * 0.08;
      t.bump = (h * 0.006 + grit * 0.0028 - line * 0.008) * rough;
      if (other) {
        const moss = smoothstep(0.25, 0.6, s.up * 0.75 + h * 0.5 + (1 - s.light) * 0.35);
        const fuzz = noise.smooth(s.x * 45, s.y * 45, s.z * 45);
        const k = 0.75 + fuzz * 0.35;
        cover(t, other, moss, k);
        t.bump += moss * fuzz * 0.006;
      }
    },
    relief: (s) =>
      hump(s.x, s.y, s.z) * 0.014 * rough +
      noise.smooth(s.x * 22, s.y * 22, s.z * 22) * 0.003 * rough,
  };
}

/** Worn metal: bright edges where it is open, grime in corners, fine scratches; rust where `other` is given. */
export function metal({ noise, color, other, shift = 0 }: Stuff, polish = 0.5): Finish {
  const dark = shade(color, 0.72);
  const pale = shade(color, 1.12);
  return {
    paint(s, t) {
      const cloud = noise.cloudy(s.x * 5 + shift, s.y * 5, s.z * 5, 3);
      const scratch = noise.smooth(s.x * 90, s.y * 9, s.z * 90);
      tint(t, dark, pale, 0.62 + cloud * 0.3 + scratch * 0.12);
      t.metal = 1;
      t.rough = clamp(
        0.62 - polish * 0.45 - cloud * 0.12 + scratch * 0.05 + (1 - s.light) * 0.2,
        0.12,
        1,
      );
      t.bump = scratch * 0.0006 + cloud * 0.0015;
      if (other) {
        const rust = smoothstep(0.02, 0.34, cloud + (1 - s.light) * 0.35 + scratch * 0.1);
        const grain = 0.8 + 0.3 * noise.smooth(s.x * 40, s.y * 40, s.z * 40);
        cover(t, other, rust, grain);
        t.metal -= 0.85 * rust;
        t.rough += (0.95 - t.rough) * rust;
        t.bump += rust * grain * 0.003;
      }
    },
    relief: (s) => noise.cloudy(s.x * 9 + shift, s.y * 9, s.z * 9, 3) * 0.0016,
  };
}

/** Scales in rows like roof tiles: for reptiles. `belly` tints what looks down. */
export function scales({ noise, color, other, shift = 0 }: Stuff, size = 0.05): Finish {
  const dark = shade(color, 0.42);
  const pale = shade(color, 1.22);
  const belly = other ?? blend(color, [0.95, 0.85, 0.6], 0.6);
  const hit: CellHit = { border: 0, near: 0, id: 0 };
  const k = 1 / size;
  const dome = (x: number, y: number, z: number): number => {
    noise.cells(x * k + shift, y * k, z * k, hit);
    return smoothstep(0, 0.45, hit.border) * (1 - 0.5 * hit.near);
  };
  return {
    paint(s, t) {
      const d = dome(s.x, s.y, s.z);
      const id = hit.id;
      const cloud = noise.cloudy(s.x * 3 + shift, s.y * 3, s.z * 3, 2);
      const under = smoothstep(-0.35, -0.75, s.up);
      tint(t, dark, pale, 0.18 + d * 0.62 + cloud * 0.22 + (id - 0.5) * 0.16 + s.up * 0.12);
      const lit = 0.72 + 0.28 * d;
      cover(t, belly, under, lit);
      t.rough = 0.62 - d * 0.24;
      t.bump = d * size * 0.14;
    },
    relief: (s) => dome(s.x, s.y, s.z) * size * 0.13,
  };
}

/** Smooth skin, plastic or paint, with a soft mottle; `other` spots it. */
export function skin({ noise, color, other, shift = 0 }: Stuff, gloss = 0.4): Finish {
  const dark = shade(color, 0.78);
  const pale = shade(color, 1.14);
  return {
    paint(s, t) {
      const cloud = noise.cloudy(s.x * 4 + shift, s.y * 4, s.z * 4, 3);
      const pore = noise.smooth(s.x * 60, s.y * 60, s.z * 60);
      tint(t, dark, pale, 0.6 + cloud * 0.4 + s.up * 0.12);
      if (other) {
        const spot = smoothstep(0.16, 0.24, noise.smooth(s.x * 6 + shift, s.y * 6, s.z * 6));
        cover(t, other, spot);
      }
      t.rough = 0.75 - gloss * 0.5 + cloud * 0.06;
      t.bump = pore * 0.0014 * (1 - gloss);
    },
    relief: (s) => noise.cloudy(s.x * 10 + shift, s.y * 10, s.z * 10, 3) * 0.003 * (1 - gloss),
  };
}

function fraction(x: number): number {
  return x - Math.floor(x);
}
