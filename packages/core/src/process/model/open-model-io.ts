import { AssetgenError } from '@assetgen/client/errors';
import type { Document, NodeIO, Texture } from '@gltf-transform/core';
import { readPacked } from './read-packed.ts';
import { refuseClaims } from './refuse-claims.ts';

/**
 * A reader and writer of every ratified extension, with the decoders and encoders of geometry.
 * @param draco false for a model that neither has nor gets Draco: its wasm takes longer to start
 * than meshopt takes to compress a small model. @default true
 */
export async function openModelIO(draco: boolean = true): Promise<NodeIO> {
  const [{ NodeIO, Logger }, { ALL_EXTENSIONS }, { MeshoptDecoder, MeshoptEncoder }, modules] =
    await Promise.all([
      import('@gltf-transform/core'),
      import('@gltf-transform/extensions'),
      import('meshoptimizer'),
      draco ? dracoModules() : {},
    ]);
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);
  return new NodeIO()
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({
      ...modules,
      'meshopt.decoder': MeshoptDecoder,
      'meshopt.encoder': MeshoptEncoder,
    });
}

async function dracoModules(): Promise<Record<string, unknown>> {
  const { default: draco } = await import('draco3dgltf');
  const [decoder, encoder] = await Promise.all([
    draco.createDecoderModule(),
    draco.createEncoderModule(),
  ]);
  return { 'draco3d.decoder': decoder, 'draco3d.encoder': encoder };
}

/** Whether the JSON of a GLB, its first chunk (glTF 2.0, section 4.4), names Draco. */
export function namesDraco(glb: Uint8Array): boolean {
  const bytes = Buffer.from(glb.buffer, glb.byteOffset, glb.byteLength);
  if (bytes.length < 20) return false;
  return bytes.subarray(20, 20 + bytes.readUInt32LE(12)).includes('KHR_draco_mesh_compression');
}

/**
 * Decodes a GLB (glTF 2.0, binary), whatever its geometry is compressed with.
 * @throws AssetgenError `ASSETGEN_CONTENT` when the bytes are no GLB
 */
export async function readModel(io: NodeIO, glb: Uint8Array): Promise<Document> {
  refuseClaims(glb);
  let document: Document;
  try {
    document = await readPacked(io, glb);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AssetgenError('ASSETGEN_CONTENT', `expected a GLB: ${reason}`, { cause: error });
  }
  if (document.getRoot().listTextures().some(isHeadless)) {
    const found = 'a texture that is a PNG without a header';
    throw new AssetgenError('ASSETGEN_CONTENT', `expected a GLB that can be read, found ${found}`);
  }
  return document;
}

/**
 * Whether a PNG begins with another chunk than its header. The Khronos validator throws at such a
 * one where nobody can catch it, and takes the process along.
 */
function isHeadless(texture: Texture): boolean {
  const head = Buffer.from(texture.getImage()?.subarray(0, 16) ?? []).toString('latin1');
  return head.startsWith('\x89PNG') && head.slice(12) !== 'IHDR';
}
