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

/** A portrait view from the front right and a little above, fitted to the picture. */
export function portraitCamera(meshes: readonly DrawnMesh[], { width, height }: Frame): Camera {
  const { center, radius } = bounds(meshes);
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
      project(draft, mesh.position[i]!, mesh.position[i + 1]!, mesh.position[i + 2]!, out);
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
export function lightCamera(meshes: readonly DrawnMesh[], toLight: Vector, size: number): Camera {
  const { center, radius } = bounds(meshes);
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

export function project(camera: Camera, x: number, y: number, z: number, out: Float64Array): void {
  const { eye, right, up, away } = camera;
  const dx = x - eye[0];
  const dy = y - eye[1];
  const dz = z - eye[2];
  const depth = dx * away[0] + dy * away[1] + dz * away[2];
  const k = camera.scale === 0 ? camera.focal / depth : camera.scale;
  out[0] = camera.centerX + (dx * right[0] + dy * right[1] + dz * right[2]) * k;
  out[1] = camera.centerY - (dx * up[0] + dy * up[1] + dz * up[2]) * k;
  out[2] = depth;
}

export function bounds(meshes: readonly DrawnMesh[]): {
  center: Vector;
  radius: number;
  floor: number;
} {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { position } of meshes) {
    for (let i = 0; i < position.length; i++) {
      const value = position[i]!;
      if (value < low[i % 3]!) low[i % 3] = value;
      if (value > high[i % 3]!) high[i % 3] = value;
    }
  }
  if (!(high[0]! >= low[0]!)) return { center: [0, 0, 0], radius: 1, floor: 0 };
  const half = [0, 1, 2].map((k) => (high[k]! - low[k]!) / 2);
  return {
    center: [low[0]! + half[0]!, low[1]! + half[1]!, low[2]! + half[2]!],
    radius: Math.max(1e-6, lengthOf(half[0]!, half[1]!, half[2]!)),
    floor: low[1]!,
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
