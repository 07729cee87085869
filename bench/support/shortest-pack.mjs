// The shortest program that makes of a GLB what our step makes of its geometry, by the same libraries: read, weld,
// simplify, quantise, compress, write. It looks at nothing, checks nothing and tells nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import { Logger, NodeIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import { meshopt, simplify, weld } from '@gltf-transform/functions';
import { MeshoptDecoder, MeshoptEncoder, MeshoptSimplifier } from 'meshoptimizer';

const [from, to, ratio] = process.argv.slice(2);
await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready, MeshoptSimplifier.ready]);
const io = new NodeIO()
  .registerExtensions([EXTMeshoptCompression, KHRMeshQuantization])
  .registerDependencies({ 'meshopt.decoder': MeshoptDecoder, 'meshopt.encoder': MeshoptEncoder });
const document = await io.readBinary(readFileSync(from));
document.setLogger(new Logger(Logger.Verbosity.SILENT));
await document.transform(
  weld(),
  simplify({ simplifier: MeshoptSimplifier, ratio: Number(ratio), error: 0.01 }),
  meshopt({ encoder: MeshoptEncoder, level: 'high' }),
);
writeFileSync(to, await io.writeBinary(document));
