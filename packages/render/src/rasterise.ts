import { projectAll, type Camera, type Frame } from './camera.ts';
import type { DrawnMesh } from './drawn-mesh.ts';
import { aim, createSpot, fetchTexel } from './texture-map.ts';

/** What is seen at every pixel: distance, the mesh and triangle, and where in the triangle. */
export interface Seen extends Frame {
  /** Infinity where nothing is seen. */
  readonly depth: Float32Array;
  /** Mesh number and first index of the triangle. */
  readonly mesh: Uint32Array;
  readonly triangle: Uint32Array;
  /** Weights of the second and third corner. */
  readonly second: Float32Array;
  readonly third: Float32Array;
}

/** Which meshes are drawn, and between which distances. */
export interface Layer {
  draws(mesh: DrawnMesh): boolean;
  /** A pixel is drawn only beyond this depth. */
  readonly beyond?: Float32Array;
  /** And only before this one. */
  readonly before?: Float32Array;
}

/** A z-buffer over all meshes of a layer. Back faces are drawn too: foreign models may be open. */
export function rasterise(
  meshes: readonly DrawnMesh[],
  camera: Camera,
  { width, height }: Frame,
  layer: Layer,
): Seen {
  const pixels = width * height;
  const seen: Seen = {
    width,
    height,
    depth: farDepth(pixels),
    mesh: new Uint32Array(pixels),
    triangle: new Uint32Array(pixels),
    second: new Float32Array(pixels),
    third: new Float32Array(pixels),
  };
  meshes.forEach((mesh, number) => {
    if (!layer.draws(mesh)) return;
    drawMesh(mesh, camera, { ...seen, seen, number, passes: passer(mesh, layer) });
  });
  return seen;
}

/** Only the distances, for shadows. */
export function rasteriseDepth(
  meshes: readonly DrawnMesh[],
  camera: Camera,
  frame: Frame,
  draws: Layer['draws'],
): Float32Array {
  const depth = farDepth(frame.width * frame.height);
  const target = { ...frame, depth, seen: null, number: 0, passes: null };
  for (const mesh of meshes) if (draws(mesh)) drawMesh(mesh, camera, target);
  return depth;
}

function farDepth(pixels: number): Float32Array {
  return new Float32Array(pixels).fill(Infinity);
}

/** Where a mesh is drawn. */
interface Target extends Frame {
  readonly depth: Float32Array;
  /** null where only the distances are wanted. */
  readonly seen: Seen | null;
  /** Of the mesh. */
  readonly number: number;
  /** null: all of it is drawn. */
  readonly passes: Passes | null;
}

/**
 * A place of a triangle at a pixel: its distance, and the weights of the second and third corner. An array, as
 * fractions that are handed to a function become objects.
 */
type Hit = Float64Array;

type Passes = (pixel: number, triangle: number, hit: Hit) => boolean;

function drawMesh(mesh: DrawnMesh, camera: Camera, target: Target): void {
  const at = projectAll(camera, mesh.position);
  if (mesh.shape === 'triangles') drawTriangles(mesh, at, camera, target);
  else drawThin(mesh, at, target);
}

/** Writes what is nearer than all before, where the layer and the material let it through. */
function put({ depth, seen, number, passes }: Target, pixel: number, t: number, hit: Hit): void {
  if (passes !== null && !passes(pixel, t, hit)) return;
  depth[pixel] = hit[0]!;
  if (seen === null) return;
  seen.mesh[pixel] = number;
  seen.triangle[pixel] = t;
  seen.second[pixel] = hit[1]!;
  seen.third[pixel] = hit[2]!;
}

/** Whether the layer lets a pixel through, and the material has it there; null where both have all. */
function passer({ material, index }: DrawnMesh, { beyond, before }: Layer): Passes | null {
  const { alpha, color, cutoff, opacity } = material;
  const holes = alpha === 'mask' && color?.bitmap.channels === 4 ? color : undefined;
  if (beyond === undefined && before === undefined && holes === undefined) return null;
  const texel = new Float64Array(4);
  const spot = createSpot();
  const curve = new Float32Array(256);
  return function passes(pixel, t, hit) {
    if (beyond !== undefined && hit[0]! <= beyond[pixel]! * 1.00001) return false;
    if (before !== undefined && hit[0]! >= before[pixel]!) return false;
    if (holes === undefined) return true;
    const second = hit[1]!;
    const third = hit[2]!;
    const a = index[t]! * 2;
    const b = index[t + 1]! * 2;
    const c = index[t + 2]! * 2;
    const first = 1 - second - third;
    const { uv } = holes;
    spot.share[0] = uv[a]! * first + uv[b]! * second + uv[c]! * third;
    spot.share[1] = uv[a + 1]! * first + uv[b + 1]! * second + uv[c + 1]! * third;
    aim(holes, spot);
    fetchTexel(holes.bitmap, spot, curve, texel);
    return texel[3]! * opacity >= cutoff;
  };
}

