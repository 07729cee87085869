import { unit, type Camera } from './camera.ts';

type Vector = readonly [number, number, number];

/** A soft studio: a key light from the left front, a fill from the right, a rim from behind. */
export interface Studio {
  readonly key: Vector;
  readonly fill: Vector;
  readonly rim: Vector;
}

/** The lights stand about the camera, so that a model is lit alike from wherever it is seen. */
export function studioFor(camera: Camera): Studio {
  const place = (right: number, up: number, back: number): Vector =>
    unit([
      camera.right[0] * right - camera.away[0] * back,
      camera.right[1] * right - camera.away[1] * back + up,
      camera.right[2] * right - camera.away[2] * back,
    ]);
  return {
    key: place(-0.62, 0.95, 0.62),
    fill: place(0.9, 0.25, 0.6),
    rim: place(0.45, 0.55, -0.9),
  };
}

/** What a mirror would see in a direction: a bright ceiling, two soft boxes, a dim floor. Linear grey. */
export function reflection(studio: Studio, x: number, y: number, z: number, rough: number): number {
  const sky = 0.28 + 0.5 * Math.max(0, y) + 0.12 * Math.min(0, y);
  const narrow = 3 + 30 * (1 - rough) * (1 - rough);
  const box = (d: Vector, strength: number): number => {
    const c = d[0] * x + d[1] * y + d[2] * z;
    return c <= 0 ? 0 : strength * falling(1 - c, narrow);
  };
  return (
    sky + box(studio.key, 2.4 - rough) + box(studio.rim, 1.6 - 0.6 * rough) + box(studio.fill, 0.7)
  );
}

/** exp(-x·k) by a rational function: near enough for a light, and the same on every engine. */
function falling(x: number, k: number): number {
  const t = x * k;
  return 1 / (1 + t + 0.5 * t * t + t * t * t * 0.17);
}
