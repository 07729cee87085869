// The shortest program that makes a chain of LODs by the libraries of our step: it reads and welds once, makes each
// level from the one before, and quantises, compresses and writes each. It looks at nothing and checks nothing; its
// errors add up from level to level.
import { Logger, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { cloneDocument, meshopt, simplify, textureCompress, weld } from '@gltf-transform/functions';
import { MeshoptDecoder, MeshoptEncoder, MeshoptSimplifier } from 'meshoptimizer';
import sharp from 'sharp';

/**
 * @param {Uint8Array} glb
 * @param {readonly number[]} shares of the triangles, each smaller than the one before
 * @returns {Promise<Uint8Array[]>} a GLB for each, and the whole one first
 */
export async function shortestLods(glb, shares) {
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready, MeshoptSimplifier.ready]);
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'meshopt.decoder': MeshoptDecoder,
    'meshopt.encoder': MeshoptEncoder,
  });
  const level = await io.readBinary(glb);
  level.setLogger(new Logger(Logger.Verbosity.SILENT));
  const textures = { encoder: sharp, targetFormat: 'webp', resize: [1024, 1024] };
  await level.transform(weld(), textureCompress(textures));
  const made = [];
  let share = 1;
  for (const next of [1, ...shares]) {
    if (next < share) {
      const error = 0.01 / Math.sqrt(next);
      const options = { simplifier: MeshoptSimplifier, ratio: next / share, error };
      await level.transform(simplify(options));
    }
    share = next;
    const written = cloneDocument(level);
    written.setLogger(level.getLogger());
    await written.transform(meshopt({ encoder: MeshoptEncoder, level: 'high' }));
    made.push(await io.writeBinary(written));
  }
  return made;
}
