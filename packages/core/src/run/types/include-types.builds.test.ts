import { mkdir, mkdtemp, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { includeTypes } from './include-types.ts';
import { lookForTypes } from './look-for-types.ts';

type Files = Readonly<Record<string, string>>;

async function write(files: Files): Promise<string> {
  const root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'tsconfig-')));
  const all = { 'assets.gen.d.ts': '', 'package.json': '{}', 'src/main.ts': '', ...files };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  }
  return root;
}

/** Whether the compiler itself reads the types by this config. */
function compilerReads(root: string, name: string): boolean {
  const file = path.join(root, name);
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, path.dirname(file), {}, file);
  return parsed.fileNames.includes(path.join(root, 'assets.gen.d.ts'));
}

const below = (root: string, files: readonly string[]): string[] =>
  files.map((file) => path.relative(root, file));

/** As the templates of these projects write them. */
const VITE_REACT = {
  'tsconfig.json':
    '{\n  "files": [],\n  "references": [\n    { "path": "./tsconfig.app.json" },\n    { "path": "./tsconfig.node.json" }\n  ]\n}\n',
  'tsconfig.app.json':
    '{\n  "compilerOptions": {\n    "types": ["vite/client"],\n\n    /* Linting */\n    "strict": true\n  },\n  "include": ["src"]\n}\n',
  'tsconfig.node.json': '{\n  "include": ["vite.config.ts"]\n}\n',
};
const VUE = {
  'tsconfig.json':
    '{ "files": [], "references": [{ "path": "./tsconfig.node.json" }, { "path": "./tsconfig.app.json" }, { "path": "./tsconfig.vitest.json" }] }',
  'tsconfig.app.json':
    '{ "extends": "./base.json", "include": ["env.d.ts", "src/**/*", "src/**/*.vue"], "exclude": ["src/**/__tests__/*"] }',
  'tsconfig.vitest.json':
    '{ "extends": "./tsconfig.app.json", "include": ["src/**/__tests__/*", "env.d.ts"], "exclude": [] }',
  'tsconfig.node.json':
    '{ "extends": "./base.json", "include": ["vite.config.*", "vitest.config.*", "nightwatch.conf.*"] }',
  'base.json': '{ "compilerOptions": { "strict": true } }',
};

const NX = {
  'tsconfig.json':
    '{ "files": [], "include": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.spec.json" }] }',
  'tsconfig.app.json': '{ "exclude": ["src/**/*.spec.ts"], "include": ["src/**/*.ts"] }',
  'tsconfig.spec.json': '{ "include": ["vite.config.mts", "src/**/*.spec.ts"] }',
};

describe('a tsconfig that does not read the types', () => {
  it("gets them into the include of Vite's template, and nothing else of it changes", async () => {
    const root = await write(VITE_REACT);
    const look = await lookForTypes(root);
    expect(look.status === 'unseen' && below(root, look.configs)).toEqual(['tsconfig.app.json']);
    const { added, left } = await includeTypes(root);
    expect([below(root, added), left]).toEqual([['tsconfig.app.json'], []]);
    const text = await readFile(path.join(root, 'tsconfig.app.json'), 'utf8');
    const before = VITE_REACT['tsconfig.app.json'];
    expect(text).toBe(before.replace('["src"]', '["src", "assets.gen.d.ts"]'));
    expect(compilerReads(root, 'tsconfig.app.json')).toBe(true);
    expect((await lookForTypes(root)).status).toBe('seen');
    expect(await includeTypes(root)).toEqual({ added: [], left: [] });
  });

  it('gets them for the sources and for their tests, not for the configs of tools', async () => {
    const root = await write(VUE);
    const { added } = await includeTypes(root);
    expect(below(root, added).sort()).toEqual(['tsconfig.app.json', 'tsconfig.vitest.json']);
    for (const name of ['tsconfig.app.json', 'tsconfig.vitest.json']) {
      expect(compilerReads(root, name)).toBe(true);
    }
    expect(compilerReads(root, 'tsconfig.node.json')).toBe(false);
  });

  it('gets them before the package that it extends is installed', async () => {
    const text = VUE['tsconfig.app.json'];
    const root = await write({
      ...VUE,
      'tsconfig.app.json': text.replace('./base.json', '@vue/tsconfig/tsconfig.dom.json'),
      'tsconfig.node.json': VUE['tsconfig.node.json'].replace('./base.json', '@tsconfig/node24'),
    });
    const { added } = await includeTypes(root);
    expect(below(root, added).sort()).toEqual(['tsconfig.app.json', 'tsconfig.vitest.json']);
    expect(await lookForTypes(root)).toEqual({ status: 'seen' });
  });

  it('does not get them where it only refers to others by two empty lists, as in Nx', async () => {
    const root = await write(NX);
    const { added } = await includeTypes(root);
    expect(below(root, added).sort()).toEqual(['tsconfig.app.json', 'tsconfig.spec.json']);
    expect(await readFile(path.join(root, 'tsconfig.json'), 'utf8')).toBe(NX['tsconfig.json']);
  });

  it('gets them into files where include is inherited, as in SvelteKit', async () => {
    const root = await write({
      '.svelte-kit/tsconfig.json': '{ "include": ["../src/**/*.ts", "../vite.config.ts"] }',
      'tsconfig.json': '{\n\t"extends": "./.svelte-kit/tsconfig.json"\n}\n',
    });
    await includeTypes(root);
    expect(await readFile(path.join(root, 'tsconfig.json'), 'utf8')).toBe(
      '{\n\t"extends": "./.svelte-kit/tsconfig.json",\n\t"files": ["assets.gen.d.ts"]\n}\n',
    );
    expect(compilerReads(root, 'tsconfig.json')).toBe(true);
  });

  it('keeps the layout and the comments of a list on lines of its own', async () => {
    const root = await write({
      'tsconfig.json': '{\r\n  "include": [\r\n    "src", // ours\r\n  ],\r\n}\r\n',
    });
    await includeTypes(root);
    expect(await readFile(path.join(root, 'tsconfig.json'), 'utf8')).toBe(
      '{\r\n  "include": [\r\n    "src",\r\n    "assets.gen.d.ts", // ours\r\n  ],\r\n}\r\n',
    );
    expect(compilerReads(root, 'tsconfig.json')).toBe(true);
  });
});

