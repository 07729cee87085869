import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { linkGuard } from './link-guard.ts';
import { nodeCrypto } from './node-crypto.ts';

/** Decoders that are files, and where three.js has them: workers load them by their URLs. */
const OF_THREE: Readonly<Record<string, string>> = {
  'draco_wasm_wrapper.js': 'draco/gltf',
  'draco_decoder.wasm': 'draco/gltf',
  'basis_transcoder.js': 'basis',
  'basis_transcoder.wasm': 'basis',
};

/** Other engines have no transcoder of their own either. */
const KTX2_HINT =
  'It decodes KTX2 textures. Install it: `npm install -D three`, or choose other textures in the manifest: `"textures": { "format": "webp" }`.';

/** Those of a dependency of ours, for engines whose packages hold none. */
const OF_OURS: Readonly<Record<string, string>> = {
  'draco_decoder_gltf.wasm': 'draco3dgltf/draco_decoder_gltf.wasm',
  'draco_decoder_gltf_nodejs.js': 'draco3dgltf/draco_decoder_gltf_nodejs.js',
};

interface StagedFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
}

/** A file of this package, to which this module need not belong any more: the build joins it to plugins. */
function ownPackage(): string {
  return createRequire(import.meta.url).resolve('@assetgen/core/package.json');
}

/** Code that runs in a browser, and stands in this package as it is. */
export function readRuntime(name: string): string {
  // A decoder that is a module, for engines that would fetch it as a script from a foreign place.
  if (name === 'meshopt') {
    return readFileSync(createRequire(ownPackage()).resolve('meshoptimizer/decoder'), 'utf8');
  }
  return readFileSync(path.join(path.dirname(ownPackage()), 'runtime', `${name}.js`), 'utf8');
}

/** @param root absolute path of the project, whose three.js it is */
export function codeFiles(root: string): {
  runtime(name: string): string;
  decoder(name: string): StagedFile;
} {
  return {
    runtime: readRuntime,
    decoder: (name: string) => stageDecoder(path.basename(name, '.bin'), root),
  };
}

function decoderPath(file: string, root: string): string {
  const ours = OF_OURS[file];
  if (ours !== undefined) return createRequire(ownPackage()).resolve(ours);
  const own = createRequire(path.join(root, 'package.json'));
  return own.resolve(`three/examples/jsm/libs/${OF_THREE[file]}/${file}`);
}

/**
 * Copies a decoder beside the outputs, for bundlers to emit it as they do those. It is loaded by its URL
 * whatever it is made of: its name ends in `.bin`.
 */
function stageDecoder(file: string, root: string): StagedFile {
  let content: Buffer;
  try {
    content = readFileSync(decoderPath(file, root));
  } catch (error) {
    throw new AssetgenError('ASSETGEN_PEER', `expected "three" with its decoder ${file}`, {
      hint: OF_THREE[file] === 'basis' ? KTX2_HINT : 'Install it: `npm install three`.',
      cause: error,
    });
  }
  const place = path.join(root, '.assetgen', 'decoders', `${file}.bin`);
  if (!existsSync(place) || !readFileSync(place).equals(content)) {
    linkGuard(root)(place);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
  const sha256 = nodeCrypto().createHash('sha256').update(content).digest('hex');
  return { path: place, bytes: content.length, sha256 };
}
