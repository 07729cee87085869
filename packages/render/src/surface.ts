import { STEPS } from './camera.ts';
import type { DrawnMesh } from './drawn-mesh.ts';
import type { Seen } from './rasterise.ts';
import { aim, createSpots, dataCurve, fetchTexels, linearCurve } from './texture-map.ts';
import type { TextureMap } from './texture-map.ts';

/** Samples that are read at once. */
export const BATCH = 1024;

/**
 * The surface at samples of one mesh, up to {@link BATCH} of them. Each property has an array of its own, which one
 * short loop fills: a third of the time of a function that fills an object for each sample.
 */
export interface Surface {
  count: number;
  /** The samples' numbers in the frame. */
  readonly sample: Uint32Array;
  /** Another sample that each stands for; itself where there is none. */
  readonly twin: Uint32Array;
  /** The vertices of the triangle, and what each counts for. Three a sample. */
  readonly corner: Uint32Array;
  readonly weight: Float64Array;
  /** Three a sample. */
  readonly place: Float64Array;
  /** Three a sample, of length 1. */
  readonly normal: Float64Array;
  /** Linear RGB and alpha, four a sample. */
  readonly color: Float64Array;
  /** Roughness, metalness, and 1 where nothing near keeps the light away. Three a sample. */
  readonly finish: Float64Array;
  /** Linear RGB, three a sample. */
  readonly glow: Float64Array;
  /** How much of the key light reaches it, 0 to 1. */
  readonly lit: Float64Array;
}

/** Reads the surface that is seen at samples: its place, its normal, its material. */
export interface SurfaceReader {
  readonly at: Surface;
  /** Reads the surface at the samples that `at` names, of the mesh with that number. */
  read(mesh: number): void;
}

export function surfaceReader(meshes: readonly DrawnMesh[], seen: Seen): SurfaceReader {
  const at: Surface = {
    count: 0,
    sample: new Uint32Array(BATCH),
    twin: new Uint32Array(BATCH),
    corner: new Uint32Array(BATCH * 3),
    weight: new Float64Array(BATCH * 3),
    place: new Float64Array(BATCH * 3),
    normal: new Float64Array(BATCH * 3),
    color: new Float64Array(BATCH * 4),
    finish: new Float64Array(BATCH * 3),
    glow: new Float64Array(BATCH * 3),
    lit: new Float64Array(BATCH),
  };
  const linear = linearCurve();
  const data = dataCurve();
  const spots = createSpots(BATCH);
  const texels = new Float64Array(BATCH * 4);
  const mixed = new Float64Array(BATCH * 4);

  /** What the spots were last aimed by, at these samples: most materials read all maps at one place. */
  let aimed: TextureMap | null = null;

  function fetch(map: TextureMap, curve: Float32Array): void {
    if (aimed === null || !isAlike(aimed, map)) {
      mix(at, map.uv, 2, mixed);
      aim(map, mixed, at.count, spots);
      aimed = map;
    }
    fetchTexels(map.bitmap, spots, at.count, curve, texels);
  }

  function paint({ material, colors }: DrawnMesh): void {
    const { count, color, finish, glow } = at;
    const { base, emissive, surface, occlusion } = material;
    fill(color, 4, count, [...base, material.opacity]);
    fill(finish, 3, count, [material.roughness, material.metalness, 1]);
    fill(glow, 3, count, emissive);
    if (colors !== undefined) {
      mix(at, colors, 4, mixed);
      for (let i = 0; i < count * 4; i++) color[i]! *= mixed[i]!;
    }
    if (material.color !== undefined) {
      fetch(material.color, linear);
      for (let i = 0; i < count * 4; i++) color[i]! *= texels[i]!;
    }
    if (material.alpha !== 'blend') for (let i = 0; i < count; i++) color[i * 4 + 3] = 1;
    if (surface !== undefined) {
      fetch(surface, data);
      for (let i = 0; i < count; i++) {
        finish[i * 3]! *= texels[i * 4 + 1]!;
        finish[i * 3 + 1]! *= texels[i * 4 + 2]!;
      }
    }
    if (occlusion !== undefined) {
      // Mostly the same texture as the surface's, which was just read.
      const isRead = occlusion.bitmap === surface?.bitmap && occlusion.uv === surface.uv;
      if (!isRead) fetch(occlusion, data);
      for (let i = 0; i < count; i++) finish[i * 3 + 2] = texels[i * 4]!;
    }
    if (material.glow !== undefined) {
      fetch(material.glow, linear);
      for (let i = 0; i < count; i++) {
        for (let k = 0; k < 3; k++) glow[i * 3 + k]! *= texels[i * 4 + k]!;
      }
    }
  }

  return {
    at,
    read(number) {
      const mesh = meshes[number]!;
      aimed = null;
      weigh(mesh, number, seen, at);
      mix(at, mesh.position, 3, at.place);
      mix(at, mesh.normal, 3, at.normal);
      paint(mesh);
      const { bumps } = mesh.material;
      if (bumps !== undefined) {
        fetch(bumps, data);
        if (mesh.tangent === undefined) ownTangents(at, mesh.position, bumps.uv, mixed);
        else givenTangents(at, mesh.tangent, mixed);
        bend(at, mixed, texels);
      }
      lengthen(at.normal, at.count);
    },
  };
}

