import { bounds, lightCamera, project, type Camera, type Frame } from './camera.ts';
import type { DrawnMesh } from './drawn-mesh.ts';
import { rasteriseDepth } from './rasterise.ts';
import { studioFor } from './studio.ts';

/** What the key light sees: its view and the distances in it. */
export interface Shadow extends Frame {
  readonly view: Camera;
  readonly depth: Float32Array;
}

export function castShadow(meshes: readonly DrawnMesh[], camera: Camera, size: number): Shadow {
  const view = lightCamera(meshes, studioFor(camera).key, size);
  const frame = { width: size, height: size };
  return { ...frame, view, depth: rasteriseDepth(meshes, view, frame, castsShadow) };
}

/** Glass lets light through. */
export function castsShadow(mesh: DrawnMesh): boolean {
  return mesh.material.alpha !== 'blend';
}

/** Tells how much of the key light reaches a point, 0 to 1. */
export function shadowReader(
  meshes: readonly DrawnMesh[],
  { width, height, view, depth }: Shadow,
): (x: number, y: number, z: number) => number {
  const bias = bounds(meshes).radius * 0.012;
  const at = new Float64Array(3);
  return function lit(x, y, z) {
    project(view, x, y, z, at);
    const px = Math.floor(at[0]!);
    const py = Math.floor(at[1]!);
    const limit = at[2]! - bias;
    let open = 0;
    for (let sy = py - 2; sy <= py + 2; sy++) {
      for (let sx = px - 2; sx <= px + 2; sx++) {
        if (sx < 0 || sy < 0 || sx >= width || sy >= height) open++;
        else if (depth[sy * width + sx]! > limit) open++;
      }
    }
    return open / 25;
  };
}
