import { project, type Camera } from './camera.ts';
import type { DrawnMesh } from './load-scene.ts';

/** What is seen at every pixel: distance, the mesh and triangle, and where in the triangle. */
export interface Seen {
  readonly size: number;
  /** Infinity where nothing is seen. */
  readonly depth: Float32Array;
  /** Mesh number and first index of the triangle. */
  readonly mesh: Uint8Array;
  readonly triangle: Uint32Array;
  /** Weights of the second and third corner. */
  readonly second: Float32Array;
  readonly third: Float32Array;
}

/** A z-buffer over all triangles. Back faces are drawn too: foreign models may be open. */
export function rasterise(meshes: readonly DrawnMesh[], camera: Camera, size: number): Seen {
  const pixels = size * size;
  const seen: Seen = {
    size,
    depth: new Float32Array(pixels).fill(Infinity),
    mesh: new Uint8Array(pixels),
    triangle: new Uint32Array(pixels),
    second: new Float32Array(pixels),
    third: new Float32Array(pixels),
  };
  meshes.forEach((mesh, number) => drawMesh(mesh, Math.min(255, number), camera, seen));
  return seen;
}

function drawMesh(mesh: DrawnMesh, number: number, camera: Camera, seen: Seen): void {
  const { position, index } = mesh;
  const count = position.length / 3;
  const at = new Float32Array(count * 3);
  const out = new Float64Array(3);
  for (let i = 0; i < count; i++) {
    project(camera, position[i * 3]!, position[i * 3 + 1]!, position[i * 3 + 2]!, out);
    at[i * 3] = out[0]!;
    at[i * 3 + 1] = out[1]!;
    at[i * 3 + 2] = out[2]!;
  }
  const { size, depth } = seen;
  const perspective = camera.scale === 0;
  for (let t = 0; t < index.length; t += 3) {
    const a = index[t]! * 3;
    const b = index[t + 1]! * 3;
    const c = index[t + 2]! * 3;
    const ax = at[a]!;
    const ay = at[a + 1]!;
    const bx = at[b]! - ax;
    const by = at[b + 1]! - ay;
    const cx = at[c]! - ax;
    const cy = at[c + 1]! - ay;
    const area = bx * cy - by * cx;
    if (area === 0) continue;
    const x0 = Math.max(0, Math.ceil(ax + Math.min(0, bx, cx) - 0.5));
    const x1 = Math.min(size - 1, Math.floor(ax + Math.max(0, bx, cx) - 0.5));
    const y0 = Math.max(0, Math.ceil(ay + Math.min(0, by, cy) - 0.5));
    const y1 = Math.min(size - 1, Math.floor(ay + Math.max(0, by, cy) - 0.5));
    const inverse = 1 / area;
    // Depth is linear in 1/z on the screen; weights are put right for perspective with it.
    const za = perspective ? 1 / at[a + 2]! : at[a + 2]!;
    const zb = perspective ? 1 / at[b + 2]! : at[b + 2]!;
    const zc = perspective ? 1 / at[c + 2]! : at[c + 2]!;
    for (let y = y0; y <= y1; y++) {
      const py = y + 0.5 - ay;
      for (let x = x0; x <= x1; x++) {
        const px = x + 0.5 - ax;
        const s = (px * cy - py * cx) * inverse;
        const r = (bx * py - by * px) * inverse;
        if (s < 0 || r < 0 || s + r > 1) continue;
        const mixed = za + (zb - za) * s + (zc - za) * r;
        const z = perspective ? 1 / mixed : mixed;
        const pixel = y * size + x;
        if (z >= depth[pixel]!) continue;
        depth[pixel] = z;
        seen.mesh[pixel] = number;
        seen.triangle[pixel] = t;
        seen.second[pixel] = perspective ? s * zb * z : s;
        seen.third[pixel] = perspective ? r * zc * z : r;
      }
    }
  }
}
