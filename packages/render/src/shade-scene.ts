import type { Camera } from './camera.ts';
import type { DrawnMesh } from './drawn-mesh.ts';
import type { Seen } from './rasterise.ts';
import { reflection, studioFor, type Studio } from './studio.ts';
import { surfaceReader, type Surface } from './surface.ts';
import { beforeFilm } from './tone-map.ts';

/** Sets `lit` of a point: how much of the key light reaches it. */
export type Lit = (point: Pick<Surface, 'x' | 'y' | 'z' | 'lit'>) => void;

/** Lights every seen pixel. Result: linear RGB and how much it hides, four floats a pixel. */
export function shadeScene(
  meshes: readonly DrawnMesh[],
  camera: Camera,
  seen: Seen,
  lit: Lit,
): Float32Array {
  const studio = studioFor(camera);
  const out = new Float32Array(seen.depth.length * 4);
  const { read, at } = surfaceReader(meshes, seen);
  for (let p = 0; p < seen.depth.length; p++) {
    if (seen.depth[p] === Infinity) continue;
    const { material, tangent } = read(p);
    if (material.unlit) {
      out[p * 4] = beforeFilm(at.red);
      out[p * 4 + 1] = beforeFilm(at.green);
      out[p * 4 + 2] = beforeFilm(at.blue);
    } else {
      const twoSided = material.bumps === undefined || tangent === undefined;
      lit(at);
      light(at, studio, camera, twoSided, out, p * 4);
    }
    out[p * 4 + 3] = at.alpha;
  }
  return out;
}

function light(
  at: Surface,
  studio: Studio,
  camera: Camera,
  twoSided: boolean,
  out: Float32Array,
  to: number,
): void {
  let vx = camera.eye[0] - at.x;
  let vy = camera.eye[1] - at.y;
  let vz = camera.eye[2] - at.z;
  const far = 1 / Math.sqrt(vx * vx + vy * vy + vz * vz);
  vx *= far;
  vy *= far;
  vz *= far;
  let { nx, ny, nz } = at;
  let view = nx * vx + ny * vy + nz * vz;
  if (view < 0 && twoSided) {
    nx = -nx;
    ny = -ny;
    nz = -nz;
  }
  const dot = 2 * (nx * vx + ny * vy + nz * vz);
  view = Math.abs(view);
  const { rough, metal, open, lit: shadow } = at;
  const { key, fill, rim } = studio;
  const edge = 1 - Math.min(1, view);
  const towardKey = Math.max(0, nx * key[0] + ny * key[1] + nz * key[2]);
  const towardFill = Math.max(0, nx * fill[0] + ny * fill[1] + nz * fill[2]);
  const towardRim = Math.max(0, nx * rim[0] + ny * rim[1] + nz * rim[2]);
  const warm = 2.05 * towardKey * shadow;
  const cool = 0.36 * towardFill * open + 0.5 * towardRim * (0.35 + edge);
  const ambient = (0.34 + 0.26 * ny) * open;
  const bounce = 0.1 * Math.max(0, -ny) * open;
  const fresnel = edge * edge * edge * edge * edge;
  const mirror = reflection(studio, dot * nx - vx, dot * ny - vy, dot * nz - vz, rough);
  const gleam = mirror * (0.45 + 0.55 * shadow) * (0.4 + 0.6 * open);
  const matte = 1 - metal;
  const body = matte + metal * 0.16;
  const shine = gleam * (metal > 0.5 ? 1.75 : 1.25 - rough);
  const grazing = fresnel * (1 - rough) * 0.7;
  // The key is a little warm, all else a little cool.
  const redLight = body * (warm * 1.05 + (cool + ambient) * 0.95 + bounce);
  const greenLight = body * (warm * 1.01 + (cool + ambient) * 0.99 + bounce);
  const blueLight = body * (warm * 0.95 + (cool + ambient) * 1.05 + bounce);
  const redShine = 0.04 * matte + at.red * metal;
  const greenShine = 0.04 * matte + at.green * metal;
  const blueShine = 0.04 * matte + at.blue * metal;
  out[to] = at.red * redLight + (redShine + (1 - redShine) * grazing) * shine + at.glowRed * 1.6;
  out[to + 1] =
    at.green * greenLight + (greenShine + (1 - greenShine) * grazing) * shine + at.glowGreen * 1.6;
  out[to + 2] =
    at.blue * blueLight + (blueShine + (1 - blueShine) * grazing) * shine + at.glowBlue * 1.6;
}
