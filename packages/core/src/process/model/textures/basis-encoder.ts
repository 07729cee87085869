import { readFile } from 'node:fs/promises';
import { AssetgenError } from '@assetgen/client/errors';
import type { TextureCodec } from '../../../manifest/manifest.ts';

/** Pixels as they are stored, row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each. */
  readonly data: Uint8Array;
}

export interface BasisOptions {
  readonly codec: TextureCodec;
  /** 1 to 100. */
  readonly quality: number;
  /** sRGB; else data. */
  readonly color: boolean;
}

/** Basis Universal as WebAssembly, on this thread. */
export interface BasisEncoder {
  /**
   * A KTX 2.0 file with all its mipmaps (KHR_texture_basisu).
   * @throws AssetgenError `ASSETGEN_CONTENT` when it has too many pixels, or cannot be encoded
   */
  encode(pixels: Pixels, options: BasisOptions): Uint8Array;
  /** The largest level of such a file, as a graphics card shows it. */
  decode(ktx2: Uint8Array): Pixels;
}

/** The encoder takes no more: its memory is that of 32 bits. Unit: pixels. */
export const MOST_PIXELS: number = 12 * 1024 * 1024;

/** What of the wrapper of Basis Universal is used (basis_wrappers.cpp). */
interface BasisModule {
  readonly BasisEncoder: new () => {
    setTexType(type: number): void;
    setCreateKTX2File(yes: boolean): void;
    setUASTC(yes: boolean): void;
    setPerceptual(yes: boolean): void;
    setKTX2AndBasisSRGBTransferFunc(yes: boolean): void;
    setMipGen(yes: boolean): void;
    setMipSRGB(yes: boolean): void;
    setQualityLevel(level: number): void;
    setETC1SCompressionLevel(level: number): void;
    setKTX2UASTCSupercompression(yes: boolean): void;
    setPackUASTCFlags(level: number): void;
    setRDOUASTC(yes: boolean): void;
    setRDOUASTCQualityScalar(lambda: number): void;
    setRDOUASTCDictSize(bytes: number): void;
    setSliceSourceImage(
      slice: number,
      data: Uint8Array,
      width: number,
      height: number,
      type: number,
    ): boolean;
    encode(target: Uint8Array): number;
    delete(): void;
  };
  readonly KTX2File: new (file: Uint8Array) => {
    getWidth(): number;
    getHeight(): number;
    startTranscoding(): boolean;
    transcodeImage(
      target: Uint8Array,
      level: number,
      layer: number,
      face: number,
      format: number,
      alphaForOpaque: number,
      channel0: number,
      channel1: number,
    ): number;
    close(): void;
    delete(): void;
  };
  readonly transcoder_texture_format: { readonly cTFRGBA32: { readonly value: number } };
}

/** `cBASISTexType2D`, and pixels as they are rather than a PNG. */
const [TEXTURE_2D, RAW] = [0, 0];
/** Header, descriptors and codebooks of the smallest file. Unit: bytes. */
const SLACK = 64 * 1024;

/**
 * How far back UASTC looks for blocks that are the same. Unit: bytes. Measured on normals of 1024 pixels: 4096, the
 * library's own, takes 3.2 s where this takes 0.7, for 8 % fewer bytes and 0.2 dB less.
 */
const DICTIONARY = 512;

/**
 * Loads the encoder, which is 3 MB of WebAssembly: take it once for a model, and let go of it then, for
 * its memory only grows. The same pixels give the same bytes on every machine.
 */
export async function openBasisEncoder(): Promise<BasisEncoder> {
  await compiled();
  const module = await loadQuietly();
  return {
    encode: (pixels, options) => encode(module, pixels, options),
    decode: (ktx2) => decode(module, ktx2),
  };
}

/** Up to this, a picture leaves an encoder's memory small enough to keep. Unit: pixels. */
const SMALL = 512 * 512;

let shared: Promise<BasisEncoder> | undefined;

/**
 * The encoder that the models of a worker share as long as all that it encodes is small: its tables take 0.2 s of CPU,
 * as much as many a small texture. It decodes nothing but what it made: the file of another could break it for
 * the next model.
 */
export async function shareBasisEncoder(): Promise<BasisEncoder> {
  const opening = (shared ??= openBasisEncoder());
  const letGo = (): void => {
    if (shared === opening) shared = undefined;
  };
  try {
    const { encode, decode } = await opening;
    return {
      encode(pixels, options) {
        if (pixels.width * pixels.height > SMALL) letGo();
        try {
          return encode(pixels, options);
        } catch (error) {
          letGo();
          throw error;
        }
      },
      decode,
    };
  } catch (error) {
    letGo();
    throw error;
  }
}

