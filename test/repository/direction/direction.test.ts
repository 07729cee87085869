import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parseSource } from './imports.ts';
import type { Source } from './imports.ts';
import { violations } from './rules.ts';
import type { PublicNames } from './rules.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const sources = readSources();
const names = publicNames();

test('there are sources to look at', () => {
  expect(sources.length).toBeGreaterThan(10);
  expect(sources.map((source) => source.path)).toContain('packages/core/src/index.ts');
});

test('imports flow in one direction', () => {
  expect(sources.flatMap((source) => violations(source, names))).toEqual([]);
});

test('the linter and CONTRIBUTING.md say the same layers', async () => {
  const script = join(root, 'scripts/write-layers.mjs');
  await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toBeDefined();
});

test.each([
  ['packages/client/src/x.ts', `import { a } from '@assetgen/service';`],
  ['packages/service/src/x.ts', `import type { A } from '@assetgen/core';`],
  ['packages/render/src/x.ts', `import { a } from '@assetgen/client/errors';`],
  ['packages/generators/src/x.ts', `import { createService } from '@assetgen/service';`],
  ['packages/core/src/process/x.ts', `await import('@assetgen/generators');`],
  ['packages/core/src/x.ts', `await import('@assetgen/unplugin');`],
  ['packages/unplugin/src/x.ts', `export { a } from '@assetgen/vite-plugin';`],
  ['packages/unplugin/src/vite/x.ts', `import { MOUNT } from '@assetgen/gallery/mount';`],
  ['packages/unplugin/src/shared/x.ts', `await import('@assetgen/gallery/mount');`],
  ['packages/unplugin/src/nuxt/x.ts', `import { a } from '../vite/vite-plugins.ts';`],
  ['packages/unplugin/src/vite/x.ts', `import { a } from '../webpack/emit-lazily.ts';`],
  ['packages/unplugin/src/esbuild/x.ts', `import type { A } from '../create-assetgen.ts';`],
  ['packages/unplugin/src/rspack/x.ts', `await import('../shared/rollup-family/rollup-hooks.ts');`],
  ['packages/unplugin/src/shared/x.ts', `import { a } from '../vite/vite-urls.ts';`],
  [
    'packages/unplugin/src/shared/large/x.ts',
    `import { a } from '../webpack-family/connect-family.ts';`,
  ],
  ['packages/core/src/x.ts', `import type { Preview } from '@assetgen/gallery';`],
  ['packages/gallery/src/x.ts', `import { a } from '@assetgen/unplugin';`],
  ['packages/vite-plugin/src/x.ts', `import { a } from '@assetgen/webpack-plugin';`],
  ['src/x.ts', `import { a } from '@assetgen/vite-plugin';`],
  ['packages/core/src/x.ts', `import { a } from '@assetgen/client/dist/wire.js';`],
  ['packages/core/src/x.ts', `import { a } from '../../client/src/wire.ts';`],
  ['src/x.ts', `import { a } from '../packages/core/src/run/run-build.ts';`],
  ['packages/core/src/plan/x.ts', `import { readFile } from 'node:fs/promises';`],
  ['packages/core/src/manifest/x.ts', `const { request } = await import('undici');`],
  ['packages/core/src/manifest/x.ts', `const now = Date.now();`],
  ['packages/core/src/plan/x.ts', `const mode = process.env['CI'];`],
  ['packages/core/src/lock/parse-lock.ts', `import { open } from 'node:fs/promises';`],
  ['packages/core/src/plan/x.ts', `import { readLock } from '../lock/file.ts';`],
  ['packages/core/src/emit/x.ts', `import fs from 'node:fs';`],
  ['packages/core/src/manifest/x.ts', `import { plan } from '../plan/plan.ts';`],
  ['packages/core/src/process/x.ts', `import { put } from '../store/put.ts';`],
  ['packages/core/src/other.ts', `import { put } from './store/put.ts';`],
  ['packages/core/src/plan/x.ts', `import type { Store } from '../store/store.ts';`],
  ['packages/core/src/run/x.ts', `import type { Project } from '../project/project.ts';`],
  ['packages/core/src/jobs/x.ts', `import { fetch } from 'undici';`],
  ['packages/core/src/process/x.ts', `await import('@assetgen/service');`],
  ['packages/core/src/jobs/x.ts', `setTimeout(() => {}, 1);`],
  ['packages/core/src/store/x.ts', `const options = { now: Date.now };`],
])('the rules see what %s must not do: %s', (path, text) => {
  expect(violations(parseSource(path, text), names)).toHaveLength(1);
});

test.each([
  ['packages/core/src/plan/x.ts', `import { parse } from '../manifest/parse.ts';`],
  ['packages/core/src/plan/x.ts', `import { createHash } from 'node:crypto';`],
  ['packages/core/src/emit/materialise.ts', `import { copyFile } from 'node:fs/promises';`],
  ['packages/core/src/config/x.ts', `import { nearest } from '../manifest/nearest.ts';`],
  [
    'packages/core/src/lock/open-lock-file.ts',
    `import { writeAtomic } from '../fs/write-atomic.ts';`,
  ],
  ['packages/core/src/run/asset/obtain-source.ts', `import { put } from '../../store/put.ts';`],
  ['packages/core/src/run/run-build.ts', `import { put } from '../store/put.ts';`],
  [
    'packages/core/src/node/open-node-runtime.ts',
    `import { fetch } from 'undici'; setTimeout(fetch, Date.now());`,
  ],
  ['packages/core/src/plan/x.ts', `const step = { process: 1 }; step.process;`],
  ['packages/core/src/node/x.ts', `await import('@assetgen/service');`],
  ['packages/core/src/process/x.ts', `await import('@assetgen/render');`],
  ['packages/service/src/x.ts', `import { makeModel } from '@assetgen/generators';`],
  ['packages/vite-plugin/src/x.ts', `import { openProject } from '@assetgen/core';`],
  ['packages/gallery/src/x.ts', `import { openProject } from '@assetgen/core';`],
  ['packages/vite-plugin/src/x.ts', `import { MOUNT } from '@assetgen/gallery/mount';`],
  ['packages/unplugin/src/vite/x.ts', `import { a } from './vite-urls.ts';`],
  [
    'packages/unplugin/src/rspack/x.ts',
    `import { a } from '../shared/webpack-family/connect-family.ts';`,
  ],
  ['packages/unplugin/src/shared/webpack-family/x.ts', `import { a } from '../session.ts';`],
  ['packages/unplugin/src/x.ts', `import { a } from './vite/vite-urls.ts';`],
  ['packages/unplugin/src/x.ts', `await import('@assetgen/gallery/mount');`],
  ['packages/unplugin/src/rsbuild/x.ts', `import { a } from '../shared/local-url.ts';`],
])('and what %s may do: %s', (path, text) => {
  expect(violations(parseSource(path, text), names)).toEqual([]);
});

/** Every source that ships; tests and their helpers may import what they like. */
function readSources(): Source[] {
  return ['src', ...packageFolders().map((folder) => `${folder}/src`)].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.ts') && !/\.test(?:-d)?\.ts$|\/testing\//.test(path))
      .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8'))),
  );
}

function publicNames(): PublicNames {
  const all = new Set<string>();
  for (const folder of ['.', ...packageFolders()]) {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      name: string;
      exports?: Record<string, unknown>;
    };
    for (const key of Object.keys(manifest.exports ?? {})) all.add(manifest.name + key.slice(1));
  }
  return all;
}

function packageFolders(): string[] {
  return readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json')));
}
