import { smoothstep } from '../exact-math.ts';
import { type Finish, overpainted, rgb, tint } from './finish.ts';

/** A jack-o'-lantern's eyes, nose and jagged mouth, cut into the front (+Z) of a body about the origin and lit from within. */
export function carvedFace(rind: Finish, wide: number, high: number): Finish {
  const [ember, flame] = [rgb(0xe07a1c), rgb(0xfbd96a)];
  return overpainted(rind, (s, t) => {
    if (s.z <= 0) return;
    const depth = cut(s.x / wide, s.y / high);
    if (depth <= 0) return;
    tint(t, ember, flame, smoothstep(0, 0.09, depth));
    t.glow = smoothstep(0, 0.03, depth) * 0.9;
    t.rough = 0.9;
  });
}

/** How far inside a hole a place is; 0 and less outside. */
function cut(x: number, y: number): number {
  const ax = Math.abs(x);
  const eye = Math.min(y - 0.12, 0.56 - y - Math.abs(ax - 0.36) * 2.4);
  const nose = Math.min(y + 0.12, 0.1 - y - ax * 1.9);
  const zigzag = Math.abs(ax * 4.2 - Math.floor(ax * 4.2) - 0.5) * 0.22;
  const smile = y + 0.42 - 0.55 * x * x;
  const mouth = Math.min(smile + 0.13 - zigzag * 0.9, 0.1 - smile - zigzag * 0.5, 0.66 - ax);
  return Math.max(eye, nose, mouth);
}
