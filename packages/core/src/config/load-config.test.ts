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
    ['assetgen.config.yaml', 'Name it .assetgenrc.yaml.'],
    ['assetgen.config.cts', 'Name it assetgen.config.ts.'],
    ['.assetgenrc.mts', 'Name it .assetgenrc.ts.'],
    ['assetgen.config.toml', 'Write it as assetgen.config.json or assetgen.config.ts.'],
  ])('refuses a %s where there is no other config: nobody reads it', async (name, hint) => {
    await write(name, 'budget: 7');
    await write('assetgen.config.example.json', '{}');
    const message = `${name}: assetgen reads no config of this name`;
    await expect(loadConfig(root)).rejects.toMatchObject({
      code: 'ASSETGEN_CONFIG',
      message,
      hint,
    });
    await write('assetgen.config.json', '{ "budget": 1 }');
    expect((await loadConfig(root)).options).toEqual({ budget: 1 });
  });

  it.each([
    ['assetgen.config.json', '{ "budget": ', '1:13: expected a value'],
    ['assetgen.config.json', '{ "budget": 1\n  "mode": "draft" }', '2:3: expected "," between'],
    ['assetgen.config.json', '{ "budget": yes }', '1:13: expected a JSON value'],
    ['package.json', '{ nonsense', '1:3: expected a JSON value'],
    ['.assetgenrc.yaml', 'budget: 1\n  mode: [', '2:7: bad indentation'],
    ['.assetgenrc', 'a: [', '2:1: unexpected end'],
    ['assetgen.config.mjs', 'export default {', ' '],
    ['assetgen.config.mjs', 'throw new Error("in the config")', '1:7: in the config'],
    ['assetgen.config.cjs', '\nthrow new Error("in the config")', '2:7: in the config'],
    ['assetgen.config.mjs', 'throw "a text"', ' a text'],
    ['assetgen.config.mjs', 'throw new Error("two\\nlines")', '1:7: two'],
    // What it says cannot be set, or is no text.
    ['assetgen.config.ts', 'throw new DOMException("too late")', '1:7: too late'],
    ['assetgen.config.ts', 'throw Object.freeze(new Error("cold"))', '1:21: cold'],
    ['assetgen.config.ts', 'throw Object.assign(new Error("odd"), { stack: 7 })', ' odd'],
    ['assetgen.config.ts', '\nthrow new Error("in the config")', '2:7: in the config'],
    ['assetgen.config.ts', 'export default {\n  budget: 7,,\n};\n', '2:13: Unexpected token `,`.'],
    ['assetgen.config.mts', 'export default {', '1:17: Unexpected token `<eof>`.'],
  ])('tells of a %s that cannot be read, and where: %s', async (name, text, told) => {
    await write(name, text);
    const error = await loadConfig(root).catch((each: unknown) => each as Error);
    expect(error).toMatchObject({ code: 'ASSETGEN_CONFIG' });
    const { message } = error as Error;
    expect(message).toContain(`the config cannot be read: ${name}:${told}`);
    expect(message).not.toContain('\n');
  });

  it.each(['assetgen.config.json', '.assetgenrc.json', 'package.json'])(
    'reads a %s that begins with a mark of its encoding, and one with comments',
    async (name) => {
      const config = '{ "budget": 7 }';
      const text = name === 'package.json' ? `{ "assetgen": ${config} }` : config;
      for (const written of [`\uFEFF${text}`, `// A comment.\n${text}`]) {
        await write(name, written);
        expect((await loadConfig(root)).options).toEqual({ budget: 7 });
      }
    },
  );

  it.each([
    ['assetgen.config.json', '{ "budgt": 7 }', ':1:3'],
    ['assetgen.config.json', '{\n  // Points.\n  "budget": "x"\n}', ':3:3'],
    ['assetgen.config.json', '{\n  "cache": {\n    "remot": "x"\n  }\n}', ':3:5'],
    [
      'assetgen.config.json',
      '{\n  "cache": {\n    "trustedKeys": [\n      "x"\n    ]\n  }\n}',
      ':4:7',
    ],
    ['assetgen.config.json', '[]', ''],
    ['package.json', '{\n  "name": "x",\n  "assetgen": { "budgt": 7 }\n}', ':3:17'],
    ['.assetgenrc', '{\n  "budgt": 7 }', ':2:3'],
    ['.assetgenrc', 'budgt: 7', ''],
    ['.assetgenrc.yaml', 'budgt: 7', ''],
    ['assetgen.config.mjs', 'export default { budgt: 7 };', ''],
  ])('tells of a bad option in %s and where it stands: %s', async (name, text, place) => {
    await write(name, text);
    const error = await loadConfig(root).catch((each: unknown) => each as Error);
    expect(error).toMatchObject({ code: 'ASSETGEN_CONFIG' });
    const [said, what] = (error as Error).message.split(': ');
    expect(said).toBe(`${path.join(root, name)}${place}`);
    expect(what).toMatch(/^(unknown option|"budget"|"cache|expected an object)/);
  });
});
