import { mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { MOST_REFERENCE_BYTES, saveReference } from './save-reference.ts';

const PNG = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01', 'latin1'),
  Buffer.alloc(20),
]);
const OTHER = Buffer.concat([PNG, Buffer.from('other')]);

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'references-'));
  mkdirSync(path.join(root, 'art'));
});

const save = (name: string, bytes: Uint8Array) => {
  const files = async () => [path.join(root, 'art/assets.gen.json')];
  const unused = () => Promise.reject(new Error('not asked'));
  const ports = { root, manifestFiles: files, manifest: unused, manifestWith: unused };
  return saveReference(ports, name, bytes);
};
const saved = (): string[] => readdirSync(path.join(root, 'art/references')).sort();

it('stands beside the manifest, once for the same bytes, and overwrites nothing', async () => {
  expect(await save('Ann B.PNG', PNG)).toBe('./references/ann-b.png');
  expect(await save('ann b.png', PNG)).toBe('./references/ann-b.png');
  expect(await save('ann b.png', OTHER)).toBe('./references/ann-b-2.png');
  expect(saved()).toEqual(['ann-b-2.png', 'ann-b.png']);
  expect(readFileSync(path.join(root, 'art/references/ann-b.png'))).toEqual(PNG);
});

it.each([
  ['../../../etc/passwd', 'passwd.png'],
  ['..\\..\\x.json', 'x.png'],
  ['', 'image.png'],
  ['.png', 'image.png'],
  ['a\0b', 'a-b.png'],
  ['日本.svg', 'image.png'],
  [`${'x'.repeat(500)}.png`, `${'x'.repeat(60)}.png`],
])('a name is no path, and its extension is that of the bytes: %j', async (name, file) => {
  await save(name, PNG);
  expect(saved()).toEqual([file]);
});

it.each([
  ['a script', Buffer.from('<svg onload="alert(1)"></svg>')],
  ['nothing', Buffer.alloc(0)],
  ['the beginning of a PNG', PNG.subarray(0, 12)],
  ['too much', Buffer.alloc(MOST_REFERENCE_BYTES + 1)],
])('%s is refused, and nothing is written', async (_what, bytes) => {
  await expect(save('a.png', bytes)).rejects.toMatchObject({ code: 'ASSETGEN_USAGE' });
  expect(readdirSync(path.join(root, 'art'))).toEqual([]);
});

it('follows no link out of the project', async () => {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'references-'));
  symlinkSync(elsewhere, path.join(root, 'art/references'));
  await expect(save('a.png', PNG)).rejects.toMatchObject({ code: 'ASSETGEN_LINK' });
  expect(readdirSync(elsewhere)).toEqual([]);
});
