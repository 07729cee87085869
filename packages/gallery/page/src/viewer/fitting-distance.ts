import type { Vector3 } from 'three';

/** What a model covers when it is turned about its axis: a cylinder. */
export interface Cylinder {
  /** Half of its height. */
  readonly tall: number;
  /** Its radius. */
  readonly reach: number;
}

/** Of a camera, how much it sees. */
export interface Lens {
  /** From the lower rim of the picture to the upper one. Unit: degrees. */
  readonly fov: number;
  /** Width by height. */
  readonly aspect: number;
}

/** Of the height, what stays free. */
const MARGIN = 1.03;

/**
 * How far from the middle of a cylinder a camera stands that has all of it in view, by height and by width.
 *
 * @param from where it stands, of length 1
 */
export function fittingDistance({ tall, reach }: Cylinder, lens: Lens, from: Vector3): number {
  const half = (lens.fov * Math.PI) / 360;
  const across = Math.atan(Math.tan(half) * lens.aspect);
  // The rims of the cylinder, as one looks down on them: what is near looms.
  const lean = Math.hypot(from.x, from.z);
  const high = ([out, up]: readonly [number, number]): number =>
    (Math.abs(up * lean - out * from.y) * MARGIN) / Math.tan(half) + out * lean + up * from.y;
  const rims = [reach, -reach].flatMap((out) => [high([out, tall]), high([out, -tall])]);
  return Math.max(...rims, (reach * MARGIN) / Math.sin(across));
}
