import { lightCamera, project, type Bounds, type Camera, type Frame } from './camera.ts';
import type { DrawnMesh } from './drawn-mesh.ts';
import { rasteriseDepth } from './rasterise.ts';
import type { Lit } from './shade-scene.ts';
import { studioFor } from './studio.ts';

/** What the key light sees: its view and the distances in it. */
export interface Shadow extends Frame {
  readonly view: Camera;
  readonly depth: Float32Array;
}

export function castShadow(
  meshes: readonly DrawnMesh[],
  bounds: Bounds,
  camera: Camera,
  size: number,
): Shadow {
  const view = lightCamera(bounds, studioFor(camera).key, size);
  const frame = { width: size, height: size };
  return { ...frame, view, depth: rasteriseDepth(meshes, view, frame, castsShadow) };
}

/** Glass lets light through. */
export function castsShadow(mesh: DrawnMesh): boolean {
  return mesh.material.alpha !== 'blend';
}

/** Samples of the shadow on each side of a point. */
const REACH = 2;

/** Tells how much of the key light reaches a point: the share of samples about it that do not hide it. */
export function shadowReader({ radius }: Bounds, { width, height, view, depth }: Shadow): Lit {
  const bias = radius * 0.012;
  const from = new Float64Array(3);
  const at = new Float64Array(3);
  return function light(point) {
    from[0] = point.x;
    from[1] = point.y;
    from[2] = point.z;
    project(view, from, 0, at, 0);
    const px = Math.floor(at[0]!);
    const py = Math.floor(at[1]!);
    const limit = at[2]! - bias;
    let open = 0;
    for (let sy = py - REACH; sy <= py + REACH; sy++) {
      for (let sx = px - REACH; sx <= px + REACH; sx++) {
        if (sx < 0 || sy < 0 || sx >= width || sy >= height) open++;
        else if (depth[sy * width + sx]! > limit) open++;
      }
    }
    point.lit = open / 25;
  };
}