/** What of the global object is used; types of Node leave it to those of browsers. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> };

let code: Promise<unknown> | undefined;

/**
 * Keeps the code of the encoder for as long as the worker lives. V8 compiles the same bytes once, and shares what
 * it made with every instance while somebody holds one; the library itself lets go of it with each model. Measured:
 * the second model takes 1.3 s of CPU less.
 */
function compiled(): Promise<unknown> {
  const file = new URL('../basis/basis_encoder.wasm', import.meta.resolve('ktx2-encoder'));
  // Without it the library is only slower, or says better what is wrong.
  return (code ??= readFile(file)
    .then((bytes) => WebAssembly.compile(bytes))
    .catch(() => undefined));
}

/**
 * The library prints each slice of each texture by the `console.log` that it finds when it loads: it
 * finds one that says nothing afterwards. Others who print meanwhile are heard.
 */
async function loadQuietly(): Promise<BasisModule> {
  const { NodeBasisEncoder } = await import('ktx2-encoder');
  const { log, error } = console;
  let isMuted = false;
  const mutable =
    (print: typeof log): typeof log =>
    (...words) => {
      if (!isMuted) print(...words);
    };
  const [quietLog, quietError] = [mutable(log), mutable(error)];
  Object.assign(console, { log: quietLog, error: quietError });
  try {
    return (await new NodeBasisEncoder().init()) as unknown as BasisModule;
  } finally {
    // Whoever replaced them meanwhile keeps what he set.
    if (console.log === quietLog) console.log = log;
    if (console.error === quietError) console.error = error;
    isMuted = true;
  }
}

/** 1 to 255, as encoders of Basis Universal count. */
export function qualityLevel(quality: number): number {
  return Math.max(1, Math.round(quality * 2.55));
}

function encode(
  { BasisEncoder }: BasisModule,
  { width, height, data }: Pixels,
  { codec, quality, color }: BasisOptions,
): Uint8Array {
  if (width * height > MOST_PIXELS) {
    throw new AssetgenError(
      'ASSETGEN_CONTENT',
      `a texture of ${width} × ${height} pixels: as KTX2 it has at most ${MOST_PIXELS}`,
      { hint: 'Set "maxSize": 2048 in "textures".' },
    );
  }
  const encoder = new BasisEncoder();
  try {
    encoder.setTexType(TEXTURE_2D);
    encoder.setCreateKTX2File(true);
    encoder.setMipGen(true);
    encoder.setMipSRGB(color);
    encoder.setPerceptual(color);
    encoder.setKTX2AndBasisSRGBTransferFunc(color);
    encoder.setUASTC(codec === 'uastc');
    if (codec === 'uastc') {
      const lambda = (100 - quality) / 10;
      encoder.setKTX2UASTCSupercompression(true);
      encoder.setPackUASTCFlags(lambda === 0 ? 1 : 0);
      encoder.setRDOUASTC(lambda > 0);
      encoder.setRDOUASTCQualityScalar(lambda);
      encoder.setRDOUASTCDictSize(DICTIONARY);
    } else {
      encoder.setETC1SCompressionLevel(1);
      encoder.setQualityLevel(qualityLevel(quality));
    }
    encoder.setSliceSourceImage(0, data, width, height, RAW);
    // No codec takes more than a pixel does, and mipmaps a third of that.
    const target = new Uint8Array(Math.ceil((width * height * 16) / 3) + SLACK);
    const length = encoder.encode(target);
    if (length > 0) return target.slice(0, length);
  } finally {
    encoder.delete();
  }
  const message = `a texture of ${width} × ${height} pixels cannot be encoded as KTX2`;
  throw new AssetgenError('ASSETGEN_CONTENT', message);
}

function decode({ KTX2File, transcoder_texture_format }: BasisModule, ktx2: Uint8Array): Pixels {
  const file = new KTX2File(ktx2);
  try {
    const [width, height] = [file.getWidth(), file.getHeight()];
    const data = new Uint8Array(width * height * 4);
    const { value } = transcoder_texture_format.cTFRGBA32;
    const isRead = file.startTranscoding() && file.transcodeImage(data, 0, 0, 0, value, 0, -1, -1);
    if (!isRead) throw new TypeError('a KTX2 file that its own encoder does not read');
    return { width, height, data };
  } finally {
    file.close();
    file.delete();
  }
}
