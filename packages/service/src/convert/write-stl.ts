import type { MeshModel } from './mesh-model.ts';
import { triangleCount } from './mesh-model.ts';

/** Binary STL: an 80-byte header, a count, then 50 bytes a triangle. Unit: millimetres. */
export function writeStl(model: MeshModel): Uint8Array {
  const count = triangleCount(model);
  const bytes = new Uint8Array(84 + count * 50);
  const view = new DataView(bytes.buffer);
  // A header that began with "solid" would be taken for the text form.
  bytes.set(new TextEncoder().encode('binary STL, millimetres'));
  view.setUint32(80, count, true);
  let at = 84;
  for (const { positions, indices } of model.parts) {
    for (let slot = 0; slot < indices.length; slot += 3) {
      const a = (indices[slot] as number) * 3;
      const b = (indices[slot + 1] as number) * 3;
      const c = (indices[slot + 2] as number) * 3;
      const ax = positions[a] as number;
      const ay = positions[a + 1] as number;
      const az = positions[a + 2] as number;
      const ux = (positions[b] as number) - ax;
      const uy = (positions[b + 1] as number) - ay;
      const uz = (positions[b + 2] as number) - az;
      const vx = (positions[c] as number) - ax;
      const vy = (positions[c + 1] as number) - ay;
      const vz = (positions[c + 2] as number) - az;
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const by = 1 / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
      view.setFloat32(at, nx * by, true);
      view.setFloat32(at + 4, ny * by, true);
      view.setFloat32(at + 8, nz * by, true);
      at += 12;
      for (const corner of [a, b, c]) {
        view.setFloat32(at, positions[corner] as number, true);
        view.setFloat32(at + 4, positions[corner + 1] as number, true);
        view.setFloat32(at + 8, positions[corner + 2] as number, true);
        at += 12;
      }
      at += 2;
    }
  }
  return bytes;
}
