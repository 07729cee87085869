import { project, type Camera, type Frame } from './camera.ts';
import type { DrawnMesh } from './drawn-mesh.ts';
import { fetchTexel } from './texture-map.ts';

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
    drawMesh(mesh, camera, seen, writer(mesh, number, layer, seen));
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
  const put: Put = (pixel, z) => {
    depth[pixel] = z;
  };
  for (const mesh of meshes) if (draws(mesh)) drawMesh(mesh, camera, { ...frame, depth }, put);
  return depth;
}

function farDepth(pixels: number): Float32Array {
  return new Float32Array(pixels).fill(Infinity);
}

/** Where distances are written to. */
interface DepthFrame extends Frame {
  readonly depth: Float32Array;
}

function drawMesh(mesh: DrawnMesh, camera: Camera, target: DepthFrame, put: Put): void {
  const at = projected(mesh, camera);
  if (mesh.shape === 'triangles') drawTriangles(mesh, at, camera, target, put);
  else drawThin(mesh, at, target, put);
}

function projected({ position }: DrawnMesh, camera: Camera): Float32Array {
  const at = new Float32Array(position.length);
  const out = new Float64Array(3);
  for (let i = 0; i < position.length; i += 3) {
    project(camera, position[i]!, position[i + 1]!, position[i + 2]!, out);
    at[i] = out[0]!;
    at[i + 1] = out[1]!;
    at[i + 2] = out[2]!;
  }
  return at;
}

/** Called for what is nearer than all before. */
type Put = (pixel: number, z: number, t: number, second: number, third: number) => void;

/** Writes a pixel that is nearer than all before, if the layer lets it through and the material has it. */
function writer(mesh: DrawnMesh, number: number, { beyond, before }: Layer, seen: Seen): Put {
  const { depth } = seen;
  const { alpha, color } = mesh.material;
  const holes = alpha === 'mask' && color?.bitmap.channels === 4 ? color : undefined;
  const texel = new Float64Array(4);
  const curve = new Float32Array(256);
  const { cutoff, opacity } = mesh.material;
  return function put(pixel, z, t, second, third) {
    if (beyond !== undefined && z <= beyond[pixel]! * 1.00001) return;
    if (before !== undefined && z >= before[pixel]!) return;
    if (holes !== undefined) {
      const a = mesh.index[t]! * 2;
      const b = mesh.index[t + 1]! * 2;
      const c = mesh.index[t + 2]! * 2;
      const first = 1 - second - third;
      const { uv } = holes;
      const u = uv[a]! * first + uv[b]! * second + uv[c]! * third;
      const v = uv[a + 1]! * first + uv[b + 1]! * second + uv[c + 1]! * third;
      fetchTexel(holes, u, v, curve, texel);
      if (texel[3]! * opacity < cutoff) return;
    }
    depth[pixel] = z;
    seen.mesh[pixel] = number;
    seen.triangle[pixel] = t;
    seen.second[pixel] = second;
    seen.third[pixel] = third;
  };
}

function drawTriangles(
  { index }: DrawnMesh,
  at: Float32Array,
  camera: Camera,
  { width, height, depth }: DepthFrame,
  put: Put,
): void {
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
    const x0 = Math.max(0, Math.ceil(ax + Math.min(0, bx, cx) - 0.5));
    const x1 = Math.min(width - 1, Math.floor(ax + Math.max(0, bx, cx) - 0.5));
    const y0 = Math.max(0, Math.ceil(ay + Math.min(0, by, cy) - 0.5));
    const y1 = Math.min(height - 1, Math.floor(ay + Math.max(0, by, cy) - 0.5));
    const area = bx * cy - by * cx;
    // Most triangles of a dense model hold no middle of a pixel.
    if (x0 > x1 || y0 > y1 || area === 0) continue;
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
        const pixel = y * width + x;
        if (z >= depth[pixel]!) continue;
        put(pixel, z, t, perspective ? s * zb * z : s, perspective ? r * zc * z : r);
      }
    }
  }
}

/** Points as small squares and lines as rows of them: there is no surface to light. */
function drawThin(
  { index, shape }: DrawnMesh,
  at: Float32Array,
  { width, height, depth }: DepthFrame,
  put: Put,
): void {
  const wide = Math.max(2, Math.floor(Math.min(width, height) / (shape === 'points' ? 160 : 320)));
  const dot = (x: number, y: number, z: number, t: number, second: number): void => {
    const left = Math.floor(x - wide / 2 + 0.5);
    const top = Math.floor(y - wide / 2 + 0.5);
    for (let j = Math.max(0, top); j < Math.min(height, top + wide); j++) {
      for (let i = Math.max(0, left); i < Math.min(width, left + wide); i++) {
        if (z < depth[j * width + i]!) put(j * width + i, z, t, second, 0);
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
