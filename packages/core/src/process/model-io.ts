import { AssetgenError } from '@assetgen/client/errors';
import type { Document, NodeIO } from '@gltf-transform/core';
import { refuseClaims } from './glb-claims.ts';

/** A reader and writer of every ratified extension, with the decoders and encoders of geometry. */
export async function openModelIO(): Promise<NodeIO> {
  const [{ NodeIO, Logger }, { ALL_EXTENSIONS }, { MeshoptDecoder, MeshoptEncoder }, draco] =
    await Promise.all([
      import('@gltf-transform/core'),
      import('@gltf-transform/extensions'),
      import('meshoptimizer'),
      import('draco3dgltf'),
    ]);
  const [decoder, encoder] = await Promise.all([
    draco.default.createDecoderModule(),
    draco.default.createEncoderModule(),
    MeshoptDecoder.ready,
    MeshoptEncoder.ready,
  ]);
  return new NodeIO()
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({
      'draco3d.decoder': decoder,
      'draco3d.encoder': encoder,
      'meshopt.decoder': MeshoptDecoder,
      'meshopt.encoder': MeshoptEncoder,
    });
}

/**
 * Decodes a GLB (glTF 2.0, binary), whatever its geometry is compressed with.
 * @throws AssetgenError `ASSETGEN_CONTENT` when the bytes are no GLB
 */
export async function readModel(io: NodeIO, glb: Uint8Array): Promise<Document> {
  refuseClaims(glb);
  try {
    return await io.readBinary(glb);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AssetgenError('ASSETGEN_CONTENT', `expected a GLB: ${reason}`, { cause: error });
  }
}
