import { projectAll, STEPS, type Camera, type Frame, type Projected } from './camera.ts';
import type { DrawnMesh } from './drawn-mesh.ts';
import { aim, createSpots, fetchTexels } from './texture-map.ts';

/** What is seen at every pixel. */
export interface Seen extends Frame {
  /** Infinity where nothing is seen. */
  readonly depth: Float32Array;
  /** The first corner of the triangle, counted through the indices of all meshes. */
  readonly corner: Uint32Array;
  /** The number that the first corner of each mesh has in that count. */
  readonly starts: Float64Array;
  /** Of each mesh; null for one that is not drawn. */
  readonly projected: readonly (Projected | null)[];
  readonly isPerspective: boolean;
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
  const depth = farDepth(width * height);
  const corner = new Uint32Array(width * height);
  const starts = new Float64Array(meshes.length);
  const isPerspective = camera.scale === 0;
  let start = 0;
  const projected = meshes.map((mesh, number) => {
    const first = start;
    starts[number] = first;
    start += mesh.index.length;
    if (!layer.draws(mesh)) return null;
    const at = projectAll(camera, mesh.position);
    const passes = passer(mesh, layer);
    drawMesh(mesh, at, targetOf(width, height, depth, corner, first, isPerspective, passes));
    return at;
  });
  return { width, height, depth, corner, starts, projected, isPerspective };
}

/** The last mesh that begins at a corner or before: those without corners are passed over. */
export function meshAt(starts: Float64Array, corner: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= corner) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Only the distances, for shadows. */
export function rasteriseDepth(
  meshes: readonly DrawnMesh[],
  camera: Camera,
  frame: Frame,
  draws: Layer['draws'],
): Float32Array {
  const { width, height } = frame;
  const depth = farDepth(width * height);
  const isPerspective = camera.scale === 0;
  const target = targetOf(width, height, depth, null, 0, isPerspective, null);
  for (const mesh of meshes) {
    if (draws(mesh)) drawMesh(mesh, projectAll(camera, mesh.position), target);
  }
  return depth;
}

function farDepth(pixels: number): Float32Array {
  return new Float32Array(pixels).fill(Infinity);
}

/** Where a mesh is drawn. */
interface Target extends Frame {
  readonly depth: Float32Array;
  /** null where only the distances are wanted. */
  readonly corner: Uint32Array | null;
  /** Of the mesh, in the count of all corners. */
  readonly start: number;
  readonly isPerspective: boolean;
  /** null: all of it is drawn. */
  readonly passes: Passes | null;
}

/** In one place, so that all have one shape: else what draws triangles is compiled once for each. */
function targetOf(
  width: number,
  height: number,
  depth: Float32Array,
  corner: Uint32Array | null,
  start: number,
  isPerspective: boolean,
  passes: Passes | null,
): Target {
  return { width, height, depth, corner, start, isPerspective, passes };
}

/**
 * A place of a triangle at a pixel: its distance, and the weights of the second and third corner. An array, as
 * fractions that are handed to a function become objects.
 */
type Hit = Float64Array;

type Passes = (pixel: number, triangle: number, hit: Hit) => boolean;

function drawMesh(mesh: DrawnMesh, at: Projected, target: Target): void {
  if (mesh.shape === 'triangles') drawTriangles(mesh, at, target);
  else drawThin(mesh, at, target);
}

/** Whether the layer lets a pixel through, and the material has it there; null where both have all. */
function passer({ material, index }: DrawnMesh, { beyond, before }: Layer): Passes | null {
  const { alpha, color, cutoff, opacity } = material;
  const holes = alpha === 'mask' && color?.bitmap.channels === 4 ? color : undefined;
  if (beyond === undefined && before === undefined && holes === undefined) return null;
  const texel = new Float64Array(4);
  const spots = createSpots(1);
  const place = new Float64Array(2);
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
    place[0] = uv[a]! * first + uv[b]! * second + uv[c]! * third;
    place[1] = uv[a + 1]! * first + uv[b + 1]! * second + uv[c + 1]! * third;
    aim(holes, place, 1, spots);
    fetchTexels(holes.bitmap, spots, 1, curve, texel);
    return texel[3]! * opacity >= cutoff;
  };
}

