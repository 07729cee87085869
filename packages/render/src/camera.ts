import type { DrawnMesh } from './drawn-mesh.ts';

/** Pixels. */
export interface Frame {
  readonly width: number;
  readonly height: number;
}

/** Projects world positions to pixels and depth. */
export interface Camera {
  readonly eye: readonly [number, number, number];
  /** World directions of the picture's right, up, and away from the viewer. */
  readonly right: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  readonly away: readonly [number, number, number];
  /** Pixels a unit at distance 1; 0 for a parallel projection. */
  readonly focal: number;
  readonly centerX: number;
  readonly centerY: number;
  /** Pixels a unit in a parallel projection. */
  readonly scale: number;
}

type Vector = readonly [number, number, number];

/** What holds all meshes. */
export interface Bounds {
  readonly center: Vector;
  /** Of the ball about its center. */
  readonly radius: number;
  /** The least y. */
  readonly floor: number;
}

/** A portrait view from the front right and a little above, fitted to the picture. */
export function portraitCamera(
  meshes: readonly DrawnMesh[],
  { center, radius }: Bounds,
  { width, height }: Frame,
): Camera {
  const away = unit([-0.52, -0.34, -0.78]);
  const right = unit(cross(away, [0, 1, 0]));
  const up = cross(right, away);
  const distance = radius * 4.4;
  const eye: Vector = [
    center[0] - away[0] * distance,
    center[1] - away[1] * distance,
    center[2] - away[2] * distance,
  ];
  const draft: Camera = {
    eye,
    right,
    up,
    away,
    focal: 1,
    centerX: 0,
    centerY: 0,
    scale: 0,
  };
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  const out = new Float64Array(3);
  for (const mesh of meshes) {
    const stride = 3 * Math.max(1, Math.floor(mesh.position.length / 60000));
    for (let i = 0; i < mesh.position.length; i += stride) {
      project(draft, mesh.position, i, out, 0);
      x0 = Math.min(x0, out[0]!);
      x1 = Math.max(x1, out[0]!);
      y0 = Math.min(y0, out[1]!);
      y1 = Math.max(y1, out[1]!);
    }
  }
  if (x1 < x0) return { ...draft, focal: width, centerX: width / 2, centerY: height / 2 };
  const fit = Math.min(width / Math.max(x1 - x0, 1e-9), height / Math.max(y1 - y0, 1e-9));
  const focal = fit * 0.84;
  return {
    ...draft,
    focal,
    centerX: width / 2 - (focal * (x0 + x1)) / 2,
    centerY: height * 0.49 - (focal * (y0 + y1)) / 2,
  };
}

/** A parallel view along a light's direction that holds everything, and room for shadows on the ground. */
export function lightCamera({ center, radius }: Bounds, toLight: Vector, size: number): Camera {
  const away: Vector = [-toLight[0], -toLight[1], -toLight[2]];
  const right = unit(cross(away, [0, 1, 0]));
  const reach = radius * 3;
  return {
    eye: [center[0] - away[0] * reach, center[1] - away[1] * reach, center[2] - away[2] * reach],
    right,
    up: cross(right, away),
    away,
    focal: 0,
    centerX: size / 2,
    centerY: size / 2,
    scale: size / (2.1 * radius),
  };
}

/**
 * Projects the position that begins at `from[at]`, to pixels and depth that begin at `out[to]`. By arrays: a fraction
 * that is handed to a function becomes an object.
 */
export function project(
  camera: Camera,
  from: Float32Array | Float64Array,
  at: number,
  out: Float32Array | Float64Array,
  to: number,
): void {
  const { eye, right, up, away } = camera;
  const dx = from[at]! - eye[0];
  const dy = from[at + 1]! - eye[1];
  const dz = from[at + 2]! - eye[2];
  const depth = dx * away[0] + dy * away[1] + dz * away[2];
  const k = camera.scale === 0 ? camera.focal / depth : camera.scale;
  out[to] = camera.centerX + (dx * right[0] + dy * right[1] + dz * right[2]) * k;
  out[to + 1] = camera.centerY - (dx * up[0] + dy * up[1] + dz * up[2]) * k;
  out[to + 2] = depth;
}

/** Steps of a pixel: places are whole numbers of them, which are compared sooner than fractions. */
export const STEPS = 256;

/** Positions in a picture. */
export interface Projected {
  /** Two a position: column and row. Unit: pixels / {@link STEPS}. */
  readonly at: Int32Array;
  /** What is linear over the picture: 1 / depth in perspective, else the depth. NaN where the position is nowhere. */
  readonly linear: Float32Array;
}

/** The same for all positions. What is the same for each is read before the loop: V8 does not see that it is. */
export function projectAll(
  { eye, right, up, away, focal, centerX, centerY, scale }: Camera,
  positions: Float32Array,
): Projected {
  const [ex, ey, ez] = eye;
  const [rx, ry, rz] = right;
  const [ux, uy, uz] = up;
  const [ax, ay, az] = away;
  const count = Math.floor(positions.length / 3);
  const at = new Int32Array(count * 2);
  const linear = new Float32Array(count);
  for (let vertex = 0; vertex < count; vertex++) {
    const dx = positions[vertex * 3]! - ex;
    const dy = positions[vertex * 3 + 1]! - ey;
    const dz = positions[vertex * 3 + 2]! - ez;
    const depth = dx * ax + dy * ay + dz * az;
    const inverse = 1 / depth;
    const k = scale === 0 ? focal * inverse : scale;
    at[vertex * 2] = (centerX + (dx * rx + dy * ry + dz * rz) * k) * STEPS;
    at[vertex * 2 + 1] = (centerY - (dx * ux + dy * uy + dz * uz) * k) * STEPS;
    // Infinity less Infinity is no number.
    linear[vertex] = (scale === 0 ? inverse : depth) + (depth - depth);
  }
  return { at, linear };
}

export function bounds(meshes: readonly DrawnMesh[]): Bounds {
  let [x0, y0, z0] = [Infinity, Infinity, Infinity];
  let [x1, y1, z1] = [-Infinity, -Infinity, -Infinity];
  for (const { position } of meshes) {
    for (let i = 0; i < position.length; i += 3) {
      const x = position[i]!;
      const y = position[i + 1]!;
      const z = position[i + 2]!;
      // Compared and not by Math.min: what is no number does not count.
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
      if (z < z0) z0 = z;
      if (z > z1) z1 = z;
    }
  }
  if (!(x1 >= x0)) return { center: [0, 0, 0], radius: 1, floor: 0 };
  const half: Vector = [(x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2];
  return {
    center: [x0 + half[0], y0 + half[1], z0 + half[2]],
    radius: Math.max(1e-6, lengthOf(...half)),
    floor: y0,
  };
}

export function unit(v: Vector): Vector {
  const k = 1 / lengthOf(v[0], v[1], v[2]);
  return [v[0] * k, v[1] * k, v[2] * k];
}

/** By products and a square root, which are exact: `Math.hypot` leaves the last bit to the engine. */
function lengthOf(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
