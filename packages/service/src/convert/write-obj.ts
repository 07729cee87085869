import { zipSync, type Zippable } from 'fflate';
import type { MeshImage, MeshMaterial, MeshModel } from './mesh-model.ts';
import type { TextBuffer } from './text-buffer.ts';
import { createTextBuffer, decimalsFor } from './text-buffer.ts';
import { ZIP_TIME } from './zip-time.ts';

/**
 * Wavefront OBJ with its MTL and images, as a zip. Unit: millimetres, Y up.
 *
 * @param name Base name of the files inside.
 * @param size The largest dimension; decides how many decimals are written.
 */
export async function writeObj(model: MeshModel, name: string, size: number): Promise<Uint8Array> {
  const surfaces = await splitSurfaces(model);
  const files = new Map<string, MeshImage>();
  for (const material of model.materials) {
    for (const image of [material.colourImage, material.normalImage]) {
      if (image !== undefined) files.set(image.file, image);
    }
  }
  for (const pair of surfaces.values())
    for (const image of Object.values(pair)) files.set(image.file, image);
  const text = (bytes: Uint8Array): [Uint8Array, { level: 1 | 6 }] => [
    bytes,
    { level: bytes.length > 4_000_000 ? 1 : 6 },
  ];
  const archive: Zippable = {
    [`${name}.obj`]: text(objText(model, name, size)),
    [`${name}.mtl`]: text(new TextEncoder().encode(mtlText(model.materials, surfaces))),
  };
  for (const { file, bytes } of files.values()) archive[file] = [bytes, { level: 0 }];
  return zipSync(archive, { mtime: ZIP_TIME });
}

function objText(model: MeshModel, name: string, size: number): Uint8Array {
  const out = createTextBuffer();
  const decimals = decimalsFor(size);
  out.text(`# millimetres, Y up\nmtllib ${name}.mtl\n`);
  let vertexBase = 1;
  let uvBase = 1;
  let normalBase = 1;
  for (const part of model.parts) {
    const { positions, normals, uvs, indices } = part;
    out.text(`o ${part.name}\n`);
    writeLines(out, 'v', positions, 3, decimals, false);
    if (uvs !== undefined) writeLines(out, 'vt', uvs, 2, 6, true);
    if (normals !== undefined) writeLines(out, 'vn', normals, 3, 5, false);
    out.text(`usemtl ${model.materials[part.material]?.name ?? 'material'}\n`);
    for (let slot = 0; slot < indices.length; slot++) {
      const index = indices[slot] as number;
      out.text(slot % 3 === 0 ? 'f ' : ' ');
      out.integer(vertexBase + index);
      if (uvs !== undefined || normals !== undefined) out.text('/');
      if (uvs !== undefined) out.integer(uvBase + index);
      if (normals !== undefined) {
        out.text('/');
        out.integer(normalBase + index);
      }
      if (slot % 3 === 2) out.text('\n');
    }
    vertexBase += positions.length / 3;
    uvBase += (uvs?.length ?? 0) / 2;
    normalBase += (normals?.length ?? 0) / 3;
  }
  return out.bytes();
}

/** A line for each `width` values; with `flip`, v counts from the bottom of the image, as OBJ has it. */
function writeLines(
  out: TextBuffer,
  keyword: string,
  values: Float32Array,
  width: number,
  decimals: number,
  flip: boolean,
): void {
  for (let slot = 0; slot < values.length; slot += width) {
    out.text(keyword);
    for (let axis = 0; axis < width; axis++) {
      out.text(' ');
      const value = values[slot + axis] as number;
      out.decimal(flip && axis === 1 ? 1 - value : value, decimals);
    }
    out.text('\n');
  }
}

interface Surfaces {
  readonly roughness: MeshImage;
  readonly metalness: MeshImage;
}

/** MTL has an image each for roughness and metalness, where glTF has one for both. */
async function splitSurfaces(model: MeshModel): Promise<Map<MeshImage, Surfaces>> {
  const result = new Map<MeshImage, Surfaces>();
  for (const { surfaceImage } of model.materials) {
    if (surfaceImage === undefined || result.has(surfaceImage)) continue;
    const { default: sharp } = await import('@assetgen/render/sharp');
    const stem = surfaceImage.file.replace(/\.[a-z]+$/, '');
    const channel = async (which: 'green' | 'blue', label: string): Promise<MeshImage> => ({
      file: `${stem}_${label}.png`,
      bytes: await sharp(surfaceImage.bytes)
        .extractChannel(which)
        .png({ compressionLevel: 6 })
        .toBuffer(),
    });
    result.set(surfaceImage, {
      roughness: await channel('green', 'roughness'),
      metalness: await channel('blue', 'metalness'),
    });
  }
  return result;
}

function mtlText(
  materials: readonly MeshMaterial[],
  surfaces: ReadonlyMap<MeshImage, Surfaces>,
): string {
  return materials
    .map((material) => {
      const [r, g, b, a] = material.colour;
      const split =
        material.surfaceImage === undefined ? undefined : surfaces.get(material.surfaceImage);
      // Colours in an MTL are what the eye sees: sRGB, as the images are.
      const lines = [
        `newmtl ${material.name}`,
        `Kd ${[r, g, b].map((value) => toSrgb(value).toFixed(5)).join(' ')}`,
        'Ks 0.04 0.04 0.04',
        `Ke ${material.emissive.map((value) => toSrgb(value).toFixed(5)).join(' ')}`,
        `Ns ${((1 - material.average.roughness) ** 2 * 900).toFixed(2)}`,
        `d ${a.toFixed(5)}`,
        'illum 2',
        `Pr ${material.average.roughness.toFixed(5)}`,
        `Pm ${material.average.metallic.toFixed(5)}`,
      ];
      if (material.colourImage !== undefined) lines.push(`map_Kd ${material.colourImage.file}`);
      if (material.normalImage !== undefined) lines.push(`norm ${material.normalImage.file}`);
      if (split !== undefined)
        lines.push(`map_Pr ${split.roughness.file}`, `map_Pm ${split.metalness.file}`);
      return `${lines.join('\n')}\n`;
    })
    .join('\n');
}

/** Linear light to sRGB (IEC 61966-2-1), both 0 to 1. */
export function toSrgb(linear: number): number {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}
