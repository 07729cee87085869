import { lightCamera, type Bounds, type Camera, type Frame } from './camera.ts';
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

/** Samples of the map, by side, over which the edge of a shadow is soft. */
const SOFT = 3;

/** Tells how much of the key light reaches a point: the share of the samples about it that do not hide it, those at the rim by the part that is near. */
export function shadowReader({ radius }: Bounds, { width, height, view, depth }: Shadow): Lit {
  const bias = radius * 0.012;
  const { eye, right, up, away, scale, centerX, centerY } = view;
  const [ex, ey, ez] = eye;
  const [rx, ry, rz] = right;
  const [ux, uy, uz] = up;
  const [ax, ay, az] = away;
  return function light({ count, place, lit }) {
    for (let i = 0; i < count; i++) {
      const dx = place[i * 3]! - ex;
      const dy = place[i * 3 + 1]! - ey;
      const dz = place[i * 3 + 2]! - ez;
      const limit = dx * ax + dy * ay + dz * az - bias;
      const x = centerX + (dx * rx + dy * ry + dz * rz) * scale - SOFT / 2;
      const y = centerY - (dx * ux + dy * uy + dz * uz) * scale - SOFT / 2;
      const left = Math.floor(x);
      const top = Math.floor(y);
      // What stands out of the map is lit.
      if (!(left >= 0 && top >= 0 && left + SOFT < width && top + SOFT < height)) {
        lit[i] = 1;
        continue;
      }
      const within = x - left;
      let dark = 0;
      for (let j = 0; j <= SOFT; j++) {
        const row = (top + j) * width + left;
        let hidden = depth[row]! <= limit ? 1 - within : 0;
        for (let k = 1; k < SOFT; k++) if (depth[row + k]! <= limit) hidden++;
        if (depth[row + SOFT]! <= limit) hidden += within;
        dark += hidden * (j === 0 ? 1 - (y - top) : j === SOFT ? y - top : 1);
      }
      lit[i] = 1 - dark / (SOFT * SOFT);
    }
  };
}
