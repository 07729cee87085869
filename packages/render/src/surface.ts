import type { DrawnMesh } from './drawn-mesh.ts';
import type { Seen } from './rasterise.ts';
import { aim, createSpot, dataCurve, fetchTexel, linearCurve } from './texture-map.ts';
import type { TextureMap } from './texture-map.ts';

/** The surface at one pixel; one such object is filled anew for each. */
export interface Surface {
  x: number;
  y: number;
  z: number;
  nx: number;
  ny: number;
  nz: number;
  /** Linear. */
  red: number;
  green: number;
  blue: number;
  alpha: number;
  rough: number;
  metal: number;
  /** 1 where nothing near keeps the light away. */
  open: number;
  glowRed: number;
  glowGreen: number;
  glowBlue: number;
  /** How much of the key light reaches it, 0 to 1. */
  lit: number;
}

/** Reads the surface that is seen at a pixel: its place, its normal, its material. */
export function surfaceReader(
  meshes: readonly DrawnMesh[],
  seen: Seen,
): { read(pixel: number): DrawnMesh; readonly at: Surface } {
  const linear = linearCurve();
  const data = dataCurve();
  const texel = new Float64Array(4);
  const at: Surface = {
    x: 0,
    y: 0,
    z: 0,
    nx: 0,
    ny: 0,
    nz: 0,
    red: 0,
    green: 0,
    blue: 0,
    alpha: 1,
    rough: 0,
    metal: 0,
    open: 1,
    glowRed: 0,
    glowGreen: 0,
    glowBlue: 0,
    lit: 1,
  };
  /** The corners of the triangle, and what each counts for. */
  const corner = new Int32Array(3);
  const weight = new Float64Array(3);
  const spot = createSpot();
  /** What the spot was last aimed by, at this pixel: most materials read all maps at one place. */
  let aimed: TextureMap | null = null;

  function blend(array: Float32Array, width: number, k: number): number {
    return (
      array[corner[0]! * width + k]! * weight[0]! +
      array[corner[1]! * width + k]! * weight[1]! +
      array[corner[2]! * width + k]! * weight[2]!
    );
  }

  function fetch(map: TextureMap, curve: Float32Array): void {
    if (aimed === null || !isAlike(aimed, map)) {
      spot.share[0] = blend(map.uv, 2, 0);
      spot.share[1] = blend(map.uv, 2, 1);
      aim(map, spot);
      aimed = map;
    }
    fetchTexel(map.bitmap, spot, curve, texel);
  }

  function read(pixel: number): DrawnMesh {
    const mesh = meshes[seen.mesh[pixel]!]!;
    const t = seen.triangle[pixel]!;
    const s = seen.second[pixel]!;
    const r = seen.third[pixel]!;
    const q = 1 - s - r;
    const a = mesh.index[t]!;
    const b = mesh.index[t + 1]!;
    const c = mesh.index[t + 2]!;
    weight[0] = q;
    weight[1] = s;
    weight[2] = r;
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
    aimed = null;
    const { position: p, normal: n } = mesh;
    at.x = p[a * 3]! * q + p[b * 3]! * s + p[c * 3]! * r;
    at.y = p[a * 3 + 1]! * q + p[b * 3 + 1]! * s + p[c * 3 + 1]! * r;
    at.z = p[a * 3 + 2]! * q + p[b * 3 + 2]! * s + p[c * 3 + 2]! * r;
    at.nx = n[a * 3]! * q + n[b * 3]! * s + n[c * 3]! * r;
    at.ny = n[a * 3 + 1]! * q + n[b * 3 + 1]! * s + n[c * 3 + 1]! * r;
    at.nz = n[a * 3 + 2]! * q + n[b * 3 + 2]! * s + n[c * 3 + 2]! * r;
    paint(mesh);
    bend(mesh);
    const long = 1 / Math.sqrt(at.nx * at.nx + at.ny * at.ny + at.nz * at.nz + 1e-12);
    at.nx *= long;
    at.ny *= long;
    at.nz *= long;
    return mesh;
  }

  function paint({ material, colors }: DrawnMesh): void {
    const { color, surface, occlusion, glow, base, emissive } = material;
    at.red = base[0];
    at.green = base[1];
    at.blue = base[2];
    at.alpha = material.opacity;
    at.rough = material.roughness;
    at.metal = material.metalness;
    at.open = 1;
    at.glowRed = emissive[0];
    at.glowGreen = emissive[1];
    at.glowBlue = emissive[2];
    if (colors !== undefined) {
      at.red *= blend(colors, 4, 0);
      at.green *= blend(colors, 4, 1);
      at.blue *= blend(colors, 4, 2);
      at.alpha *= blend(colors, 4, 3);
    }
    if (color !== undefined) {
      fetch(color, linear);
      at.red *= texel[0]!;
      at.green *= texel[1]!;
      at.blue *= texel[2]!;
      at.alpha *= texel[3]!;
    }
    if (material.alpha !== 'blend') at.alpha = 1;
    if (surface !== undefined) {
      fetch(surface, data);
      at.rough *= texel[1]!;
      at.metal *= texel[2]!;
    }
    if (occlusion !== undefined) {
      // Mostly the same texture as the surface's, which was just read.
      if (occlusion.bitmap !== surface?.bitmap || occlusion.uv !== surface.uv) {
        fetch(occlusion, data);
      }
      at.open = texel[0]!;
    }
    if (glow !== undefined) {
      fetch(glow, linear);
      at.glowRed *= texel[0]!;
      at.glowGreen *= texel[1]!;
      at.glowBlue *= texel[2]!;
    }
  }

  /** Turns the normal by the normal map, about the tangent given or the one of the triangle. */
  function bend({ material, tangent, position }: DrawnMesh): void {
    const { bumps } = material;
    if (bumps === undefined) return;
    let tx = 0;
    let ty = 0;
    let tz = 0;
    let w = 1;
    if (tangent !== undefined) {
      w = tangent[corner[0]! * 4 + 3]!;
      tx = blend(tangent, 4, 0);
      ty = blend(tangent, 4, 1);
      tz = blend(tangent, 4, 2);
    } else {
      const { uv } = bumps;
      const a = corner[0]!;
      const b = corner[1]!;
      const c = corner[2]!;
      const u1 = uv[b * 2]! - uv[a * 2]!;
      const v1 = uv[b * 2 + 1]! - uv[a * 2 + 1]!;
      const u2 = uv[c * 2]! - uv[a * 2]!;
      const v2 = uv[c * 2 + 1]! - uv[a * 2 + 1]!;
      const area = u1 * v2 - u2 * v1;
      if (area === 0) return;
      // In glTF v runs down, so that a positive area is a mirrored chart.
      w = area > 0 ? -1 : 1;
      tx = along(position, 0, v1, v2) / area;
      ty = along(position, 1, v1, v2) / area;
      tz = along(position, 2, v1, v2) / area;
      const long = Math.sqrt(tx * tx + ty * ty + tz * tz);
      if (!(long > 0)) return;
      tx /= long;
      ty /= long;
      tz /= long;
    }
    fetch(bumps, data);
    const i = texel[0]! * 2 - 1;
    const j = (texel[1]! * 2 - 1) * w;
    const k = texel[2]! * 2 - 1;
    const bx = at.ny * tz - at.nz * ty;
    const by = at.nz * tx - at.nx * tz;
    const bz = at.nx * ty - at.ny * tx;
    at.nx = at.nx * k + tx * i + bx * j;
    at.ny = at.ny * k + ty * i + by * j;
    at.nz = at.nz * k + tz * i + bz * j;
  }

  /** The side of the triangle along which u grows, times its area in the texture. */
  function along(position: Float32Array, k: number, v1: number, v2: number): number {
    const from = position[corner[0]! * 3 + k]!;
    return (
      (position[corner[1]! * 3 + k]! - from) * v2 - (position[corner[2]! * 3 + k]! - from) * v1
    );
  }

  return { read, at };
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
