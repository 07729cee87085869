import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { linkGuard } from './link-guard.ts';

/** Decoders of three.js that are files, and where they stand: workers load them by their URLs. */
const DECODERS: Readonly<Record<string, string>> = {
  'draco_wasm_wrapper.js': 'draco/gltf',
  'draco_decoder.wasm': 'draco/gltf',
  'basis_transcoder.js': 'basis',
  'basis_transcoder.wasm': 'basis',
};

interface StagedFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
}

/** Code that runs in a browser, and stands in this package as it is. */
export function readRuntime(name: string): string {
  return readFileSync(new URL(`../../runtime/${name}.js`, import.meta.url), 'utf8');
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

/**
 * Copies a decoder beside the outputs, for bundlers to emit it as they do those. It is loaded by its URL
 * whatever it is made of: its name ends in `.bin`.
 */
function stageDecoder(file: string, root: string): StagedFile {
  let content: Buffer;
  try {
    const require = createRequire(path.join(root, 'package.json'));
    content = readFileSync(require.resolve(`three/examples/jsm/libs/${DECODERS[file]}/${file}`));
  } catch (error) {
    throw new AssetgenError('ASSETGEN_PEER', `expected "three" with its decoder ${file}`, {
      hint: 'Install it: `npm install three`.',
      cause: error,
    });
  }
  const place = path.join(root, '.assetgen', 'decoders', `${file}.bin`);
  if (!existsSync(place) || !readFileSync(place).equals(content)) {
    linkGuard(root)(place);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path: place, bytes: content.length, sha256 };
}