/** Finds the vertices of each sample's triangle, and their weights at the middle of the sample. */
function weigh(mesh: DrawnMesh, number: number, seen: Seen, { count, ...at }: Surface): void {
  const { sample, corner, weight } = at;
  const { projected, starts, width, depth } = seen;
  const { at: place, linear } = projected[number]!;
  const isPerspective = seen.isPerspective;
  const start = starts[number]!;
  for (let i = 0; i < count; i++) {
    const pixel = sample[i]!;
    const t = seen.corner[pixel]! - start;
    const a = mesh.index[t]!;
    const b = mesh.index[t + 1]!;
    const c = mesh.index[t + 2]!;
    corner[i * 3] = a;
    corner[i * 3 + 1] = b;
    corner[i * 3 + 2] = c;
    const row = Math.floor(pixel / width);
    const px = (pixel - row * width) * STEPS + STEPS / 2 - place[a * 2]!;
    const py = row * STEPS + STEPS / 2 - place[a * 2 + 1]!;
    const bx = place[b * 2]! - place[a * 2]!;
    const by = place[b * 2 + 1]! - place[a * 2 + 1]!;
    const cx = place[c * 2]! - place[a * 2]!;
    const cy = place[c * 2 + 1]! - place[a * 2 + 1]!;
    const area = bx * cy - by * cx;
    let second = 0;
    let third = 0;
    if (area !== 0) {
      const z = isPerspective ? depth[pixel]! : 1;
      second = ((px * cy - py * cx) / area) * (isPerspective ? linear[b]! * z : 1);
      third = ((py * bx - px * by) / area) * (isPerspective ? linear[c]! * z : 1);
    } else if (bx !== 0 || by !== 0) {
      // A line: how far along it.
      second = Math.min(1, Math.max(0, (px * bx + py * by) / (bx * bx + by * by)));
    }
    weight[i * 3] = 1 - second - third;
    weight[i * 3 + 1] = second;
    weight[i * 3 + 2] = third;
  }
}

/** What the corners have of `from`, by their weights. @param size numbers a vertex, and a sample */
function mix(
  { count, corner, weight }: Surface,
  from: Float32Array,
  size: number,
  out: Float64Array,
): void {
  for (let i = 0; i < count; i++) {
    const a = corner[i * 3]! * size;
    const b = corner[i * 3 + 1]! * size;
    const c = corner[i * 3 + 2]! * size;
    const first = weight[i * 3]!;
    const second = weight[i * 3 + 1]!;
    const third = weight[i * 3 + 2]!;
    for (let k = 0; k < size; k++) {
      out[i * size + k] = from[a + k]! * first + from[b + k]! * second + from[c + k]! * third;
    }
  }
}

