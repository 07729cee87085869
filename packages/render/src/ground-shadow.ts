import { lightCamera, project, type Bounds, type Camera, type Frame } from './camera.ts';
import type { DrawnMesh } from './drawn-mesh.ts';
import { castsShadow, type Shadow } from './shadow.ts';
import { rasteriseDepth } from './rasterise.ts';

/** Samples a side for each value of the map. */
const COARSE = 4;

/** Says into `out[0]` how dark the floor is at a sample of the frame; 0 is no shadow. */
export type Ground = (x: number, y: number, out: Float64Array) => void;

/** A soft shadow on the floor, at a quarter of the resolution. */
export function groundShadow(
  meshes: readonly DrawnMesh[],
  bounds: Bounds,
  camera: Camera,
  shadow: Shadow,
  frame: Frame,
): Ground {
  const wide = Math.ceil(frame.width / COARSE);
  const high = Math.ceil(frame.height / COARSE);
  const size = 256;
  const times = shadow.width / size;
  const depth = new Float32Array(size * size);
  for (let i = 0; i < depth.length; i++) {
    const x = (i % size) * times + (times >> 1);
    const y = Math.floor(i / size) * times + (times >> 1);
    depth[i] = shadow.depth[y * shadow.width + x]!;
  }
  const above = lightCamera(bounds, [0.001, 1, 0], size);
  const square = { width: size, height: size };
  const cover = rasteriseDepth(meshes, above, square, castsShadow);
  const soft = blurred(depth, size, 3);
  const contact = blurred(cover, size, 7);
  const { floor } = bounds;
  const [ex, ey, ez] = camera.eye;
  const [ax, ay, az] = camera.away;
  const [rx, ry, rz] = camera.right;
  const [ux, uy, uz] = camera.up;
  const { focal, centerX, centerY } = camera;
  const dark = new Float32Array(wide * high);
  const point = new Float64Array(3);
  const at = new Float64Array(3);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const i = (x * COARSE + COARSE / 2 - centerX) / focal;
      const j = (centerY - y * COARSE - COARSE / 2) / focal;
      const down = ay + ry * i + uy * j;
      if (down > -1e-4) continue;
      const reach = (floor - ey) / down;
      point[0] = ex + (ax + rx * i + ux * j) * reach;
      point[1] = floor;
      point[2] = ez + (az + rz * i + uz * j) * reach;
      project(shadow.view, point, 0, at, 0);
      at[0]! /= times;
      at[1]! /= times;
      pick(soft, size, size, at);
      const cast = at[0]!;
      project(above, point, 0, at, 0);
      pick(contact, size, size, at);
      dark[y * wide + x] = 0.34 * cast + 0.3 * at[0]!;
    }
  }
  return function ground(x, y, out) {
    out[0] = (x + 0.5) / COARSE;
    out[1] = (y + 0.5) / COARSE;
    pick(dark, wide, high, out);
  };
}

/** Coverage of a depth map, blurred twice by a box: running sums, so that the radius costs nothing. */
function blurred(depth: Float32Array, size: number, radius: number): Float32Array {
  let from = new Float32Array(depth.length);
  for (let i = 0; i < from.length; i++) from[i] = depth[i] === Infinity ? 0 : 1;
  const share = 1 / (2 * radius + 1);
  for (let pass = 0; pass < 4; pass++) {
    const step = pass % 2 === 0 ? 1 : size;
    const to = new Float32Array(from.length);
    for (let line = 0; line < size; line++) {
      const start = pass % 2 === 0 ? line * size : line;
      let sum = 0;
      for (let i = -radius; i < size; i++) {
        const next = i + radius;
        const last = i - radius - 1;
        if (next < size) sum += from[start + next * step]!;
        if (last >= 0) sum -= from[start + last * step]!;
        if (i >= 0) to[start + i * step] = Math.max(0, sum * share);
      }
    }
    from = to;
  }
  return from;
}

/** Bilinear. @param at the place, whose first number becomes what stands there */
function pick(map: Float32Array, width: number, height: number, at: Float64Array): void {
  const x = at[0]! - 0.5;
  const y = at[1]! - 0.5;
  const fx = Math.floor(x);
  const fy = Math.floor(y);
  const s = x - fx;
  const t = y - fy;
  const in0 = fx >= 0 && fx < width;
  const in1 = fx + 1 >= 0 && fx + 1 < width;
  let top = 0;
  let bottom = 0;
  if (fy >= 0 && fy < height) {
    const row = fy * width + fx;
    top = (in0 ? map[row]! * (1 - s) : 0) + (in1 ? map[row + 1]! * s : 0);
  }
  if (fy + 1 >= 0 && fy + 1 < height) {
    const row = (fy + 1) * width + fx;
    bottom = (in0 ? map[row]! * (1 - s) : 0) + (in1 ? map[row + 1]! * s : 0);
  }
  at[0] = top * (1 - t) + bottom * t;
}
