import { mkdir, mkdtemp, readFile, readdir, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { OpenProject, ResolvedImport } from '@assetgen/core';
import { rspack } from '@rspack/core';
import type { Compiler, Stats } from '@rspack/core';
import { beforeEach, expect, it } from 'vitest';
import { folderProjects } from '../testing/folder-project.ts';
import { connectRspack } from './rspack-plugin.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-cached-')));
  await writeFile(join(root, 'main.js'), `import url from '@gen/hero.webp'; console.log(url);`);
  await declare('hero.webp');
});

const declare = (name: string, text = 'RIFF'): Promise<void> =>
  writeFile(join(root, 'assets.gen.json'), JSON.stringify({ [name]: { text } }));

/** As one process builds it. */
function build(open: OpenProject): Promise<string> {
  const compiler = rspack({
    context: root,
    mode: 'production',
    entry: './main.js',
    output: { path: join(root, 'dist'), assetModuleFilename: '[name]-[contenthash][ext]' },
    infrastructureLogging: { level: 'none' },
    cache: { type: 'persistent', storage: { type: 'filesystem', directory: join(root, 'cache') } },
    plugins: [{ apply: (each: Compiler) => void connectRspack(each, open, {}) }],
  });
  return new Promise((resolve, reject) => {
    compiler.run((error: Error | null, stats: Stats | undefined) => {
      const text = stats?.toString({ all: false, errors: true, colors: false }) ?? '';
      compiler.close(() => (error === null ? resolve(text) : reject(error)));
    });
  });
}

const open = (): OpenProject => folderProjects({ runs: 0, closed: false });

/** Drafts lie in a folder of their own. */
function drafts(): OpenProject {
  const real = open();
  return (options) => {
    const project = real(options);
    return {
      ...project,
      async ensure(given) {
        const result = await project.ensure(given);
        const path = join(root, '.assetgen/drafts/files/hero.webp');
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, 'a draft');
        const files = result.view.files.map((file) => ({ ...file, path, draft: true }));
        const [file] = files;
        const resolve = (id: string): ResolvedImport | null =>
          file !== undefined && id.endsWith(file.name) ? { type: 'file', file } : null;
        return { ...result, view: { ...result.view, files, resolve } };
      },
    };
  };
}

/** What the page of the last build gets. */
async function shipped(): Promise<string> {
  const code = await readFile(join(root, 'dist/main.js'), 'utf8');
  const [name = ''] = /hero-\w+\.webp/.exec(code) ?? [];
  return readFile(join(root, 'dist', name), 'utf8');
}

it('a build that failed is not failed for the next one', async () => {
  await declare('other.webp');
  expect(await build(open())).toContain('ASSETGEN_UNKNOWN_IMPORT');
  await declare('hero.webp');
  expect(await build(open())).toBe('');
  expect(await shipped()).toBe('RIFF');
});

it('a build with drafts is followed by one with what was made', async () => {
  expect(await build(drafts())).toBe('');
  expect(await shipped()).toBe('a draft');
  expect(await build(open())).toBe('');
  expect(await shipped()).toBe('RIFF');
});

it('is taken from where nothing changed', async () => {
  await build(open());
  const before = await readdir(join(root, 'cache'), { recursive: true });
  expect(await build(open())).toBe('');
  expect(await readdir(join(root, 'cache'), { recursive: true })).toEqual(before);
});
