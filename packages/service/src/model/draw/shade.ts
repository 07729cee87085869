import type { Camera } from './camera.ts';
import { bounds, lightCamera, project } from './camera.ts';
import type { Bitmap, DrawnMesh } from './load-scene.ts';
import { rasterise, type Seen } from './rasterise.ts';
import { reflection, studioFor, type Studio } from './studio.ts';

/** sRGB to linear for every byte. */
function linearTable(): Float32Array {
  const table = new Float32Array(256);
  for (let i = 0; i < 256; i++) {
    const c = i / 255;
    // The cubic is within 0.003 of the sRGB curve.
    table[i] = c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878);
  }
  return table;
}

/** What the key light sees: its view and the distances in it, `size` a side. */
export interface Shadow {
  readonly size: number;
  readonly view: Camera;
  readonly depth: Float32Array;
}

export function castShadow(meshes: readonly DrawnMesh[], camera: Camera, size: number): Shadow {
  const view = lightCamera(meshes, studioFor(camera).key, size);
  return { size, view, depth: rasterise(meshes, view, size).depth };
}

/** Lights every seen pixel. Result: linear RGB, and the ground's shadow where nothing is seen, four floats a pixel. */
export function shadeScene(
  meshes: readonly DrawnMesh[],
  camera: Camera,
  seen: Seen,
  { size: shadowSize, view: light, depth: shadow }: Shadow,
): Float32Array {
  const { size } = seen;
  const studio = studioFor(camera);
  const { radius } = bounds(meshes);
  const bias = radius * 0.012;
  const linear = linearTable();
  const out = new Float32Array(size * size * 4);
  const at = new Float64Array(3);
  const texel = new Float64Array(3);
  const pixel = new Float64Array(3);

  /** How much of the key light reaches a point, 0 to 1. */
  function lit(x: number, y: number, z: number, spread: number): number {
    project(light, x, y, z, at);
    const px = Math.floor(at[0]!);
    const py = Math.floor(at[1]!);
    const depth = at[2]! - bias;
    let open = 0;
    for (let j = -2; j <= 2; j++) {
      for (let i = -2; i <= 2; i++) {
        const sx = px + i * spread;
        const sy = py + j * spread;
        if (sx < 0 || sy < 0 || sx >= shadowSize || sy >= shadowSize) open++;
        else if (shadow[sy * shadowSize + sx]! > depth) open++;
      }
    }
    return open / 25;
  }

  for (let p = 0; p < size * size; p++) {
    if (seen.depth[p] === Infinity) continue;
    const mesh = meshes[seen.mesh[p]!]!;
    shadePixel(mesh, seen, p, { camera, studio, linear, texel, lit }, pixel);
    out[p * 4] = pixel[0]!;
    out[p * 4 + 1] = pixel[1]!;
    out[p * 4 + 2] = pixel[2]!;
    out[p * 4 + 3] = 1;
  }
  return out;
}

interface Lights {
  readonly camera: Camera;
  readonly studio: Studio;
  readonly linear: Float32Array;
  readonly texel: Float64Array;
  lit(x: number, y: number, z: number, spread: number): number;
}

