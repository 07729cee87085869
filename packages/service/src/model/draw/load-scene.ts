import type { Primitive, Texture } from '@gltf-transform/core';

/** Pixels of a texture, sRGB or data as they are stored. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** One primitive in world space. */
export interface DrawnMesh {
  readonly position: Float32Array;
  readonly normal: Float32Array;
  readonly uv: Float32Array | undefined;
  readonly tangent: Float32Array | undefined;
  readonly index: ArrayLike<number>;
  /** Linear RGB. */
  readonly base: readonly [number, number, number];
  readonly roughness: number;
  readonly metalness: number;
  readonly color: Bitmap | undefined;
  readonly surface: Bitmap | undefined;
  readonly bumps: Bitmap | undefined;
  readonly glow: Bitmap | undefined;
  readonly emissive: readonly [number, number, number];
}

/** Reads all triangles of the default scene of a GLB. Textures are reduced to at most `texels` a side. */
export async function loadScene(glb: Uint8Array, texels: number): Promise<DrawnMesh[]> {
  const { WebIO } = await import('@gltf-transform/core');
  const doc = await new WebIO().readBinary(glb);
  const root = doc.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const bitmaps = new Map<Texture, Promise<Bitmap>>();
  const decode = async (texture: Texture | null): Promise<Bitmap | undefined> => {
    if (!texture) return undefined;
    const known = bitmaps.get(texture) ?? decodeTexture(texture, texels);
    bitmaps.set(texture, known);
    return known;
  };
  const out: Promise<DrawnMesh>[] = [];
  scene?.traverse((node) => {
    const matrix = node.getWorldMatrix();
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      if (primitive.getMode() === 4) out.push(drawn(primitive, matrix, decode));
    }
  });
  return Promise.all(out);
}

async function drawn(
  primitive: Primitive,
  matrix: readonly number[],
  decode: (texture: Texture | null) => Promise<Bitmap | undefined>,
): Promise<DrawnMesh> {
  const source = floats(primitive, 'POSITION') ?? new Float32Array();
  const count = source.length / 3;
  const index =
    primitive.getIndices()?.getArray() ?? Uint32Array.from({ length: count }, (_, i) => i);
  const position = transformed(source, matrix, 1);
  const given = floats(primitive, 'NORMAL');
  const normal = given ? transformed(given, matrix, 0) : flatNormals(position, index);
  const material = primitive.getMaterial();
  const [r, g, b] = material?.getBaseColorFactor() ?? [0.6, 0.6, 0.6, 1];
  return {
    position,
    normal,
    uv: floats(primitive, 'TEXCOORD_0'),
    tangent: floats(primitive, 'TANGENT'),
    index,
    base: [r, g, b],
    roughness: material?.getRoughnessFactor() ?? 0.8,
    metalness: material?.getMetallicFactor() ?? 0,
    color: await decode(material?.getBaseColorTexture() ?? null),
    surface: await decode(material?.getMetallicRoughnessTexture() ?? null),
    bumps: await decode(material?.getNormalTexture() ?? null),
    glow: await decode(material?.getEmissiveTexture() ?? null),
    emissive: material?.getEmissiveFactor() ?? [0, 0, 0],
  };
}

/** As plain floats, whatever the accessor's component type and normalisation. */
function floats(primitive: Primitive, semantic: string): Float32Array | undefined {
  const accessor = primitive.getAttribute(semantic);
  const array = accessor?.getArray();
  if (!accessor || !array) return undefined;
  if (array instanceof Float32Array) return array;
  const size = accessor.getElementSize();
  const out = new Float32Array(accessor.getCount() * size);
  const element: number[] = [];
  for (let i = 0; i < accessor.getCount(); i++) out.set(accessor.getElement(i, element), i * size);
  return out;
}

function transformed(source: Float32Array, m: readonly number[], w: 0 | 1): Float32Array {
  const out = new Float32Array(source.length);
  for (let i = 0; i < source.length; i += 3) {
    const [x, y, z] = [source[i]!, source[i + 1]!, source[i + 2]!];
    out[i] = m[0]! * x + m[4]! * y + m[8]! * z + w * m[12]!;
    out[i + 1] = m[1]! * x + m[5]! * y + m[9]! * z + w * m[13]!;
    out[i + 2] = m[2]! * x + m[6]! * y + m[10]! * z + w * m[14]!;
  }
  return out;
}

function flatNormals(p: Float32Array, index: ArrayLike<number>): Float32Array {
  const out = new Float32Array(p.length);
  for (let t = 0; t < index.length; t += 3) {
    const [a, b, c] = [index[t]! * 3, index[t + 1]! * 3, index[t + 2]! * 3];
    const e = [0, 1, 2].map((k) => p[b + k]! - p[a + k]!);
    const f = [0, 1, 2].map((k) => p[c + k]! - p[a + k]!);
    for (const k of [0, 1, 2]) {
      const n = e[(k + 1) % 3]! * f[(k + 2) % 3]! - e[(k + 2) % 3]! * f[(k + 1) % 3]!;
      for (const vertex of [a, b, c]) out[vertex + k]! += n;
    }
  }
  return out;
}

async function decodeTexture(texture: Texture, texels: number): Promise<Bitmap> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(texture.getImage() ?? new Uint8Array())
    .resize(texels, texels, { fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: new Uint8Array(data) };
}
