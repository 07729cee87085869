import { bounds, lightCamera, portraitCamera, project, type Camera } from './draw/camera.ts';
import { loadScene, type DrawnMesh } from './draw/load-scene.ts';
import { rasterise, type Seen } from './draw/rasterise.ts';
import { castShadow, shadeScene, type Shadow } from './draw/shade.ts';

/** Samples a side of every pixel. */
const OVERSAMPLING = 2;

/** Draws a square preview of a GLB, `size` pixels wide: a PNG on a soft grey ground. Needs no GPU. */
export async function drawModel(glb: Uint8Array, size: number): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  const wide = size * OVERSAMPLING;
  const meshes = await loadScene(glb, Math.min(1024, wide));
  const camera = portraitCamera(meshes, wide);
  const seen = rasterise(meshes, camera, wide);
  const shadow = castShadow(meshes, camera, 1024);
  const light = shadeScene(meshes, camera, seen, shadow);
  const ground = groundShadow(meshes, camera, shadow, wide);
  const pixels = compose(light, ground, seen, size);
  const png = await sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .png({ compressionLevel: 7 })
    .toBuffer();
  return new Uint8Array(png);
}

/** A soft shadow on the floor, at a quarter of the resolution: 0 is none. */
function groundShadow(
  meshes: readonly DrawnMesh[],
  camera: Camera,
  shadow: Shadow,
  wide: number,
): Float32Array {
  const small = Math.ceil(wide / 4);
  const shadowSize = 256;
  const times = shadow.size / shadowSize;
  const depth = Float32Array.from({ length: shadowSize * shadowSize }, (_, i) => {
    const x = (i % shadowSize) * times + (times >> 1);
    const y = Math.floor(i / shadowSize) * times + (times >> 1);
    return shadow.depth[y * shadow.size + x]!;
  });
  const above = lightCamera(meshes, [0.001, 1, 0], shadowSize);
  const cover = rasterise(meshes, above, shadowSize).depth;
  const soft = blurred(depth, shadowSize, 3);
  const contact = blurred(cover, shadowSize, 7);
  const { floor } = bounds(meshes);
  const out = new Float32Array(small * small);
  const at = new Float64Array(3);
  for (let y = 0; y < small; y++) {
    for (let x = 0; x < small; x++) {
      const i = (x * 4 + 2 - camera.centerX) / camera.focal;
      const j = (camera.centerY - y * 4 - 2) / camera.focal;
      const ray = [0, 1, 2].map((k) => camera.away[k]! + camera.right[k]! * i + camera.up[k]! * j);
      if (ray[1]! > -1e-4) continue;
      const reach = (floor - camera.eye[1]) / ray[1]!;
      const place = [0, 1, 2].map((k) => camera.eye[k]! + ray[k]! * reach);
      let dark = 0;
      for (const [map, view, weight] of [
        [soft, shadow.view, 0.34],
        [contact, above, 0.3],
      ] as const) {
        project(view, place[0]!, floor, place[2]!, at);
        const k = view === above ? 1 : times;
        dark += weight * pick(map, shadowSize, at[0]! / k, at[1]! / k);
      }
      out[y * small + x] = dark;
    }
  }
  return out;
}

/** Coverage of a depth map, blurred twice by a box. */
function blurred(depth: Float32Array, size: number, radius: number): Float32Array {
  let from = Float32Array.from(depth, (d) => (d === Infinity ? 0 : 1));
  for (let pass = 0; pass < 4; pass++) {
    const step = pass % 2 === 0 ? 1 : size;
    const to = new Float32Array(from.length);
    for (let line = 0; line < size; line++) {
      const start = pass % 2 === 0 ? line * size : line;
      for (let i = 0; i < size; i++) {
        let sum = 0;
        for (let k = -radius; k <= radius; k++) {
          const j = i + k;
          if (j >= 0 && j < size) sum += from[start + j * step]!;
        }
        to[start + i * step] = sum / (2 * radius + 1);
      }
    }
    from = to;
  }
  return from;
}

function pick(map: Float32Array, size: number, x: number, y: number): number {
  const fx = Math.floor(x - 0.5);
  const fy = Math.floor(y - 0.5);
  const s = x - 0.5 - fx;
  const t = y - 0.5 - fy;
  const read = (i: number, j: number): number =>
    i < 0 || j < 0 || i >= size || j >= size ? 0 : map[j * size + i]!;
  const top = read(fx, fy) * (1 - s) + read(fx + 1, fy) * s;
  return top * (1 - t) + (read(fx, fy + 1) * (1 - s) + read(fx + 1, fy + 1) * s) * t;
}

/** Joins model, shadow and backdrop; averages the samples of each pixel. */
function compose(light: Float32Array, ground: Float32Array, seen: Seen, size: number): Uint8Array {
  const wide = seen.size;
  const small = Math.ceil(wide / 4);
  const out = new Uint8Array(size * size * 3);
  const sum = [0, 0, 0];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      sum.fill(0);
      for (let k = 0; k < OVERSAMPLING * OVERSAMPLING; k++) {
        const px = x * OVERSAMPLING + (k % OVERSAMPLING);
        const py = y * OVERSAMPLING + Math.floor(k / OVERSAMPLING);
        const p = py * wide + px;
        if (light[p * 4 + 3] === 1) {
          for (let c = 0; c < 3; c++) sum[c]! += toneMap(light[p * 4 + c]!);
        } else {
          const fx = px / wide - 0.5;
          const fy = py / wide - 0.45;
          const dim = 1 - 0.34 * (fx * fx + fy * fy);
          const shadow = 1 - pick(ground, small, (px + 0.5) / 4, (py + 0.5) / 4);
          sum[0]! += 0.914 * dim * shadow;
          sum[1]! += 0.918 * dim * (0.01 + 0.99 * shadow);
          sum[2]! += 0.925 * dim * (0.03 + 0.97 * shadow);
        }
      }
      for (let c = 0; c < 3; c++) {
        const value = sum[c]! / (OVERSAMPLING * OVERSAMPLING);
        out[(y * size + x) * 3 + c] = Math.floor(Math.min(1, Math.max(0, value)) * 255 + 0.5);
      }
    }
  }
  return out;
}

/** A filmic curve, then sRGB by square roots. */
function toneMap(value: number): number {
  const x = Math.max(0, value) * 0.72;
  const film = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14);
  const c = Math.min(1, film);
  const s1 = Math.sqrt(c);
  const s2 = Math.sqrt(s1);
  const s3 = Math.sqrt(s2);
  return Math.max(0, 0.662002687 * s1 + 0.68412206 * s2 - 0.323583601 * s3 - 0.022541147 * c);
}
