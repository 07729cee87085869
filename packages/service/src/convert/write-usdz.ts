import { zipSync, type Zippable } from 'fflate';
import type { MeshImage, MeshMaterial, MeshModel, MeshPart } from './mesh-model.ts';
import type { TextBuffer } from './text-buffer.ts';
import { createTextBuffer, decimalsFor } from './text-buffer.ts';
import { ZIP_TIME } from './zip-time.ts';

/** Where data of an entry begins: at a multiple of this many bytes. */
const BOUNDARY = 64;
/** Of a zip entry, without its name and extra field (PKWARE APPNOTE 6.3, 4.3.7). Unit: bytes. */
const LOCAL_HEADER = 30;
/** The extra field that Pixar's tools pad with. */
const PADDING = 0x1986;

/**
 * USDZ: a USD layer as text and its images in a stored zip whose entries begin at multiples of
 * 64 bytes, the layer first (USDZ file format specification 1.3). Unit: millimetres, Y up.
 *
 * @param name Base name of the layer inside.
 * @param size The largest dimension; decides how many decimals are written.
 */
export function writeUsdz(model: MeshModel, name: string, size: number): Uint8Array {
  const images = new Map<string, MeshImage>();
  for (const material of model.materials) {
    for (const image of [material.colourImage, material.normalImage, material.surfaceImage]) {
      if (image !== undefined) images.set(image.file, image);
    }
  }
  const archive: Zippable = {};
  let offset = 0;
  const store = (file: string, bytes: Uint8Array): void => {
    // An extra field of 4 bytes and more moves the data to the boundary.
    const missing = -(offset + LOCAL_HEADER + file.length + 4) & (BOUNDARY - 1);
    archive[file] = [bytes, { level: 0, extra: { [PADDING]: new Uint8Array(missing) } }];
    offset += LOCAL_HEADER + file.length + 4 + missing + bytes.length;
  };
  store(`${name}.usda`, layerText(model, size));
  for (const { file, bytes } of images.values()) store(`textures/${file}`, bytes);
  return zipSync(archive, { mtime: ZIP_TIME });
}

function layerText(model: MeshModel, size: number): Uint8Array {
  const out = createTextBuffer();
  out.text(
    '#usda 1.0\n(\n    defaultPrim = "Root"\n    metersPerUnit = 0.001\n    upAxis = "Y"\n)\n\n',
  );
  out.text('def Xform "Root"\n{\n');
  for (const [index, part] of model.parts.entries())
    writePart(out, model, part, index, decimalsFor(size));
  out.text('    def Scope "Materials"\n    {\n');
  for (const [index, material] of model.materials.entries())
    out.text(materialText(material, index));
  out.text('    }\n}\n');
  return out.bytes();
}

function writePart(
  out: TextBuffer,
  model: MeshModel,
  part: MeshPart,
  index: number,
  decimals: number,
): void {
  const { positions, normals, uvs, indices } = part;
  const material =
    model.materials[part.material] === undefined
      ? undefined
      : `/Root/Materials/Material_${part.material}`;
  out.text(
    `    def Mesh "Part_${index}" (\n        prepend apiSchemas = ["MaterialBindingAPI"]\n    )\n    {\n`,
  );
  out.text(
    '        uniform bool doubleSided = 1\n        uniform token subdivisionScheme = "none"\n        int[] faceVertexCounts = [',
  );
  for (let triangle = 0; triangle < indices.length / 3; triangle++)
    out.text(triangle === 0 ? '3' : ',3');
  out.text(']\n        int[] faceVertexIndices = [');
  for (let slot = 0; slot < indices.length; slot++) {
    if (slot > 0) out.text(',');
    out.integer(indices[slot] as number);
  }
  out.text(']\n        point3f[] points = [');
  writeTuples(out, positions, 3, decimals, false);
  out.text(']\n        float3[] extent = [');
  writeTuples(out, extentOf(positions), 3, decimals, false);
  out.text(']\n');
  if (normals !== undefined) {
    out.text('        normal3f[] normals = [');
    writeTuples(out, normals, 3, 5, false);
    out.text('] (\n            interpolation = "vertex"\n        )\n');
  }
  if (uvs !== undefined) {
    out.text('        texCoord2f[] primvars:st = [');
    writeTuples(out, uvs, 2, 6, true);
    out.text('] (\n            interpolation = "vertex"\n        )\n');
  }
  if (material !== undefined) out.text(`        rel material:binding = <${material}>\n`);
  out.text('    }\n');
}

