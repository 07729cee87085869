import { bounds, lightCamera, project, type Camera, type Frame } from './camera.ts';
import type { DrawnMesh } from './drawn-mesh.ts';
import { castsShadow, type Shadow } from './shadow.ts';
import { rasteriseDepth } from './rasterise.ts';

/** Samples a side for each value of the map. */
const COARSE = 4;

/** How dark the floor is; read at a place of the frame, 0 is no shadow. */
export type Ground = (x: number, y: number) => number;

/** A soft shadow on the floor, at a quarter of the resolution. */
export function groundShadow(
  meshes: readonly DrawnMesh[],
  camera: Camera,
  shadow: Shadow,
  frame: Frame,
): Ground {
  const wide = Math.ceil(frame.width / COARSE);
  const high = Math.ceil(frame.height / COARSE);
  const size = 256;
  const times = shadow.width / size;
  const depth = Float32Array.from({ length: size * size }, (_, i) => {
    const x = (i % size) * times + (times >> 1);
    const y = Math.floor(i / size) * times + (times >> 1);
    return shadow.depth[y * shadow.width + x]!;
  });
  const above = lightCamera(meshes, [0.001, 1, 0], size);
  const square = { width: size, height: size };
  const cover = rasteriseDepth(meshes, above, square, castsShadow);
  const soft = blurred(depth, size, 3);
  const contact = blurred(cover, size, 7);
  const { floor } = bounds(meshes);
  const { away, right, up, eye } = camera;
  const dark = new Float32Array(wide * high);
  const at = new Float64Array(3);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const i = (x * COARSE + COARSE / 2 - camera.centerX) / camera.focal;
      const j = (camera.centerY - y * COARSE - COARSE / 2) / camera.focal;
      const down = away[1] + right[1] * i + up[1] * j;
      if (down > -1e-4) continue;
      const reach = (floor - eye[1]) / down;
      const px = eye[0] + (away[0] + right[0] * i + up[0] * j) * reach;
      const pz = eye[2] + (away[2] + right[2] * i + up[2] * j) * reach;
      project(shadow.view, px, floor, pz, at);
      const cast = pick(soft, size, size, at[0]! / times, at[1]! / times);
      project(above, px, floor, pz, at);
      dark[y * wide + x] = 0.34 * cast + 0.3 * pick(contact, size, size, at[0]!, at[1]!);
    }
  }
  return (x, y) => pick(dark, wide, high, (x + 0.5) / COARSE, (y + 0.5) / COARSE);
}

/** Coverage of a depth map, blurred twice by a box: running sums, so that the radius costs nothing. */
function blurred(depth: Float32Array, size: number, radius: number): Float32Array {
  let from = Float32Array.from(depth, (d) => (d === Infinity ? 0 : 1));
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

function pick(map: Float32Array, width: number, height: number, x: number, y: number): number {
  const fx = Math.floor(x - 0.5);
  const fy = Math.floor(y - 0.5);
  const s = x - 0.5 - fx;
  const t = y - 0.5 - fy;
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
  return top * (1 - t) + bottom * t;
}
