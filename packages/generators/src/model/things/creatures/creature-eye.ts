import { rgb, shade, tint, type Finish, type Rgb } from '../../paint/finish.ts';
import { smoothstep, square } from '../../exact-math.ts';
import { part, type Part } from '../../shape/part.ts';
import type { Triple } from '../../shape/place.ts';
import { ball } from '../../shape/surface.ts';
import type { Kit } from '../kit.ts';

/** An eyeball that looks along `look`, with a slit or a round pupil. */
export function creatureEye(
  kit: Kit,
  at: Triple,
  radius: number,
  look: Triple,
  color: number,
  pupil: 'slit' | 'round' = 'slit',
): Part[] {
  return [
    part(ball(radius), eyeFinish(kit.color(color, 'eye'), radius, look, pupil), { at, detail: 3 }),
  ];
}

/** Iris, pupil and a white catch light, painted about a direction. */
function eyeFinish(iris: Rgb, radius: number, look: Triple, pupil: 'slit' | 'round'): Finish {
  const norm = 1 / Math.sqrt(square(look[0]) + square(look[1]) + square(look[2]));
  const [lx, ly, lz] = [look[0] * norm, look[1] * norm, look[2] * norm];
  const dark = rgb(0x0c0b0e);
  const white = rgb(0xf4f1ea);
  return {
    paint(s, t) {
      const [x, y, z] = [s.x / radius, s.y / radius, s.z / radius];
      const facing = x * lx + y * ly + z * lz;
      const ring = 1 - facing;
      const side = y - ly * facing;
      const across = Math.sqrt(Math.max(0, 1 - facing * facing - side * side));
      const slit = pupil === 'slit' ? across * 3.2 + Math.abs(side) * 0.75 : Math.sqrt(ring) * 1.55;
      tint(t, iris, shade(iris, 0.45), smoothstep(0.05, 0.34, ring));
      if (ring > 0.36) tint(t, dark, white, smoothstep(0.36, 0.44, ring));
      if (facing > 0 && slit < 0.62) tint(t, dark, dark, 0);
      t.rough = 0.1;
      const glint =
        square(x - lx * 0.8 - 0.12) + square(y - ly * 0.8 - 0.38) + square(z - lz * 0.8 - 0.12);
      if (glint < 0.05 && facing > 0.4) tint(t, white, white, 0);
    },
  };
}
