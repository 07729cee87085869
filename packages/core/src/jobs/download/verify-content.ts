import { AssetgenError } from '@assetgen/client/errors';
import type { ModelFormat } from '@assetgen/client';
import { mp4BoxHeader, mp4Brands } from '@assetgen/render/mp4-boxes';
import type { ExpectedResult, ResultFormat } from '../engine-ports.ts';
import { openFile } from '../../fs/open-file.ts';
import type { OpenFile } from '../../fs/open-file.ts';

const ALLOWED: Readonly<Record<'model' | 'image' | 'video', readonly Found[]>> = {
  model: ['glb'],
  image: ['png', 'jpeg', 'webp', 'avif', 'gif'],
  video: ['mp4', 'webm'],
};

/** What the bytes are, by themselves. */
type Found =
  | 'glb'
  | 'png'
  | 'jpeg'
  | 'webp'
  | 'avif'
  | 'heic'
  | 'gif'
  | 'mp4'
  | 'webm'
  | 'zip'
  | 'fbx'
  | 'blend'
  | 'gzip'
  | 'zstd'
  | 'text'
  | 'html'
  | 'unknown';

/** How the formats of conversions may come: an OBJ with its materials comes as a ZIP, for one. */
const CONVERTED: Readonly<Record<ModelFormat, readonly Found[]>> = {
  glb: ['glb'],
  obj: ['text', 'zip'],
  fbx: ['fbx', 'text', 'zip'],
  stl: ['text', 'unknown', 'zip'],
  usdz: ['zip'],
  blend: ['blend', 'gzip', 'zstd', 'zip'],
};

/**
 * Looks at a downloaded file: is it what it should be, and is it whole? Content-Type and
 * Content-Length prove neither. Throws `ASSETGEN_CONTENT`.
 */
export async function verifyContent(file: string, expected: ExpectedResult): Promise<void> {
  const handle = await openFile(file);
  const { size } = handle;
  try {
    const found = identify(await read(handle, 0, Math.min(size, 512)));
    const allowed =
      expected.kind === 'conversion'
        ? (CONVERTED[expected.format as ModelFormat] ?? [expected.format as Found])
        : ALLOWED[expected.kind];
    const wanted = expected.kind === 'conversion' ? expected.format : `a ${expected.kind}`;
    if (!allowed.includes(found)) {
      throw bad(`expected ${wanted} (${allowed.join(', ')}), found ${size} bytes of ${found}`);
    }
    const problem = await incomplete(handle, size, found, expected);
    if (problem !== null) {
      throw bad(`the ${found} is incomplete: ${problem}`);
    }
  } finally {
    await handle.close();
  }
}

function bad(message: string): AssetgenError {
  return new AssetgenError('ASSETGEN_CONTENT', message, {
    hint: 'The file was not kept. Run again to download it again.',
  });
}

function identify(head: Buffer): Found {
  const start = head.toString('latin1');
  const at = (from: number, text: string): boolean => start.startsWith(text, from);
  if (at(0, 'glTF')) return 'glb';
  if (at(0, '\x89PNG\r\n\x1a\n')) return 'png';
  if (at(0, '\xff\xd8\xff')) return 'jpeg';
  if (at(0, 'RIFF') && at(8, 'WEBP')) return 'webp';
  if (at(0, 'GIF8')) return 'gif';
  if (at(4, 'ftyp')) return kindOfBrands(mp4Brands(head));
  if (at(0, '\x1a\x45\xdf\xa3')) return 'webm';
  if (at(0, 'PK\x03\x04')) return 'zip';
  if (at(0, 'Kaydara FBX Binary')) return 'fbx';
  if (at(0, 'BLENDER')) return 'blend';
  if (at(0, '\x1f\x8b')) return 'gzip';
  if (at(0, '\x28\xb5\x2f\xfd')) return 'zstd';
  const text = start.trimStart().toLowerCase();
  if (/^(<!doctype html|<html|<head|<\?xml|<error)/.test(text)) return 'html';
  return head.length > 0 && head.every(isText) ? 'text' : 'unknown';
}

function kindOfBrands(brands: readonly string[]): 'avif' | 'heic' | 'mp4' {
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return 'avif';
  return /^(?:mif1|msf1|he..)$/.test(brands[0] ?? '') ? 'heic' : 'mp4';
}

function isText(byte: number): boolean {
  return byte >= 32 || byte === 9 || byte === 10 || byte === 13;
}

