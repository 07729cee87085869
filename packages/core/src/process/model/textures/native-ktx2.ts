import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AssetgenError } from '@assetgen/client/errors';
import type { TextureCodec } from '../../../manifest/manifest.ts';
import { qualityLevel } from './basis-encoder.ts';

const DEADLINE_MS = 300_000;

interface NativeOptions {
  readonly codec: TextureCodec;
  /** 1 to 100. */
  readonly quality: number;
  /** sRGB; else data. */
  readonly color: boolean;
}

type Arguments = (input: string, output: string, options: NativeOptions) => string[];

/**
 * Encoders of KTX 2.0 with Basis Universal (KHR_texture_basisu), the first that is found: `ktx` and
 * `toktx` of KTX-Software, and `basisu`.
 */
const ENCODERS: readonly (readonly [string, Arguments])[] = [
  [
    'ktx',
    (input, output, { codec, color, quality }) => [
      'create',
      '--format',
      color ? 'R8G8B8A8_SRGB' : 'R8G8B8A8_UNORM',
      '--assign-oetf',
      color ? 'srgb' : 'linear',
      '--generate-mipmap',
      ...(codec === 'uastc'
        ? ['--encode', 'uastc', '--uastc-quality', '2', '--zstd', '18']
        : ['--encode', 'basis-lz', '--qlevel', String(qualityLevel(quality))]),
      input,
      output,
    ],
  ],
  [
    'toktx',
    (input, output, { codec, color, quality }) => [
      '--t2',
      '--genmipmap',
      '--assign_oetf',
      color ? 'srgb' : 'linear',
      ...(codec === 'uastc'
        ? ['--encode', 'uastc', '--uastc_quality', '2', '--zcmp', '18']
        : ['--encode', 'etc1s', '--qlevel', String(qualityLevel(quality))]),
      output,
      input,
    ],
  ],
  [
    'basisu',
    (input, output, { codec, color, quality }) => [
      '-ktx2',
      '-mipmap',
      '-file',
      input,
      '-output_file',
      output,
      ...(color ? [] : ['-linear']),
      ...(codec === 'uastc' ? ['-uastc'] : ['-q', String(qualityLevel(quality))]),
    ],
  ],
];

/**
 * Encodes pixels as KTX 2.0 by an encoder of this machine. Each version of each of them gives other
 * bytes: that they are taken is an option of the output, and with it in its fingerprint.
 * @param png sides are multiples of four
 * @throws AssetgenError `ASSETGEN_KTX_MISSING` without an encoder, `ASSETGEN_CONTENT` when it fails
 */
export async function encodeNatively(png: Uint8Array, options: NativeOptions): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'assetgen-ktx-'));
  try {
    const input = path.join(folder, 'texture.png');
    const output = path.join(folder, 'texture.ktx2');
    await writeFile(input, png);
    for (const [command, argumentsOf] of ENCODERS) {
      if (!(await ran(command, argumentsOf(input, output, options)))) continue;
      return new Uint8Array(await readFile(output));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const looked = ENCODERS.map(([command]) => command).join(', ');
  throw new AssetgenError(
    'ASSETGEN_KTX_MISSING',
    `"encoder": "native" needs an encoder of KTX2: looked for ${looked} on the PATH, found none`,
    { hint: 'Install KTX-Software or basisu, or leave "encoder" out: assetgen brings one.' },
  );
}

/** False where there is no such command. */
async function ran(command: string, args: readonly string[]): Promise<boolean> {
  try {
    await promisify(execFile)(command, args, { timeout: DEADLINE_MS });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    const message = `${command} made no texture of the format ktx2`;
    throw new AssetgenError('ASSETGEN_CONTENT', message, { cause: error });
  }
}