describe('a tsconfig that a person has to look at', () => {
  it('is one that a framework generates, as Nuxt does', async () => {
    const root = await write({
      'tsconfig.json': '{ "files": [], "references": [{ "path": "./.nuxt/tsconfig.app.json" }] }',
      '.nuxt/tsconfig.app.json': '{ "include": ["../app/**/*"] }',
    });
    const { added, left } = await includeTypes(root);
    expect([added, below(root, left)]).toEqual([[], ['.nuxt/tsconfig.app.json']]);
  });

  it('is one that shuts the types out, that cannot be read, or is a link', async () => {
    const shut = '{ "include": ["src"], "exclude": ["assets.gen.d.ts"] }';
    const root = await write({ 'tsconfig.json': shut });
    expect((await includeTypes(root)).added).toEqual([]);
    expect(await readFile(path.join(root, 'tsconfig.json'), 'utf8')).toBe(shut);

    const broken = await write({ 'tsconfig.json': '{ "extends": "./gone.json" }' });
    expect(await lookForTypes(broken)).toEqual({ status: 'none' });
    expect(await includeTypes(broken)).toEqual({ added: [], left: [] });

    const linked = await write({ 'shared/tsconfig.json': '{ "include": ["../src"] }' });
    await symlink('shared/tsconfig.json', path.join(linked, 'tsconfig.json'));
    expect((await includeTypes(linked)).added).toEqual([]);
  });
});

describe('types that are read', () => {
  const SEEN: Readonly<Record<string, Files>> = {
    'without include': { 'tsconfig.json': '{}' },
    'by a wildcard, as in Next': {
      'tsconfig.json': '{ "include": ["next-env.d.ts", "**/*.ts", "**/*.tsx"] }',
    },
    'by *.d.ts': { 'tsconfig.json': '{ "include": ["src", "*.d.ts"] }' },
  };
  it.each(Object.entries(SEEN))('%s', async (_, files) => {
    const root = await write(files);
    expect(compilerReads(root, 'tsconfig.json')).toBe(true);
    expect((await lookForTypes(root)).status).toBe('seen');
  });

  it('by a reference in a declaration file that is read', async () => {
    const root = await write({
      ...VITE_REACT,
      'src/vite-env.d.ts':
        '/// <reference types="vite/client" />\n/// <reference path="../assets.gen.d.ts" />\n',
    });
    expect((await lookForTypes(root)).status).toBe('seen');
  });

  it('are not looked for where no tsconfig is', async () => {
    expect(await lookForTypes(await write({}))).toEqual({ status: 'none' });
    const above = await write({
      'tsconfig.json': '{ "include": ["src"] }',
      'app/package.json': '',
    });
    expect(await lookForTypes(path.join(above, 'app'))).toEqual({ status: 'none' });
  });

  it('are looked for from a folder below that of the package', async () => {
    const root = await write({ 'tsconfig.json': '{ "include": ["src"] }', 'media/a.txt': '' });
    const look = await lookForTypes(path.join(root, 'media'));
    expect(look.status === 'unseen' && below(root, look.configs)).toEqual(['tsconfig.json']);
  });
});
