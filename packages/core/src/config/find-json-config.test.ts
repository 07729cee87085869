import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findJsonConfig } from './find-json-config.ts';
import { CONFIG_FILES } from './load-config.ts';
import { searchConfig } from './search-config.ts';

describe('findJsonConfig', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'json-config-'));
  });
  const write = (file: string, text: string) => writeFile(path.join(root, file), text);

  it.each<[string, Readonly<Record<string, string>>]>([
    ['none', {}],
    ['a file', { 'assetgen.config.json': '{ "budget": 7 }' }],
    ['a key of package.json', { 'package.json': '{ "assetgen": { "budget": 7 } }' }],
    ['a key of package.json that is none', { 'package.json': '{ "assetgen": 7 }' }],
    ['the first', { 'assetgen.config.json': '{}', '.assetgenrc.json': '{ "budget": 7 }' }],
    [
      'the second, as the first has no key',
      { 'package.json': '{ "assetgen": null }', '.assetgenrc.json': '{ "budget": 7 }' },
    ],
    ['one before a file of another form', { 'assetgen.config.json': '{}', '.assetgenrc': 'a: [' }],
  ])('finds what cosmiconfig finds: %s', async (_what, files) => {
    for (const [file, text] of Object.entries(files)) await write(file, text);
    const names = CONFIG_FILES.filter((name) => files[name] !== undefined);
    const found = findJsonConfig(root, names, root);
    expect(found).not.toBeNull();
    expect(found).toEqual(await searchConfig(root, CONFIG_FILES));
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['another form', { '.assetgenrc': 'budget: 7' }],
    ['a program', { 'assetgen.config.js': '' }],
    ['imports', { 'assetgen.config.json': '{ "$import": "other.json" }' }],
    ['imports of a key', { 'package.json': '{ "assetgen": { "$import": "other.json" } }' }],
    ['an empty file', { 'assetgen.config.json': '' }],
    ['a mistake', { 'package.json': '{ nonsense' }],
    ['no object', { 'assetgen.config.json': '[]' }],
    ['settings of cosmiconfig', { 'package.json': '{ "cosmiconfig": {} }' }],
    ['settings of cosmiconfig elsewhere', { 'package.yaml': 'cosmiconfig: {}' }],
  ])('leaves to cosmiconfig what it may read in another way: %s', async (_what, files) => {
    for (const [file, text] of Object.entries(files)) await write(file, text);
    const names = CONFIG_FILES.filter((name) => files[name] !== undefined);
    expect(findJsonConfig(root, names, root)).toBeNull();
  });

  it('leaves all to cosmiconfig where its folder of settings stands', async () => {
    await mkdir(path.join(root, '.config'));
    expect(findJsonConfig(root, [], root)).toBeNull();
  });
});