/** Half a pixel: where its middle is. Unit: steps. */
const HALF = STEPS / 2;
const BITS = Math.log2(STEPS);
/** From here on a triangle is large. Unit: pixels. */
const LARGE = 60;

/**
 * A dense model has a million triangles of about a pixel. Which middles of pixels they cover is told by whole numbers
 * of 32 bits and by few branches: a processor guesses one that goes either way wrong half of the time, which takes
 * longer than all that is calculated here.
 */
function drawTriangles({ index }: DrawnMesh, projected: Projected, target: Target): void {
  const { at, linear } = projected;
  const { width, height, depth, corner, start, isPerspective, passes } = target;
  const hit: Hit = new Float64Array(3);
  for (let t = 0; t < index.length; t += 3) {
    const a = index[t]!;
    const b = index[t + 1]!;
    const c = index[t + 2]!;
    const ax = at[a * 2]!;
    const ay = at[a * 2 + 1]!;
    const bx = (at[b * 2]! - ax) | 0;
    const by = (at[b * 2 + 1]! - ay) | 0;
    const cx = (at[c * 2]! - ax) | 0;
    const cy = (at[c * 2 + 1]! - ay) | 0;
    // The pixels whose middles are between the corners: most triangles of a dense model hold none.
    const left = (ax + least(bx, cx) + HALF - 1) >> BITS;
    const right = (ax + most(bx, cx) - HALF) >> BITS;
    const top = (ay + least(by, cy) + HALF - 1) >> BITS;
    const bottom = (ay + most(by, cy) - HALF) >> BITS;
    if (((right - left) | (bottom - top)) < 0) continue;
    if (right - left > LARGE || bottom - top > LARGE) {
      drawLarge(index, t, projected, target);
      continue;
    }
    const twice = (Math.imul(bx, cy) - Math.imul(by, cx)) | 0;
    const turn = twice >> 31;
    const area = (twice ^ turn) - turn;
    if (area === 0) continue;
    const sx = (cy ^ turn) - turn;
    const sy = (cx ^ turn) - turn;
    const rx = (by ^ turn) - turn;
    const ry = (bx ^ turn) - turn;
    const inverse = 1 / area;
    const za = linear[a]!;
    const zb = linear[b]! - za;
    const zc = linear[c]! - za;
    const x0 = left < 0 ? 0 : left;
    const x1 = right < width ? right : width - 1;
    const y1 = bottom < height ? bottom : height - 1;
    for (let y = top < 0 ? 0 : top; y <= y1; y++) {
      const py = (y * STEPS + HALF - ay) | 0;
      const row = y * width;
      for (let x = x0; x <= x1; x++) {
        const px = (x * STEPS + HALF - ax) | 0;
        const s = (Math.imul(px, sx) - Math.imul(py, sy)) | 0;
        const r = (Math.imul(py, ry) - Math.imul(px, rx)) | 0;
        if ((s | r | (area - s - r)) < 0) continue;
        const mixed = za + (zb * s + zc * r) * inverse;
        const z = isPerspective ? 1 / mixed : mixed;
        // A corner that is nowhere compares as false.
        if (!(z < depth[row + x]!)) continue;
        if (passes !== null) {
          hit[0] = z;
          hit[1] = s * inverse * (isPerspective ? linear[b]! * z : 1);
          hit[2] = r * inverse * (isPerspective ? linear[c]! * z : 1);
          if (!passes(row + x, t, hit)) continue;
        }
        depth[row + x] = z;
        if (corner !== null) corner[row + x] = start + t;
      }
    }
  }
}

