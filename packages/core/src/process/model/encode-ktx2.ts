import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { AssetgenError } from '@assetgen/client/errors';

const DEADLINE_MS = 300_000;

interface KtxOptions {
  /** Of width and height. Unit: pixels. */
  readonly limit: number | undefined;
  /** 1 to 100. */
  readonly quality: number | undefined;
  /** sRGB; else data. */
  readonly color: boolean;
  readonly normals: boolean;
}

type Arguments = (input: string, output: string, options: KtxOptions) => string[];

/**
 * Encoders of KTX 2.0 with Basis Universal (KHR_texture_basisu), the first that is found: `ktx` and
 * `toktx` of KTX-Software, and `basisu`. Normals, where blocks show, are UASTC; all else is ETC1S.
 */
const ENCODERS: readonly (readonly [string, Arguments])[] = [
  [
    'ktx',
    (input, output, { color, normals, quality = 80 }) => [
      'create',
      '--format',
      color ? 'R8G8B8A8_SRGB' : 'R8G8B8A8_UNORM',
      '--assign-oetf',
      color ? 'srgb' : 'linear',
      '--generate-mipmap',
      ...(normals
        ? ['--encode', 'uastc', '--uastc-quality', '2', '--zstd', '18']
        : ['--encode', 'basis-lz', '--qlevel', qualityLevel(quality)]),
      input,
      output,
    ],
  ],
  [
    'toktx',
    (input, output, { color, normals, quality = 80 }) => [
      '--t2',
      '--genmipmap',
      '--assign_oetf',
      color ? 'srgb' : 'linear',
      ...(normals
        ? ['--encode', 'uastc', '--uastc_quality', '2', '--zcmp', '18']
        : ['--encode', 'etc1s', '--qlevel', qualityLevel(quality)]),
      output,
      input,
    ],
  ],
  [
    'basisu',
    (input, output, { color, normals, quality = 80 }) => [
      '-ktx2',
      '-mipmap',
      '-file',
      input,
      '-output_file',
      output,
      ...(color ? [] : ['-linear']),
      ...(normals ? ['-uastc'] : ['-q', qualityLevel(quality)]),
    ],
  ],
];

/** 1 to 255, as the encoders count. */
function qualityLevel(quality: number): string {
  return String(Math.max(1, Math.round(quality * 2.55)));
}

/**
 * Encodes a texture as KTX 2.0 by an encoder of this machine; no encoder comes with us. Sides become
 * multiples of four, which the format's blocks need.
 * @throws AssetgenError `ASSETGEN_KTX_MISSING` without an encoder, `ASSETGEN_CONTENT` when it fails
 */
export async function encodeKtx2(
  source: Uint8Array,
  options: KtxOptions,
): Promise<{ image: Uint8Array; mimeType: string }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'assetgen-ktx-'));
  try {
    const input = path.join(folder, 'texture.png');
    const output = path.join(folder, 'texture.ktx2');
    await writeFile(input, await asPng(source, options.limit));
    for (const [command, argumentsOf] of ENCODERS) {
      if (!(await ran(command, argumentsOf(input, output, options)))) continue;
      const image = await readFile(output);
      return { image: new Uint8Array(image), mimeType: 'image/ktx2' };
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const looked = ENCODERS.map(([command]) => command).join(', ');
  throw new AssetgenError(
    'ASSETGEN_KTX_MISSING',
    `textures of the format ktx2 need an encoder: looked for ${looked} on the PATH, found none`,
    { hint: 'Install KTX-Software or basisu, or take another format: "webp" is read everywhere.' },
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

async function asPng(source: Uint8Array, limit: number | undefined): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(source).metadata();
  const shrink = limit === undefined ? 1 : Math.min(1, limit / Math.max(width, height));
  const blocks = (side: number): number => Math.max(4, Math.round((side * shrink) / 4) * 4);
  return sharp(source)
    .resize(blocks(width), blocks(height), { fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