function shadePixel(
  mesh: DrawnMesh,
  seen: Seen,
  p: number,
  lights: Lights,
  out: Float64Array,
): void {
  const { camera, studio, linear, texel } = lights;
  const t = seen.triangle[p]!;
  const s = seen.second[p]!;
  const r = seen.third[p]!;
  const q = 1 - s - r;
  const [a, b, c] = [mesh.index[t]!, mesh.index[t + 1]!, mesh.index[t + 2]!];
  const blend = (array: Float32Array, width: number, k: number): number =>
    array[a * width + k]! * q + array[b * width + k]! * s + array[c * width + k]! * r;
  const x = blend(mesh.position, 3, 0);
  const y = blend(mesh.position, 3, 1);
  const z = blend(mesh.position, 3, 2);
  let nx = blend(mesh.normal, 3, 0);
  let ny = blend(mesh.normal, 3, 1);
  let nz = blend(mesh.normal, 3, 2);
  let [red, green, blue] = mesh.base;
  let rough = mesh.roughness;
  let metal = mesh.metalness;
  let open = 1;
  let [glowRed, glowGreen, glowBlue] = [0, 0, 0];
  if (mesh.uv) {
    const u = blend(mesh.uv, 2, 0);
    const v = blend(mesh.uv, 2, 1);
    if (mesh.color) {
      fetchTexel(mesh.color, u, v, linear, texel);
      red *= texel[0]!;
      green *= texel[1]!;
      blue *= texel[2]!;
    }
    if (mesh.surface) {
      fetchTexel(mesh.surface, u, v, undefined, texel);
      open = texel[0]!;
      rough *= texel[1]!;
      metal *= texel[2]!;
    }
    if (mesh.glow) {
      fetchTexel(mesh.glow, u, v, linear, texel);
      [glowRed, glowGreen, glowBlue] = [
        texel[0]! * mesh.emissive[0],
        texel[1]! * mesh.emissive[1],
        texel[2]! * mesh.emissive[2],
      ];
    }
    if (mesh.bumps && mesh.tangent) {
      fetchTexel(mesh.bumps, u, v, undefined, texel);
      const w = mesh.tangent[a * 4 + 3]!;
      const tx = blend(mesh.tangent, 4, 0);
      const ty = blend(mesh.tangent, 4, 1);
      const tz = blend(mesh.tangent, 4, 2);
      const [i, j, k] = [texel[0]! * 2 - 1, (texel[1]! * 2 - 1) * w, texel[2]! * 2 - 1];
      const [bx, by, bz] = [ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx];
      nx = nx * k + tx * i + bx * j;
      ny = ny * k + ty * i + by * j;
      nz = nz * k + tz * i + bz * j;
    }
  }
  let vx = camera.eye[0] - x;
  let vy = camera.eye[1] - y;
  let vz = camera.eye[2] - z;
  const far = 1 / Math.sqrt(vx * vx + vy * vy + vz * vz);
  vx *= far;
  vy *= far;
  vz *= far;
  const norm = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + 1e-12);
  nx *= norm;
  ny *= norm;
  nz *= norm;
  let view = nx * vx + ny * vy + nz * vz;
  if (view < 0 && mesh.bumps === undefined) {
    nx = -nx;
    ny = -ny;
    nz = -nz;
  }
  view = Math.abs(view);
  const toward = (d: readonly [number, number, number]): number =>
    Math.max(0, nx * d[0] + ny * d[1] + nz * d[2]);
  const shadow = lights.lit(x, y, z, 1);
  const key = toward(studio.key) * shadow;
  const fill = toward(studio.fill);
  const edge = 1 - Math.min(1, view);
  const rim = toward(studio.rim) * (0.35 + edge);
  const ambient = (0.34 + 0.26 * ny) * open;
  const bounce = 0.1 * Math.max(0, -ny) * open;
  const warm = 2.05 * key;
  const cool = 0.36 * fill * open + 0.5 * rim;
  const matte = 1 - metal;
  const fresnel = edge * edge * edge * edge * edge;
  const dot = 2 * (nx * vx + ny * vy + nz * vz);
  const mirror = reflection(studio, dot * nx - vx, dot * ny - vy, dot * nz - vz, rough);
  const gleam = mirror * (0.45 + 0.55 * shadow) * (0.4 + 0.6 * open);
  const channel = (color: number, tone: number, glow: number): number => {
    const f0 = 0.04 * matte + color * metal;
    const spec = f0 + (1 - f0) * fresnel * (1 - rough) * 0.7;
    const diffuse =
      color *
      (matte + metal * 0.16) *
      (warm * (1 + tone) + cool * (1 - tone) + ambient * (1 - tone) + bounce);
    return diffuse + spec * gleam * (metal > 0.5 ? 1.75 : 1.25 - rough) + glow * 1.6;
  };
  out[0] = channel(red, 0.05, glowRed);
  out[1] = channel(green, 0.01, glowGreen);
  out[2] = channel(blue, -0.05, glowBlue);
}

/** Bilinear and repeating. */
function fetchTexel(
  map: Bitmap,
  u: number,
  v: number,
  linear: Float32Array | undefined,
  out: Float64Array,
): void {
  const { width, height, rgb } = map;
  const x = (u - Math.floor(u)) * width - 0.5;
  const y = (v - Math.floor(v)) * height - 0.5;
  const fx = Math.floor(x);
  const fy = Math.floor(y);
  const s = x - fx;
  const t = y - fy;
  const x0 = (fx + width) % width;
  const x1 = (fx + 1) % width;
  const y0 = ((fy + height) % height) * width;
  const y1 = ((fy + 1) % height) * width;
  for (let k = 0; k < 3; k++) {
    const a = rgb[(y0 + x0) * 3 + k]!;
    const b = rgb[(y0 + x1) * 3 + k]!;
    const c = rgb[(y1 + x0) * 3 + k]!;
    const d = rgb[(y1 + x1) * 3 + k]!;
    const value = linear
      ? mixed(linear[a]!, linear[b]!, linear[c]!, linear[d]!, s, t)
      : mixed(a, b, c, d, s, t) / 255;
    out[k] = value;
  }
}

function mixed(a: number, b: number, c: number, d: number, s: number, t: number): number {
  const top = a + (b - a) * s;
  return top + (c + (d - c) * s - top) * t;
}