/** Why the file ends too early, or too late; null when it is whole. */
async function incomplete(
  handle: OpenFile,
  size: number,
  found: Found,
  expected: ExpectedResult,
): Promise<string | null> {
  switch (found) {
    case 'glb':
      return glbProblem(await read(handle, 0, 12), size);
    case 'png':
      return pngProblem(handle, size);
    case 'jpeg':
      return (await tail(handle, 4096)).lastIndexOf('\xff\xd9', undefined, 'latin1') >= 0
        ? null
        : 'no EOI at its end';
    case 'webp':
      return lengthProblem((await read(handle, 0, 12)).readUInt32LE(4) + 8, size);
    case 'gif':
      return (await tail(handle, 1))[0] === 0x3b ? null : 'no trailer at its end';
    case 'mp4':
    case 'avif':
      return boxesProblem(handle, size, found);
    case 'zip':
      return zipProblem(await tail(handle, 65_557));
    case 'unknown':
      return expected.kind === 'conversion' && expected.format === 'stl'
        ? stlProblem(await read(handle, 80, 4), size)
        : null;
    case 'text':
      return expected.kind === 'conversion' ? textProblem(handle, size, expected.format) : null;
    default:
      return size > 0 ? null : 'it is empty';
  }
}

function glbProblem(head: Buffer, size: number): string | null {
  if (head.length < 12) {
    return 'its header is cut';
  }
  const version = head.readUInt32LE(4);
  return version === 2
    ? lengthProblem(head.readUInt32LE(8), size)
    : `its version is ${version}, not 2`;
}

/** RIFF pads to an even length that its header does not count. */
function lengthProblem(claimed: number, size: number): string | null {
  return claimed === size || claimed + (claimed % 2) === size
    ? null
    : `it says ${claimed} bytes and has ${size}`;
}

/** 800 MB in chunks of 8 kB. */
const MAX_CHUNKS = 100_000;

/**
 * Its chunks follow each other up to IEND at its end (PNG, 5.3), which bytes that are lost on the way, or put in
 * between, break.
 */
async function pngProblem(handle: OpenFile, size: number): Promise<string | null> {
  let offset = 8;
  for (let chunks = 1; offset + 12 <= size; chunks += 1) {
    if (chunks > MAX_CHUNKS) return `it has more than ${MAX_CHUNKS} chunks`;
    const head = await read(handle, offset, 8);
    const type = head.toString('latin1', 4);
    if (!/^[A-Za-z]{4}$/.test(type)) return `no chunk at byte ${offset}`;
    offset += 12 + head.readUInt32BE(0);
    if (type === 'IEND') return lengthProblem(offset, size);
  }
  return 'no IEND at its end';
}

/** A film of a day in pieces of two seconds. */
const MAX_BOXES = 100_000;

/** ISO base media: the boxes fill the file exactly, and one of them describes the media. */
async function boxesProblem(
  handle: OpenFile,
  size: number,
  found: 'mp4' | 'avif',
): Promise<string | null> {
  const seen = new Set<string>();
  let offset = 0;
  for (let boxes = 1; offset < size; boxes += 1) {
    if (boxes > MAX_BOXES) return `it has more than ${MAX_BOXES} boxes`;
    const head = await read(handle, offset, 16);
    const box = mp4BoxHeader(head, size - offset);
    if (box === null) {
      return 'its last box is cut';
    }
    if (box.size < 8 || offset + box.size > size) {
      return `its box ${JSON.stringify(box.type)} is cut`;
    }
    seen.add(box.type);
    offset += box.size;
  }
  const needed = found === 'mp4' ? ['moov'] : ['meta'];
  const missing = needed.filter((type) => !seen.has(type));
  return missing.length === 0 ? null : `no ${missing.join(', ')} box in it`;
}

function zipProblem(end: Buffer): string | null {
  const at = end.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (at < 0 || at + 22 > end.length) {
    return 'no end record';
  }
  return at + 22 + end.readUInt16LE(at + 20) === end.length ? null : 'its end record is cut';
}

/** Binary STL: 80 bytes, a count, 50 bytes a triangle. */
function stlProblem(count: Buffer, size: number): string | null {
  if (count.length < 4) {
    return 'its header is cut';
  }
  return lengthProblem(84 + 50 * count.readUInt32LE(0), size);
}

async function textProblem(
  handle: OpenFile,
  size: number,
  format: ResultFormat,
): Promise<string | null> {
  const end = (await tail(handle, 256)).toString('latin1');
  if (format === 'stl') {
    const count = await read(handle, 80, 4);
    // A binary STL may have a header of text; then only its count can tell.
    return /endsolid[^\n]*\s*$/.test(end) ? null : stlProblem(count, size);
  }
  if (format === 'fbx') {
    return (await read(handle, 0, 5)).toString('latin1') === '; FBX' ? null : 'no FBX header';
  }
  if (format === 'obj') {
    const head = (await read(handle, 0, Math.min(size, 65_536))).toString('latin1');
    return /^(v|o|g|mtllib|usemtl)\s/m.test(head) ? null : 'no vertices in it';
  }
  return null;
}

function read(handle: OpenFile, position: number, length: number): Promise<Buffer> {
  return handle.read(position, length);
}

function tail(handle: OpenFile, length: number): Promise<Buffer> {
  const { size } = handle;
  return read(handle, Math.max(0, size - length), Math.min(size, length));
}
