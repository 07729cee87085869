import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from './load-config.ts';

const TS = 'interface X { a: number }\nexport default { budget: 7 as number };\n';
const FORMS: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "x", "assetgen": { "budget": 7 } }',
  'assetgen.config.ts': TS,
  'assetgen.config.mts': TS,
  'assetgen.config.js': 'module.exports = { budget: 7 };',
  'assetgen.config.mjs': 'export default { budget: 7 };',
  'assetgen.config.cjs': 'module.exports = { budget: 7 };',
  'assetgen.config.json': '{ "budget": 7 }',
  '.assetgenrc': 'budget: 7',
  '.assetgenrc.json': '{ "budget": 7 }',
  '.assetgenrc.yaml': 'budget: 7',
  '.assetgenrc.yml': 'budget: 7',
  '.assetgenrc.js': 'module.exports = { budget: 7 };',
  '.assetgenrc.ts': TS,
  '.assetgenrc.mjs': 'export default { budget: 7 };',
  '.assetgenrc.cjs': 'module.exports = { budget: 7 };',
};

describe('loadConfig', () => {
  let root: string;
  beforeEach(async () => {
    root = path.join(await mkdtemp(path.join(os.tmpdir(), 'config-')), 'project');
    await mkdir(root);
  });
  const write = (file: string, text: string) => writeFile(path.join(root, file), text);

  it.each(Object.entries(FORMS))('finds %s', async (name, text) => {
    await write(name, text);
    expect(await loadConfig(root)).toEqual({
      options: { budget: 7 },
      file: path.join(root, name),
    });
  });

  it('finds none where there is none, or an empty one, or one of a folder above', async () => {
    await writeFile(path.join(root, '../assetgen.config.json'), '{ "budget": 7 }');
    expect(await loadConfig(root)).toEqual({ options: {}, file: null });
    await write('package.json', '{ "name": "x" }');
    expect((await loadConfig(root)).options).toEqual({});
    await write('.assetgenrc', '');
    expect((await loadConfig(root)).options).toEqual({});
  });

  it('takes the first in the order of the search', async () => {
    await write('.assetgenrc.json', '{ "budget": 1 }');
    await write('assetgen.config.json', '{ "budget": 2 }');
    expect((await loadConfig(root)).options).toEqual({ budget: 2 });
  });

  it.each([
    ['assetgen.config.json', '{ "budget": '],
    ['assetgen.config.mjs', 'export default {'],
    ['assetgen.config.mjs', 'throw new Error("in the config")'],
    ['assetgen.config.ts', 'throw new Error("in the config")'],
    ['.assetgenrc', 'a: ['],
    ['package.json', '{ nonsense'],
  ])('tells of a %s that cannot be read: %s', async (name, text) => {
    await write(name, text);
    await expect(loadConfig(root)).rejects.toMatchObject({
      code: 'ASSETGEN_CONFIG',
      message: expect.stringMatching(/^the config cannot be read: [^\n]+$/),
    });
  });

  it('tells of a bad option with the path of its file', async () => {
    await write('assetgen.config.json', '{ "budgt": 7 }');
    await expect(loadConfig(root)).rejects.toThrow(
      `${path.join(root, 'assetgen.config.json')}: unknown option "budgt". Did you mean "budget"?`,
    );
  });
});