/** The same for a triangle of any size. */
function drawLarge(
  index: Uint32Array,
  t: number,
  { at, linear }: Projected,
  { width, height, depth, corner, start, isPerspective, passes }: Target,
): void {
  const a = index[t]!;
  const b = index[t + 1]!;
  const c = index[t + 2]!;
  const ax = at[a * 2]!;
  const ay = at[a * 2 + 1]!;
  const bx = at[b * 2]! - ax;
  const by = at[b * 2 + 1]! - ay;
  const cx = at[c * 2]! - ax;
  const cy = at[c * 2 + 1]! - ay;
  const area = bx * cy - by * cx;
  if (area === 0) return;
  const za = linear[a]!;
  const zb = linear[b]! - za;
  const zc = linear[c]! - za;
  const hit: Hit = new Float64Array(3);
  const x0 = Math.max(0, Math.ceil((ax + Math.min(0, bx, cx) - HALF) / STEPS));
  const x1 = Math.min(width - 1, Math.floor((ax + Math.max(0, bx, cx) - HALF) / STEPS));
  const y0 = Math.max(0, Math.ceil((ay + Math.min(0, by, cy) - HALF) / STEPS));
  const y1 = Math.min(height - 1, Math.floor((ay + Math.max(0, by, cy) - HALF) / STEPS));
  for (let y = y0; y <= y1; y++) {
    const py = y * STEPS + HALF - ay;
    for (let x = x0; x <= x1; x++) {
      const px = x * STEPS + HALF - ax;
      const s = (px * cy - py * cx) / area;
      const r = (py * bx - px * by) / area;
      if (s < 0 || r < 0 || s + r > 1) continue;
      const mixed = za + zb * s + zc * r;
      const z = isPerspective ? 1 / mixed : mixed;
      const pixel = y * width + x;
      // A corner that is nowhere compares as false.
      if (!(z < depth[pixel]!)) continue;
      if (passes !== null) {
        hit[0] = z;
        hit[1] = s * (isPerspective ? linear[b]! * z : 1);
        hit[2] = r * (isPerspective ? linear[c]! * z : 1);
        if (!passes(pixel, t, hit)) continue;
      }
      depth[pixel] = z;
      if (corner !== null) corner[pixel] = start + t;
    }
  }
}

/** The least of 0 and two whole numbers. */
function least(a: number, b: number): number {
  const less = b + ((a - b) & ((a - b) >> 31));
  return less & (less >> 31);
}

/** The most of 0 and two whole numbers. */
function most(a: number, b: number): number {
  const more = a - ((a - b) & ((a - b) >> 31));
  return more & ~(more >> 31);
}

/** Points as small squares and lines as rows of them: there is no surface to light. */
function drawThin({ index, shape }: DrawnMesh, { at, linear }: Projected, target: Target): void {
  const { width, height, depth, corner, start, isPerspective, passes } = target;
  const wide = Math.max(2, Math.floor(Math.min(width, height) / (shape === 'points' ? 160 : 320)));
  const hit: Hit = new Float64Array(3);
  const dot = (x: number, y: number, t: number): void => {
    const left = Math.floor(x - wide / 2 + 0.5);
    const top = Math.floor(y - wide / 2 + 0.5);
    for (let j = Math.max(0, top); j < Math.min(height, top + wide); j++) {
      for (let i = Math.max(0, left); i < Math.min(width, left + wide); i++) {
        const pixel = j * width + i;
        if (hit[0]! >= depth[pixel]!) continue;
        if (passes !== null && !passes(pixel, t, hit)) continue;
        depth[pixel] = hit[0]!;
        if (corner !== null) corner[pixel] = start + t;
      }
    }
  };
  for (let t = 0; t < index.length; t += 3) {
    const a = index[t]!;
    const b = index[t + 1]!;
    const ax = at[a * 2]! / STEPS;
    const ay = at[a * 2 + 1]! / STEPS;
    const za = isPerspective ? 1 / linear[a]! : linear[a]!;
    const dx = at[b * 2]! / STEPS - ax;
    const dy = at[b * 2 + 1]! / STEPS - ay;
    const dz = (isPerspective ? 1 / linear[b]! : linear[b]!) - za;
    if (Number.isNaN(dz)) continue;
    const steps = Math.min(4 * (width + height), Math.ceil(Math.max(Math.abs(dx), Math.abs(dy))));
    for (let step = 0; step <= steps; step++) {
      const k = steps === 0 ? 0 : step / steps;
      hit[0] = za + dz * k;
      hit[1] = k;
      dot(ax + dx * k, ay + dy * k, t);
    }
  }
}
