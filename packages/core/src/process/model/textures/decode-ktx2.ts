import type { Document, Texture } from '@gltf-transform/core';
import { namesDraco, openModelIO, readModel } from '../open-model-io.ts';
import { MOST_PIXELS, openBasisEncoder } from './basis-encoder.ts';

/** Identifier, header, index and one level (KTX 2.0, section 3). Unit: bytes. */
const SMALLEST = 104;

/**
 * A copy in which textures of KTX 2.0 are PNG, for what reads no others; the document itself where it has none.
 * A texture that is not Basis Universal, or claims more than it could hold, stays as it is.
 */
export async function decodeKtx2(document: Document): Promise<Document> {
  const has = document.getRoot().listTextures().some(isKtx2);
  if (!has) return document;
  const [{ cloneDocument }, { default: sharp }, basis] = await Promise.all([
    import('@gltf-transform/functions'),
    import('@assetgen/render/sharp'),
    openBasisEncoder(),
  ]);
  const copy = cloneDocument(document);
  for (const texture of copy.getRoot().listTextures()) {
    const image = texture.getImage();
    if (!isKtx2(texture) || image === null || !isSane(image)) continue;
    try {
      const { width, height, data } = basis.decode(image);
      const raw = { width, height, channels: 4 } as const;
      const png = await sharp(data, { raw }).png({ compressionLevel: 1 }).toBuffer();
      texture.setImage(new Uint8Array(png)).setMimeType('image/png');
    } catch {
      // A picture without one texture is better than none.
    }
  }
  return copy;
}

const isKtx2 = (texture: Texture): boolean => texture.getMimeType() === 'image/ktx2';

/**
 * A GLB (glTF 2.0, binary) for a page that reads no KTX2: its textures as PNG, and its geometry without compression.
 *
 * @returns null where it has none
 * @throws AssetgenError `ASSETGEN_CONTENT` when `glb` is not a GLB
 */
export async function withoutKtx2(glb: Uint8Array): Promise<Uint8Array | null> {
  const io = await openModelIO(namesDraco(glb));
  const document = await readModel(io, glb);
  const copy = await decodeKtx2(document);
  if (copy === document) return null;
  const root = copy.getRoot();
  const left = root.listTextures().filter(isKtx2);
  // A file with one that nobody can decode would not be shown at all.
  for (const texture of left) texture.dispose();
  for (const each of root.listExtensionsUsed()) {
    if (NOT_WRITTEN.has(each.extensionName)) each.dispose();
  }
  return io.writeBinary(copy);
}

const NOT_WRITTEN: ReadonlySet<string> = new Set([
  'KHR_texture_basisu',
  'EXT_meshopt_compression',
  'KHR_draco_mesh_compression',
]);

/** A picture alone, of a size that is read elsewhere too, whose levels hold no more than their blocks. */
function isSane(image: Uint8Array): boolean {
  if (image.byteLength < SMALLEST) return false;
  const file = new DataView(image.buffer, image.byteOffset, image.byteLength);
  const at = (offset: number): number => file.getUint32(offset, true);
  const [width, height, depth, layers, faces] = [at(20), at(24), at(28), at(32), at(36)];
  // Unsupercompressed, the largest level first: sixteen bytes for each block of 4 × 4 pixels.
  const blocks = Math.ceil(width / 4) * Math.ceil(height / 4);
  const claimed = Number(file.getBigUint64(96, true));
  return (
    width * height <= MOST_PIXELS &&
    depth === 0 &&
    layers <= 1 &&
    faces === 1 &&
    claimed <= blocks * 16
  );
}
