import { smoothstep } from '../exact-math.ts';
import type { CellHit } from '../noise.ts';
import { cover, type Finish, shade, tint } from './finish.ts';
import type { Stuff } from './stuff.ts';

/** Woven cloth with soft folds; `other` gives it stripes. */
export function cloth({ noise, color, other, shift = 0 }: Stuff): Finish {
  const dark = shade(color, 0.6);
  const pale = shade(color, 1.1);
  const fold = (x: number, y: number, z: number): number =>
    noise.cloudy(x * 4 + shift, y * 1.6, z * 4, 2);
  return {
    paint(s, t) {
      const f = fold(s.x, s.y, s.z);
      const weave = noise.smooth(s.x * 85, s.y * 85, s.z * 85);
      tint(t, dark, pale, 0.7 + f * 0.35 + weave * 0.14);
      if (other) {
        const wide = (s.x + s.z + s.y * 0.2) * 5;
        const stripe = Math.abs(wide - Math.floor(wide) - 0.5) < 0.2;
        if (stripe) tint(t, shade(other, 0.7), other, 0.75 + f * 0.35 + weave * 0.1);
      }
      t.rough = 0.95;
      t.bump = weave * 0.0024 + f * 0.006;
    },
    relief: (s) => fold(s.x, s.y, s.z) * 0.009,
  };
}

/** Grained leather, darker in its creases. */
export function leather({ noise, color, shift = 0 }: Stuff): Finish {
  const dark = shade(color, 0.5);
  const pale = shade(color, 1.16);
  const hit: CellHit = { border: 0, near: 0, id: 0 };
  return {
    paint(s, t) {
      noise.cells(s.x * 42 + shift, s.y * 42, s.z * 42, hit);
      const grain = smoothstep(0, 0.35, hit.border);
      const wear = noise.cloudy(s.x * 4, s.y * 4 + shift, s.z * 4, 3);
      tint(t, dark, pale, 0.35 + grain * 0.3 + wear * 0.4 + s.light * 0.1);
      t.rough = 0.62 - wear * 0.12;
      t.bump = grain * 0.0024;
    },
    relief: (s) => noise.cloudy(s.x * 7 + shift, s.y * 7, s.z * 7, 2) * 0.004,
  };
}

/** Short fur: strands that lie downwards, pale on top of the back; `other` paints the belly and patches. */
export function fur({ noise, color, other, shift = 0 }: Stuff): Finish {
  const dark = shade(color, 0.55);
  const pale = shade(color, 1.16);
  const strand = (x: number, y: number, z: number): number =>
    noise.smooth(x * 48 + shift, y * 15, z * 26) * 0.65 +
    noise.smooth(x * 17, y * 8, z * 9 + shift) * 0.45;
  return {
    paint(s, t) {
      const n = strand(s.x, s.y, s.z);
      tint(t, dark, pale, 0.56 + n * 0.42 + s.up * 0.08);
      if (other) {
        const patch = noise.smooth(s.x * 3.2 + shift, s.y * 3.2, s.z * 3.2);
        const k = Math.max(smoothstep(-0.45, -0.8, s.up), smoothstep(0.26, 0.32, patch));
        const lit = 0.86 + n * 0.2;
        cover(t, other, k, lit);
      }
      t.rough = 0.96;
      t.bump = n * 0.006;
    },
    relief: (s) => strand(s.x, s.y, s.z) * 0.0075,
  };
}
