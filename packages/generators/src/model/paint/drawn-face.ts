import { smoothstep, square } from '../exact-math.ts';
import { cover, type Finish, overpainted, rgb, type Rgb, shade, tint } from './finish.ts';

/** A drawn face on the front (+Z) of a head about the origin. */
export interface FaceOptions {
  /** Half width and half height of the head. Unit: model units. */
  readonly wide: number;
  readonly high: number;
  readonly eyes: Rgb;
  readonly brows: Rgb;
  readonly skin: Rgb;
  /** Eye size against the usual. @default 1 */
  readonly eyeSize?: number;
}

/** Big shining eyes, brows, a smile and blushed cheeks, painted over a skin. */
export function drawnFace(skin: Finish, options: FaceOptions): Finish {
  const { wide, high, eyes, brows } = options;
  const size = options.eyeSize ?? 1;
  const dark = shade(eyes, 0.3);
  const ink = rgb(0x1c1517);
  const white = rgb(0xffffff);
  const blush = shade([options.skin[0], options.skin[1] * 0.66, options.skin[2] * 0.64], 1);
  const lips = shade([options.skin[0] * 0.72, options.skin[1] * 0.38, options.skin[2] * 0.36], 1);
  return overpainted(skin, (s, t) => {
    if (s.z <= 0) return;
    const x = Math.abs(s.x) / wide;
    const y = s.y / high;
    const side = s.x < 0 ? -1 : 1;
    const cheek = ellipse(x - 0.52, y + 0.34, 0.16, 0.1);
    cover(t, blush, 0.55 * smoothstep(1, 0.2, cheek));
    const eye = ellipse(x - 0.34, y + 0.06, 0.135 * size, 0.22 * size);
    if (eye < 1.25) cover(t, ink, smoothstep(1.12, 1, eye));
    if (eye < 1) {
      const iris = ellipse(x - 0.34, y + 0.09, 0.115 * size, 0.18 * size);
      const low = smoothstep(0.1, -0.22, y + 0.06);
      if (iris < 1) tint(t, dark, shade(eyes, 1.25), low);
      if (ellipse(x - 0.34, y + 0.06, 0.055 * size, 0.1 * size) < 1) tint(t, ink, ink, 0);
      // The light comes from one side, so the glints are not mirrored.
      const gx = x - 0.34 + side * 0.045 * size;
      if (ellipse(gx, y - 0.03, 0.045 * size, 0.06 * size) < 1) tint(t, white, white, 0);
      if (ellipse(gx - side * 0.09 * size, y + 0.15, 0.022 * size, 0.03 * size) < 1)
        tint(t, white, white, 0);
      t.rough = 0.15;
    }
    const arch = y - 0.27 * size + 1.5 * (x - 0.34) * (x - 0.34);
    const brow = Math.abs(arch) / 0.032 + smoothstep(0.14, 0.19, Math.abs(x - 0.35)) * 4;
    cover(t, brows, smoothstep(1.2, 0.8, brow));
    const smile = y + 0.46 - x * x * 2.4;
    const mouth = Math.abs(smile) / 0.026 + smoothstep(0.13, 0.17, x) * 4;
    cover(t, lips, smoothstep(1.25, 0.8, mouth));
  });
}

function ellipse(x: number, y: number, a: number, b: number): number {
  return Math.sqrt(square(x / a) + square(y / b));
}
