import { smoothstep } from '../exact-math.ts';
import { blend, shade, tint, type Finish } from './finish.ts';
import type { Stuff } from './stuff.ts';

/** Glass, ice and gems: bright faces, inner clouds, pale edges. `gleam` gives off light, 0 to 1. */
export function crystal({ noise, color, shift = 0 }: Stuff, gleam = 0): Finish {
  const deep = shade(color, 0.5);
  const pale = blend(color, [1, 1, 1], gleam > 0.5 ? 0.22 : 0.34);
  return {
    paint(s, t) {
      const cloud = noise.cloudy(s.x * 3 + shift, s.y * 2, s.z * 3, 3);
      const flaw = 1 - Math.abs(noise.smooth(s.x * 4 + cloud, s.y * 4 + shift, s.z * 4));
      tint(t, deep, pale, 0.3 + cloud * 0.45 + smoothstep(0.965, 1, flaw) * 0.14 + s.up * 0.12);
      t.rough = 0.08 + Math.max(0, cloud) * 0.1;
      t.glow = gleam * (0.55 + cloud * 0.4);
    },
  };
}

/** A lit thing: flame, lamp, lava. Brightest low in the middle. */
export function ember({ noise, color, other, shift = 0 }: Stuff, strength = 1): Finish {
  const hot = other ?? blend(color, [1, 0.97, 0.8], 0.75);
  return {
    paint(s, t) {
      const n = noise.cloudy(s.x * 5 + shift, s.y * 4, s.z * 5, 2);
      tint(t, color, hot, 0.55 + n * 0.6);
      t.rough = 0.6;
      t.glow = strength * (0.75 + n * 0.2);
    },
  };
}
