import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Keyv } from 'keyv';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/folder-ledger.ts';
import { folderAdapter } from './folder-adapter.ts';

// The cases of Keyv's compliance suite, @keyv/test-suite 2.1.2. It is no dependency: it brings a
// database that is downloaded when it is installed.
async function open(namespace?: string, folder?: string): Promise<Keyv & { folder: string }> {
  const where = folder ?? (await temporaryFolder());
  const store = folderAdapter(where);
  const keyv = new Keyv({ store, throwOnErrors: true, ...(namespace && { namespace }) });
  return Object.assign(keyv, { folder: where });
}

test('what was set is there, and nothing else', async () => {
  const keyv = await open();
  expect(await keyv.get('foo')).toBeUndefined();
  expect(await keyv.set('foo', 'bar')).toBe(true);
  expect(await keyv.get('foo')).toBe('bar');
  expect(await keyv.has('foo')).toBe(true);
  expect(await keyv.get(['foo', 'fizz'])).toEqual(['bar', undefined]);
  expect(await keyv.delete('foo')).toBe(true);
  expect(await keyv.delete('foo')).toBe(false);
  expect(await keyv.has('foo')).toBe(false);
  expect(await readdir(keyv.folder)).toEqual([]);
});

test.each<[string, unknown]>([
  ['false', false],
  ['null', null],
  ['a number', 0],
  ['an empty text', ''],
  ['an object', { fizz: 'buzz', list: [1, { deep: true }] }],
  ['a Buffer', Buffer.from('bar')],
  ['a text of several lines', 'a\nb\r\nc\u2028'],
  ['a text with ":" and quotes', ':base64:"x\''],
])('%s comes back as it was', async (_name, value) => {
  const keyv = await open();
  await keyv.set('foo', value);
  expect(await keyv.get('foo')).toEqual(value);
});

test('any text is a key, and keys that are alike are kept apart', async () => {
  const keyv = await open();
  const keys = ['a', 'A', 'a/b', '../a', 'ä', 'a\nb', 'a'.repeat(500), '__proto__'];
  for (const key of keys) await keyv.set(key, key);
  for (const key of keys) expect(await keyv.get(key)).toBe(key);
});

test('an out-of-date value is gone', async () => {
  const keyv = await open();
  await keyv.set('foo', 'bar', -1);
  expect(await keyv.get('foo')).toBeUndefined();
});

test('a namespace is cleared alone', async () => {
  const one = await open('one');
  const two = await open('two', one.folder);
  await one.set('foo', 1);
  await two.set('foo', 2);
  await one.clear();
  expect([await one.get('foo'), await two.get('foo')]).toEqual([undefined, 2]);
});

test('what the disk refuses is thrown, and is not a key that is missing', async () => {
  const blocked = join(await temporaryFolder(), 'file');
  await writeFile(blocked, '');
  const keyv = await open(undefined, blocked);
  await expect(keyv.get('foo')).rejects.toThrow('ENOTDIR');
  await expect(keyv.set('foo', 1)).rejects.toThrow();
});