/** `(x, y, z), …`; with `flip`, v counts from the bottom of the image, as USD has it. */
function writeTuples(
  out: TextBuffer,
  values: Float32Array,
  width: number,
  decimals: number,
  flip: boolean,
): void {
  for (let slot = 0; slot < values.length; slot += width) {
    out.text(slot === 0 ? '(' : ',(');
    for (let axis = 0; axis < width; axis++) {
      if (axis > 0) out.text(',');
      const value = values[slot + axis] as number;
      out.decimal(flip && axis === 1 ? 1 - value : value, decimals);
    }
    out.text(')');
  }
}

function extentOf(positions: Float32Array): Float32Array {
  const extent = new Float32Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  for (let slot = 0; slot < positions.length; slot++) {
    const axis = slot % 3;
    const value = positions[slot] as number;
    if (value < (extent[axis] as number)) extent[axis] = value;
    if (value > (extent[axis + 3] as number)) extent[axis + 3] = value;
  }
  return extent;
}

function materialText(material: MeshMaterial, index: number): string {
  const path = `/Root/Materials/Material_${index}`;
  const [r, g, b, a] = material.colour;
  const inputs: string[] = [];
  const shaders: string[] = [];
  const texture = (name: string, image: MeshImage, options: string, outputs: string): void => {
    shaders.push(`            def Shader "${name}"
            {
                uniform token info:id = "UsdUVTexture"
                asset inputs:file = @textures/${image.file}@
                float2 inputs:st.connect = <${path}/Reader.outputs:result>
                token inputs:wrapS = "repeat"
                token inputs:wrapT = "repeat"
                ${options}
                ${outputs}
            }`);
  };
  if (material.colourImage === undefined) {
    inputs.push(`color3f inputs:diffuseColor = (${r}, ${g}, ${b})`);
  } else {
    texture(
      'ColourImage',
      material.colourImage,
      `float4 inputs:scale = (${r}, ${g}, ${b}, 1)\n                token inputs:sourceColorSpace = "sRGB"`,
      'float3 outputs:rgb',
    );
    inputs.push(`color3f inputs:diffuseColor.connect = <${path}/ColourImage.outputs:rgb>`);
  }
  if (material.surfaceImage === undefined) {
    inputs.push(
      `float inputs:roughness = ${material.roughness}`,
      `float inputs:metallic = ${material.metallic}`,
    );
  } else {
    texture(
      'SurfaceImage',
      material.surfaceImage,
      `float4 inputs:scale = (1, ${material.roughness}, ${material.metallic}, 1)\n                token inputs:sourceColorSpace = "raw"`,
      'float outputs:g\n                float outputs:b',
    );
    inputs.push(
      `float inputs:roughness.connect = <${path}/SurfaceImage.outputs:g>`,
      `float inputs:metallic.connect = <${path}/SurfaceImage.outputs:b>`,
    );
  }
  if (material.normalImage !== undefined) {
    texture(
      'NormalImage',
      material.normalImage,
      'float4 inputs:scale = (2, 2, 2, 1)\n                float4 inputs:bias = (-1, -1, -1, 0)\n                token inputs:sourceColorSpace = "raw"',
      'float3 outputs:rgb',
    );
    inputs.push(`normal3f inputs:normal.connect = <${path}/NormalImage.outputs:rgb>`);
  }
  inputs.push(
    `color3f inputs:emissiveColor = (${material.emissive.join(', ')})`,
    `float inputs:opacity = ${a}`,
  );
  return `        def Material "Material_${index}" (
            displayName = "${material.name}"
        )
        {
            token outputs:surface.connect = <${path}/Surface.outputs:surface>

            def Shader "Surface"
            {
                uniform token info:id = "UsdPreviewSurface"
                ${inputs.join('\n                ')}
                token outputs:surface
            }

            def Shader "Reader"
            {
                uniform token info:id = "UsdPrimvarReader_float2"
                string inputs:varname = "st"
                float2 outputs:result
            }

${shaders.join('\n\n')}
        }
`;
}
