import { mkdir, mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Keyv } from 'keyv';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Fingerprint } from '../../brands.ts';
import { createFileAdapter } from './file-adapter.ts';
import { openResultIndex } from './result-index.ts';

let dir: string;
beforeEach(async () => {
  dir = path.join(await mkdtemp(path.join(os.tmpdir(), 'index-')), 'index');
});
const keyv = (namespace?: string) =>
  new Keyv({ store: createFileAdapter(dir), ...(namespace === undefined ? {} : { namespace }) });
const files = async (): Promise<string[]> => {
  const all = await readdir(dir, { recursive: true, withFileTypes: true });
  return all.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name));
};

// Beyond Keyv's own suite (keyv-suite.test.ts): names, several lines, many writers.
describe('a Keyv on files', () => {
  it('gives back what was set, and undefined for what was not', async () => {
    expect(await keyv().set('foo', 'bar')).toBe(true);
    expect(await keyv().get('foo')).toBe('bar');
    expect(await keyv().get('fizz')).toBeUndefined();
    expect(await keyv().getMany(['foo', 'fizz'])).toEqual(['bar', undefined]);
  });

  it.each<[string, unknown]>([
    ['false', false],
    ['null', null],
    ['a number', 0],
    ['an empty text', ''],
    ['an object', { fizz: 'buzz', list: [1, { deep: true }] }],
    ['a Buffer', Buffer.from('bar')],
    ['a text of several lines', 'a\nb\r\nc\u2028'],
    ['a text with ":" and quotes', ':base64:"x\''],
  ])('keeps %s', async (_name, value) => {
    await keyv().set('foo', value);
    expect(await keyv().get('foo')).toEqual(value);
  });

  it('takes keys of any letters, and tells keys apart that are alike', async () => {
    const keys = ['a', 'A', 'a/b', '../a', 'ä', 'a'.repeat(500), '__proto__'];
    for (const key of keys) await keyv().set(key, key);
    for (const key of keys) expect(await keyv().get(key)).toBe(key);
    expect(await files()).toHaveLength(keys.length);
  });

  it('says of many keys which of them stand, as of each', async () => {
    const adapter = createFileAdapter(dir);
    const keys = Array.from({ length: 2_000 }, (_each, index) => `key ${index}`);
    expect(adapter.standMany(keys)).toEqual(keys.map(() => false));
    for (const at of [3, 700, 1_999]) await adapter.set(`key ${at}`, 'x');
    const stand = adapter.standMany(keys);
    expect(stand).toEqual(keys.map((key) => adapter.stands(key)));
    expect(stand.filter(Boolean)).toHaveLength(3);
    expect(adapter.standMany(keys.slice(0, 4))).toEqual([false, false, false, true]);
  });

  it('deletes, and says whether there was something', async () => {
    await keyv().set('foo', 'bar');
    expect(await keyv().has('foo')).toBe(true);
    expect(await keyv().delete('foo')).toBe(true);
    expect(await keyv().delete('foo')).toBe(false);
    expect(await keyv().has('foo')).toBe(false);
    await keyv().set('a', 1);
    expect(await keyv().delete(['a', 'b'])).toBe(true);
    expect(await files()).toEqual([]);
  });

  it('clears its namespace, and no other', async () => {
    await keyv('one').set('foo', 1);
    await keyv('two').set('foo', 2);
    expect(await keyv('one').get('foo')).toBe(1);
    await keyv('one').clear();
    expect(await keyv('one').get('foo')).toBeUndefined();
    expect(await keyv('two').get('foo')).toBe(2);
    await createFileAdapter(dir).clear();
    expect(await keyv('two').get('foo')).toBeUndefined();
  });

  it('forgets what is out of date', async () => {
    await keyv().set('foo', 'bar', -1);
    await keyv().set('long', 'bar', 60_000);
    expect([await keyv().get('foo'), await keyv().get('long')]).toEqual([undefined, 'bar']);
  });

  it('written by many at once, holds one whole value', async () => {
    const values = Array.from({ length: 30 }, (_, index) => `${index}`.repeat(1000));
    await Promise.all(values.map((value) => keyv().set('foo', value)));
    expect(values).toContain(await keyv().get('foo'));
    expect(await files()).toHaveLength(1);
  });
});

describe('the result index', () => {
  const recipe = 'a'.repeat(64) as Fingerprint;
  const known = { jobs: [{ operation: 'x', uuids: ['u'], points: 3 }], variants: [] };

  it('keeps recipes and outputs apart', async () => {
    const index = openResultIndex(dir);
    await index.setRecipe(recipe, known);
    expect(await openResultIndex(dir).recipe(recipe)).toEqual(known);
    expect(await index.output(recipe)).toBeNull();
  });

  it.each([
    ['torn', (text: string) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['of another', () => 'hello'],
    ['its key alone', (text: string) => text.split('\n')[0] ?? ''],
    ['its key and one letter', (text: string) => `${text.split('\n')[0]}x`],
    ['binary', () => '\0\u0001\uFFFD'],
    ['of another shape', (text: string) => `${text.split('\n')[0]}\n{"value":"[1,2]"}`],
    ['null', (text: string) => `${text.split('\n')[0]}\n{"value":"null"}`],
  ])('takes a file that is %s for none', async (_name, spoil) => {
    const index = openResultIndex(dir);
    await index.setRecipe(recipe, known);
    const [file = ''] = await files();
    await writeFile(file, spoil(await readFile(file, 'utf8')));
    expect(await openResultIndex(dir).recipe(recipe)).toBeNull();
    await index.setRecipe(recipe, known);
    expect(await openResultIndex(dir).recipe(recipe)).toEqual(known);
  });

  it('that cannot be written forgets, and stops nobody', async () => {
    await mkdir(path.dirname(dir), { recursive: true });
    await writeFile(dir, 'a file where the folder belongs');
    const index = openResultIndex(dir);
    await expect(index.setRecipe(recipe, known)).resolves.toBeUndefined();
    expect(await index.recipe(recipe)).toBeNull();
  });
});