function fill(out: Float64Array, size: number, count: number, values: readonly number[]): void {
  for (let k = 0; k < size; k++) {
    const value = values[k]!;
    for (let i = k; i < count * size; i += size) out[i] = value;
  }
}

/** Tangents of the model, with the handedness that the first corner has. Four numbers a sample. */
function givenTangents(at: Surface, tangent: Float32Array, out: Float64Array): void {
  mix(at, tangent, 4, out);
  for (let i = 0; i < at.count; i++) out[i * 4 + 3] = tangent[at.corner[i * 3]! * 4 + 3]!;
}

/** Tangents of the triangles: the side along which u grows. A handedness of 0 says that there is none. */
function ownTangents(
  { count, corner }: Surface,
  position: Float32Array,
  uv: Float32Array,
  out: Float64Array,
): void {
  for (let i = 0; i < count; i++) {
    const a = corner[i * 3]!;
    const b = corner[i * 3 + 1]!;
    const c = corner[i * 3 + 2]!;
    const u1 = uv[b * 2]! - uv[a * 2]!;
    const v1 = uv[b * 2 + 1]! - uv[a * 2 + 1]!;
    const u2 = uv[c * 2]! - uv[a * 2]!;
    const v2 = uv[c * 2 + 1]! - uv[a * 2 + 1]!;
    const area = u1 * v2 - u2 * v1;
    let long = 0;
    for (let k = 0; k < 3; k++) {
      const from = position[a * 3 + k]!;
      const side = ((position[b * 3 + k]! - from) * v2 - (position[c * 3 + k]! - from) * v1) / area;
      out[i * 4 + k] = side;
      long += side * side;
    }
    long = Math.sqrt(long);
    const isThere = area !== 0 && long > 0;
    for (let k = 0; k < 3; k++) out[i * 4 + k]! /= long;
    // In glTF v runs down, so that a positive area is a mirrored chart.
    out[i * 4 + 3] = isThere ? (area > 0 ? -1 : 1) : 0;
  }
}

/** Turns the normals by the normal map, about their tangents. */
function bend({ count, normal }: Surface, tangents: Float64Array, texels: Float64Array): void {
  for (let i = 0; i < count; i++) {
    const w = tangents[i * 4 + 3]!;
    if (w === 0) continue;
    const tx = tangents[i * 4]!;
    const ty = tangents[i * 4 + 1]!;
    const tz = tangents[i * 4 + 2]!;
    const right = texels[i * 4]! * 2 - 1;
    const up = (texels[i * 4 + 1]! * 2 - 1) * w;
    const out = texels[i * 4 + 2]! * 2 - 1;
    const nx = normal[i * 3]!;
    const ny = normal[i * 3 + 1]!;
    const nz = normal[i * 3 + 2]!;
    normal[i * 3] = nx * out + tx * right + (ny * tz - nz * ty) * up;
    normal[i * 3 + 1] = ny * out + ty * right + (nz * tx - nx * tz) * up;
    normal[i * 3 + 2] = nz * out + tz * right + (nx * ty - ny * tx) * up;
  }
}

/** Makes normals one long. */
function lengthen(normal: Float64Array, count: number): void {
  for (let i = 0; i < count * 3; i += 3) {
    const x = normal[i]!;
    const y = normal[i + 1]!;
    const z = normal[i + 2]!;
    const long = 1 / Math.sqrt(x * x + y * y + z * z + 1e-12);
    normal[i] = x * long;
    normal[i + 1] = y * long;
    normal[i + 2] = z * long;
  }
}

/** Whether two maps are read at the same texels. */
function isAlike(one: TextureMap, other: TextureMap): boolean {
  return (
    one.uv === other.uv &&
    one.bitmap.width === other.bitmap.width &&
    one.bitmap.height === other.bitmap.height &&
    one.wrapX === other.wrapX &&
    one.wrapY === other.wrapY
  );
}
