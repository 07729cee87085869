import type { Accessor, Document, ImageUtils, Texture } from '@gltf-transform/core';
import type { OutputMeta, TextureFacts } from '../../lock/lock.ts';
import { mainScene } from './model-bounds.ts';

/** What a model takes of a graphics card. */
export type GpuFacts = Required<Pick<OutputMeta, 'gpuBytes' | 'drawCalls' | 'maps'>>;

/**
 * What a model takes of a graphics card, once it is loaded: textures with their mipmaps, as glTF-Transform
 * counts them, and the geometry as it is uploaded. PNG, JPEG, WebP and AVIF are four bytes a pixel there,
 * however short the file is; KTX 2.0 stays compressed, half a byte (ETC1S) or one (UASTC, and ETC1S with
 * alpha).
 * @param document with its geometry as it is written: quantised or not
 */
export async function gpuFacts(document: Document): Promise<GpuFacts> {
  const [{ ImageUtils }, { listTextureSlots }] = await Promise.all([
    import('@gltf-transform/core'),
    import('@gltf-transform/functions'),
  ]);
  const maps = document
    .getRoot()
    .listTextures()
    .map(function factsOf(texture): TextureFacts {
      const size = sizeOf(texture, ImageUtils);
      const slots = listTextureSlots(texture).map((slot) => slot.replace(/Texture$/, ''));
      return {
        roles: [...new Set(slots)].sort(),
        ...size,
        format: formatOf(texture),
      };
    });
  const textures = maps.reduce((sum, { gpuBytes }) => sum + gpuBytes, 0);
  return { gpuBytes: textures + geometryBytes(document), drawCalls: drawCalls(document), maps };
}

/** An unreadable texture is never shown, and takes no memory. */
function sizeOf(
  texture: Texture,
  utils: typeof ImageUtils,
): Pick<TextureFacts, 'width' | 'height' | 'gpuBytes'> {
  const image = texture.getImage();
  try {
    const [width, height] = texture.getSize() ?? [0, 0];
    const bytes = image === null ? 0 : utils.getVRAMByteLength(image, texture.getMimeType());
    return { width, height, gpuBytes: Math.ceil(bytes ?? 0) };
  } catch {
    return { width: 0, height: 0, gpuBytes: 0 };
  }
}

/** `webp`, `png`, …; of KTX 2.0 its codec, by the colour model of its descriptor (KTX 2.0, section 5). */
function formatOf(texture: Texture): string {
  const image = texture.getImage();
  const type = texture.getMimeType();
  if (type !== 'image/ktx2') return type.replace(/^image\//, '');
  if (image === null || image.byteLength < 80) return 'ktx2';
  const file = new DataView(image.buffer, image.byteOffset, image.byteLength);
  const descriptor = file.getUint32(48, true);
  if (descriptor + 12 >= image.byteLength) return 'ktx2';
  const model = file.getUint8(descriptor + 12);
  return model === ETC1S ? 'etc1s' : model === UASTC ? 'uastc' : 'ktx2';
}

/** `KHR_DF_MODEL_ETC1S` and `KHR_DF_MODEL_UASTC` of the Khronos data format specification. */
const [ETC1S, UASTC] = [163, 166];

/** Vertices and indices of what is drawn, each list once. */
function geometryBytes(document: Document): number {
  const vertices = new Set<Accessor>();
  const indices = new Set<Accessor>();
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const index = primitive.getIndices();
      if (index !== null) indices.add(index);
      for (const accessor of primitive.listAttributes()) vertices.add(accessor);
      for (const target of primitive.listTargets()) {
        for (const accessor of target.listAttributes()) vertices.add(accessor);
      }
    }
  }
  let bytes = 0;
  for (const accessor of indices) bytes += accessor.getCount() * accessor.getComponentSize();
  for (const accessor of vertices) {
    // Each vertex begins at a multiple of four (glTF 2.0, section 3.6.2.4).
    const size = accessor.getElementSize() * accessor.getComponentSize();
    bytes += accessor.getCount() * Math.ceil(size / 4) * 4;
  }
  return bytes;
}

/** Of the main scene: one for each primitive of each node, however many instances it has. */
function drawCalls(document: Document): number {
  let count = 0;
  mainScene(document)?.traverse((node) => {
    count += node.getMesh()?.listPrimitives().length ?? 0;
  });
  return count;
}
