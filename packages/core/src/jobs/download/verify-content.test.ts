import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExpectedResult } from '../engine-ports.ts';
import { tinyGlb } from '../testing/fake-service.ts';
import { verifyContent } from './verify-content.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assetgen-content-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const box = (type: string, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32BE(size, 0);
  bytes.write(type, 4, 'latin1');
  return bytes;
};
const riff = Buffer.alloc(60);
riff.write('RIFF', 0, 'latin1');
riff.writeUInt32LE(52, 4);
riff.write('WEBP', 8, 'latin1');
const mp4 = Buffer.concat([box('ftyp', 24), box('mdat', 400), box('moov', 120)]);
/** An image of HEIF: its first brand is that of all of them. */
const heif = (...brands: readonly string[]): Buffer => {
  const ftyp = box('ftyp', 16 + 4 * (brands.length - 1));
  ftyp.write(brands[0] ?? '', 8, 'latin1');
  ftyp.write(brands.slice(1).join(''), 16, 'latin1');
  return Buffer.concat([ftyp, box('meta', 90), box('mdat', 400)]);
};
const chunk = (type: string, size: number): Buffer => {
  const bytes = Buffer.alloc(12 + size);
  bytes.writeUInt32BE(size, 0);
  bytes.write(type, 4, 'latin1');
  return bytes;
};
const PNG_START = Buffer.concat([latin1('\x89PNG\r\n\x1a\n'), chunk('IHDR', 13)]);
const png = Buffer.concat([PNG_START, chunk('IDAT', 90), chunk('IDAT', 40), chunk('IEND', 0)]);
const stl = Buffer.alloc(84 + 150);
stl.writeUInt32LE(3, 80);

const convert = (format: Extract<ExpectedResult, { kind: 'conversion' }>['format']) =>
  ({ kind: 'conversion', format }) as const;

const WHOLE: readonly (readonly [string, Uint8Array, ExpectedResult])[] = [
  ['GLB', tinyGlb('x'), { kind: 'model' }],
  ['AVIF', heif('avif', 'mif1', 'miaf'), { kind: 'image' }],
  ['AVIF that names itself last', heif('mif1', 'miaf', 'MA1B', 'avif'), { kind: 'image' }],
  ['PNG', png, { kind: 'image' }],
  [
    'JPEG',
    Buffer.concat([latin1('\xff\xd8\xff\xe0'), Buffer.alloc(90), latin1('\xff\xd9')]),
    { kind: 'image' },
  ],
  ['WebP', riff, { kind: 'image' }],
  ['MP4', mp4, { kind: 'video' }],
  ['USDZ', zipSync({ 'a.usdc': new Uint8Array(99) }, { level: 0 }), convert('usdz')],
  ['OBJ as ZIP', zipSync({ 'a.obj': latin1('v 0 0 0\n') }), convert('obj')],
  ['OBJ', latin1('# made\nmtllib a.mtl\nv 0 0 0\n'), convert('obj')],
  ['STL', stl, convert('stl')],
  ['STL as text', latin1('solid a\nfacet normal 0 0 1\nendfacet\nendsolid a\n'), convert('stl')],
  ['FBX', latin1('Kaydara FBX Binary  \0\x1a\0rest'), convert('fbx')],
  ['BLEND', latin1('BLENDER-v300rest'), convert('blend')],
];

async function verify(bytes: Uint8Array, expected: ExpectedResult): Promise<void> {
  const file = join(folder, 'file');
  await writeFile(file, bytes);
  await verifyContent(file, expected);
}

describe('verifyContent', () => {
  it.each(WHOLE)('%s: whole', async (_name, bytes, expected) => {
    await expect(verify(bytes, expected)).resolves.toBeUndefined();
  });

  const endless = new Set(['FBX', 'BLEND', 'OBJ', 'STL as text']);
  it.each(WHOLE.filter(([name]) => !endless.has(name)))(
    '%s: cut',
    async (_name, bytes, expected) => {
      for (const cut of [1, 7, Math.floor(bytes.length / 2)]) {
        await expect(verify(bytes.subarray(0, bytes.length - cut), expected)).rejects.toMatchObject(
          {
            code: 'ASSETGEN_CONTENT',
          },
        );
      }
    },
  );

  it.each(WHOLE.filter(([name]) => ['GLB', 'MP4'].includes(name)))(
    '%s: with more than is held in memory after its end',
    async (name, bytes, expected) => {
      const after = Buffer.alloc(2_000_000);
      // A last chunk, and a box that reaches to the end of the file, may be as long as they like.
      const longer = Buffer.concat([bytes, after]);
      if (name === 'GLB') longer.writeUInt32LE(longer.length, 8);
      if (name === 'MP4') longer.writeUInt32BE(after.length, bytes.length);
      await expect(verify(longer, expected)).resolves.toBeUndefined();
      const cut = longer.subarray(0, longer.length - 9);
      await expect(verify(cut, expected)).rejects.toMatchObject({ code: 'ASSETGEN_CONTENT' });
    },
  );

  it.each([
    ['that lost a byte', Buffer.concat([png.subarray(0, 60), png.subarray(61)])],
    ['of two halves', Buffer.concat([png.subarray(0, 80), png.subarray(64)])],
    [
      'whose last chunk but one ends too late',
      Buffer.concat([PNG_START, chunk('IDAT', 99).subarray(0, 50), chunk('IEND', 0)]),
    ],
  ])('a PNG %s is not whole, though it ends as one', async (_name, bytes) => {
    await expect(verify(bytes, { kind: 'image' })).rejects.toThrow('the png is incomplete');
  });

  it('STL as text: cut before its end', async () => {
    const cut = latin1('solid a\nfacet normal 0 0 1\nendfacet\n');
    await expect(verify(cut, convert('stl'))).rejects.toMatchObject({ code: 'ASSETGEN_CONTENT' });
  });

  it.each(WHOLE.filter(([name]) => ['GLB', 'PNG', 'WebP', 'MP4', 'STL'].includes(name)))(
    '%s: with more after its end',
    async (_name, bytes, expected) => {
      const longer = Buffer.concat([bytes, Buffer.alloc(9, 1)]);
      await expect(verify(longer, expected)).rejects.toMatchObject({ code: 'ASSETGEN_CONTENT' });
    },
  );

  it.each([
    ['HTML', '<!doctype html><title>maintenance</title>', 'html'],
    ['an XML error', '<?xml version="1.0"?><Error/>', 'html'],
    ['JSON', '{"error":"no"}', 'text'],
    ['nothing', '', 'unknown'],
    ['noise', '\x01\x02\x03\xfe', 'unknown'],
    ['HEIC', heif('mif1', 'miaf', 'heic').toString('latin1'), 'heic'],
  ])('%s is none of them, and says what it is', async (_name, text, found) => {
    for (const kind of ['model', 'image', 'video'] as const) {
      await expect(verify(latin1(text), { kind })).rejects.toThrow(`of ${found}`);
    }
    for (const format of ['glb', 'fbx', 'stl', 'usdz', 'blend', 'obj'] as const) {
      await expect(verify(latin1(text), convert(format))).rejects.toMatchObject({
        code: 'ASSETGEN_CONTENT',
      });
    }
  });
});
