import type { DrawnMesh } from './drawn-mesh.ts';
import type { Seen } from './rasterise.ts';
import { dataCurve, fetchTexel, linearCurve } from './texture-map.ts';

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
  };
  let [a, b, c] = [0, 0, 0];
  let [q, s, r] = [1, 0, 0];

  function blend(array: Float32Array, width: number, k: number): number {
    return array[a * width + k]! * q + array[b * width + k]! * s + array[c * width + k]! * r;
  }

  function read(pixel: number): DrawnMesh {
    const mesh = meshes[seen.mesh[pixel]!]!;
    const t = seen.triangle[pixel]!;
    s = seen.second[pixel]!;
    r = seen.third[pixel]!;
    q = 1 - s - r;
    a = mesh.index[t]!;
    b = mesh.index[t + 1]!;
    c = mesh.index[t + 2]!;
    at.x = blend(mesh.position, 3, 0);
    at.y = blend(mesh.position, 3, 1);
    at.z = blend(mesh.position, 3, 2);
    at.nx = blend(mesh.normal, 3, 0);
    at.ny = blend(mesh.normal, 3, 1);
    at.nz = blend(mesh.normal, 3, 2);
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
      fetchTexel(color, blend(color.uv, 2, 0), blend(color.uv, 2, 1), linear, texel);
      at.red *= texel[0]!;
      at.green *= texel[1]!;
      at.blue *= texel[2]!;
      at.alpha *= texel[3]!;
    }
    if (material.alpha !== 'blend') at.alpha = 1;
    if (surface !== undefined) {
      fetchTexel(surface, blend(surface.uv, 2, 0), blend(surface.uv, 2, 1), data, texel);
      at.rough *= texel[1]!;
      at.metal *= texel[2]!;
    }
    if (occlusion !== undefined) {
      // Mostly the same texture as the surface's, which was just read.
      if (occlusion.bitmap !== surface?.bitmap || occlusion.uv !== surface.uv) {
        fetchTexel(occlusion, blend(occlusion.uv, 2, 0), blend(occlusion.uv, 2, 1), data, texel);
      }
      at.open = texel[0]!;
    }
    if (glow !== undefined) {
      fetchTexel(glow, blend(glow.uv, 2, 0), blend(glow.uv, 2, 1), linear, texel);
      at.glowRed *= texel[0]!;
      at.glowGreen *= texel[1]!;
      at.glowBlue *= texel[2]!;
    }
  }

  /** Turns the normal by the normal map, about the tangent given or the one of the triangle. */
  function bend({ material, tangent, position }: DrawnMesh): void {
    const { bumps } = material;
    if (bumps === undefined) return;
    let [tx, ty, tz, w] = [0, 0, 0, 1];
    if (tangent !== undefined) {
      w = tangent[a * 4 + 3]!;
      tx = blend(tangent, 4, 0);
      ty = blend(tangent, 4, 1);
      tz = blend(tangent, 4, 2);
    } else {
      const { uv } = bumps;
      const u1 = uv[b * 2]! - uv[a * 2]!;
      const v1 = uv[b * 2 + 1]! - uv[a * 2 + 1]!;
      const u2 = uv[c * 2]! - uv[a * 2]!;
      const v2 = uv[c * 2 + 1]! - uv[a * 2 + 1]!;
      const area = u1 * v2 - u2 * v1;
      if (area === 0) return;
      // In glTF v runs down, so that a positive area is a mirrored chart.
      w = area > 0 ? -1 : 1;
      const side = (k: number): number =>
        ((position[b * 3 + k]! - position[a * 3 + k]!) * v2 -
          (position[c * 3 + k]! - position[a * 3 + k]!) * v1) /
        area;
      tx = side(0);
      ty = side(1);
      tz = side(2);
      const long = Math.sqrt(tx * tx + ty * ty + tz * tz);
      if (!(long > 0)) return;
      tx /= long;
      ty /= long;
      tz /= long;
    }
    fetchTexel(bumps, blend(bumps.uv, 2, 0), blend(bumps.uv, 2, 1), data, texel);
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

  return { read, at };
}
