import type { Camera } from './camera.ts';
import type { DrawnMesh } from './drawn-mesh.ts';
import { OVERSAMPLING } from './oversampling.ts';
import { evenPixels } from './even-pixels.ts';
import { meshAt, type Seen } from './rasterise.ts';
import { reflection, studioFor, type Studio } from './studio.ts';
import { BATCH, surfaceReader, type Surface } from './surface.ts';
import { beforeFilm } from './tone-map.ts';

/** Sets `lit` of each point: how much of the key light reaches it. */
export type Lit = (points: Pick<Surface, 'count' | 'place' | 'lit'>) => void;

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
  const { width, height, depth, corner, starts } = seen;

  function shade(number: number): void {
    const { material, tangent } = meshes[number]!;
    read(number);
    if (material.unlit) return glow(at, out);
    lit(at);
    const isTwoSided = material.bumps === undefined || tangent === undefined;
    light(at, studio, camera, isTwoSided, out);
  }

  const even = evenPixels(seen, camera);
  const half = width / OVERSAMPLING;
  let number = 0;
  /** The corners of the mesh, in the count of all. */
  let first = 0;
  let end = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = y * width + x;
      if (depth[p] === Infinity) continue;
      const isEven = even[(y >> 1) * half + (x >> 1)] === 1;
      // The left one of the upper row and the right one of the lower stand for their rows.
      if (isEven && (x & 1) !== (y & 1)) continue;
      const own = corner[p]!;
      if (at.count === BATCH || own < first || own >= end) {
        if (at.count > 0) shade(number);
        at.count = 0;
        number = meshAt(starts, own);
        first = starts[number]!;
        end = first + meshes[number]!.index.length;
      }
      at.sample[at.count] = p;
      at.twin[at.count] = isEven ? p ^ 1 : p;
      at.count += 1;
    }
  }
  if (at.count > 0) shade(number);
  return out;
}

/** What no lamp lights. */
function glow({ count, sample, twin, color }: Surface, out: Float32Array): void {
  for (let i = 0; i < count; i++) {
    const to = sample[i]! * 4;
    for (let k = 0; k < 3; k++) out[to + k] = beforeFilm(color[i * 4 + k]!);
    out[to + 3] = color[i * 4 + 3]!;
    copy(out, to, twin[i]! * 4);
  }
}

function light(
  { count, sample, twin, place, normal, color, finish, glow, lit }: Surface,
  studio: Studio,
  { eye }: Camera,
  isTwoSided: boolean,
  out: Float32Array,
): void {
  const [ex, ey, ez] = eye;
  const { key, fill, rim } = studio;
  for (let i = 0; i < count; i++) {
    let vx = ex - place[i * 3]!;
    let vy = ey - place[i * 3 + 1]!;
    let vz = ez - place[i * 3 + 2]!;
    const far = 1 / Math.sqrt(vx * vx + vy * vy + vz * vz);
    vx *= far;
    vy *= far;
    vz *= far;
    let nx = normal[i * 3]!;
    let ny = normal[i * 3 + 1]!;
    let nz = normal[i * 3 + 2]!;
    let view = nx * vx + ny * vy + nz * vz;
    if (view < 0 && isTwoSided) {
      nx = -nx;
      ny = -ny;
      nz = -nz;
    }
    const dot = 2 * (nx * vx + ny * vy + nz * vz);
    view = Math.abs(view);
    const red = color[i * 4]!;
    const green = color[i * 4 + 1]!;
    const blue = color[i * 4 + 2]!;
    const rough = finish[i * 3]!;
    const metal = finish[i * 3 + 1]!;
    const open = finish[i * 3 + 2]!;
    const shadow = lit[i]!;
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
    const redShine = 0.04 * matte + red * metal;
    const greenShine = 0.04 * matte + green * metal;
    const blueShine = 0.04 * matte + blue * metal;
    const to = sample[i]! * 4;
    out[to] = red * redLight + (redShine + (1 - redShine) * grazing) * shine + glow[i * 3]! * 1.6;
    out[to + 1] =
      green * greenLight +
      (greenShine + (1 - greenShine) * grazing) * shine +
      glow[i * 3 + 1]! * 1.6;
    out[to + 2] =
      blue * blueLight + (blueShine + (1 - blueShine) * grazing) * shine + glow[i * 3 + 2]! * 1.6;
    out[to + 3] = color[i * 4 + 3]!;
    copy(out, to, twin[i]! * 4);
  }
}

function copy(pixels: Float32Array, from: number, to: number): void {
  for (let k = 0; k < 4; k++) pixels[to + k] = pixels[from + k]!;
}
