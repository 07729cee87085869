import type { Mesh } from '../mesh/build-mesh.ts';

/** An encoded image of a material. */
export interface EncodedTexture {
  readonly bytes: Uint8Array;
  readonly mimeType: 'image/png' | 'image/jpeg';
}

export interface GlbContent {
  readonly name: string;
  readonly mesh: Mesh;
  readonly color?: EncodedTexture;
  /** Occlusion, roughness and metalness. */
  readonly surface?: EncodedTexture;
  readonly normal?: EncodedTexture;
  readonly glow?: EncodedTexture;
  /** Linear RGB where there is no colour texture. */
  readonly plain?: readonly [number, number, number];
  readonly roughness: number;
  readonly metalness: number;
  readonly extras: Readonly<Record<string, unknown>>;
}

/** One mesh of one material as a binary glTF 2.0. */
export async function writeGlb(content: GlbContent): Promise<Uint8Array> {
  const { Document, WebIO } = await import('@gltf-transform/core');
  const doc = new Document();
  doc.getRoot().getAsset().generator = 'assetgen local service';
  const buffer = doc.createBuffer();
  const { mesh } = content;
  const accessor = (
    type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4',
    array: Float32Array | Uint16Array | Uint32Array,
  ) => doc.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const image = (name: string, texture: EncodedTexture) =>
    doc.createTexture(name).setImage(texture.bytes).setMimeType(texture.mimeType);

  const material = doc
    .createMaterial(content.name)
    .setRoughnessFactor(content.roughness)
    .setMetallicFactor(content.metalness);
  if (content.plain) material.setBaseColorFactor([...content.plain, 1]);
  if (content.color) material.setBaseColorTexture(image('color', content.color));
  if (content.surface) {
    const texture = image('occlusion-roughness-metalness', content.surface);
    material.setMetallicRoughnessTexture(texture).setOcclusionTexture(texture);
  }
  if (content.normal) material.setNormalTexture(image('normal', content.normal));
  if (content.glow) {
    material.setEmissiveTexture(image('glow', content.glow)).setEmissiveFactor([1, 1, 1]);
  }

  const primitive = doc
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', mesh.position))
    .setAttribute('NORMAL', accessor('VEC3', mesh.normal))
    .setIndices(accessor('SCALAR', mesh.index))
    .setMaterial(material);
  if (mesh.uv) primitive.setAttribute('TEXCOORD_0', accessor('VEC2', mesh.uv));
  if (mesh.tangent) primitive.setAttribute('TANGENT', accessor('VEC4', mesh.tangent));
  const node = doc
    .createNode(content.name)
    .setMesh(doc.createMesh(content.name).addPrimitive(primitive));
  const scene = doc
    .createScene(content.name)
    .addChild(node)
    .setExtras({ ...content.extras });
  doc.getRoot().setDefaultScene(scene);
  return new WebIO().writeBinary(doc);
}