function drawTriangles(
  { index }: DrawnMesh,
  at: Float32Array,
  camera: Camera,
  target: Target,
): void {
  const { width, height, depth } = target;
  const perspective = camera.scale === 0;
  const hit: Hit = new Float64Array(3);
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
    const left = Math.max(0, Math.ceil(ax + Math.min(0, bx, cx) - 0.5));
    const right = Math.min(width - 1, Math.floor(ax + Math.max(0, bx, cx) - 0.5));
    const top = Math.max(0, Math.ceil(ay + Math.min(0, by, cy) - 0.5));
    const bottom = Math.min(height - 1, Math.floor(ay + Math.max(0, by, cy) - 0.5));
    const area = bx * cy - by * cx;
    // Most triangles of a dense model hold no middle of a pixel; one that is nowhere compares as false.
    if (!(left <= right && top <= bottom) || area === 0) continue;
    // From here on they are indices, and not numbers that may have fractions.
    const x0 = left | 0;
    const x1 = right | 0;
    const y1 = bottom | 0;
    const inverse = 1 / area;
    // Depth is linear in 1/z on the screen; weights are put right for perspective with it.
    const za = perspective ? 1 / at[a + 2]! : at[a + 2]!;
    const zb = perspective ? 1 / at[b + 2]! : at[b + 2]!;
    const zc = perspective ? 1 / at[c + 2]! : at[c + 2]!;
    for (let y = top | 0; y <= y1; y++) {
      const py = y + 0.5 - ay;
      const row = y * width;
      for (let x = x0; x <= x1; x++) {
        const px = x + 0.5 - ax;
        const s = (px * cy - py * cx) * inverse;
        const r = (bx * py - by * px) * inverse;
        if (s < 0 || r < 0 || s + r > 1) continue;
        const mixed = za + (zb - za) * s + (zc - za) * r;
        const z = perspective ? 1 / mixed : mixed;
        if (z >= depth[row + x]!) continue;
        hit[0] = z;
        hit[1] = perspective ? s * zb * z : s;
        hit[2] = perspective ? r * zc * z : r;
        put(target, row + x, t, hit);
      }
    }
  }
}

/** Points as small squares and lines as rows of them: there is no surface to light. */
function drawThin({ index, shape }: DrawnMesh, at: Float32Array, target: Target): void {
  const { width, height, depth } = target;
  const wide = Math.max(2, Math.floor(Math.min(width, height) / (shape === 'points' ? 160 : 320)));
  const hit: Hit = new Float64Array(3);
  const dot = (x: number, y: number, z: number, t: number, second: number): void => {
    const left = Math.floor(x - wide / 2 + 0.5);
    const top = Math.floor(y - wide / 2 + 0.5);
    hit.set([z, second, 0]);
    for (let j = Math.max(0, top); j < Math.min(height, top + wide); j++) {
      for (let i = Math.max(0, left); i < Math.min(width, left + wide); i++) {
        if (z < depth[j * width + i]!) put(target, j * width + i, t, hit);
      }
    }
  };
  for (let t = 0; t < index.length; t += 3) {
    const a = index[t]! * 3;
    const b = index[t + 1]! * 3;
    const dx = at[b]! - at[a]!;
    const dy = at[b + 1]! - at[a + 1]!;
    const dz = at[b + 2]! - at[a + 2]!;
    const steps = Math.min(4 * (width + height), Math.ceil(Math.max(Math.abs(dx), Math.abs(dy))));
    for (let step = 0; step <= steps; step++) {
      const k = steps === 0 ? 0 : step / steps;
      dot(at[a]! + dx * k, at[a + 1]! + dy * k, at[a + 2]! + dz * k, t, k);
    }
  }
}
