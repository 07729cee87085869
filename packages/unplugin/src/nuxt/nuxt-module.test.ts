import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenProject, ProjectOptions } from '@assetgen/core';
import type { Plugin } from 'vite';
import { beforeEach, expect, it, vi } from 'vitest';
import { folderProjects } from '../testing/folder-project.ts';
import { createNuxtModule } from './nuxt-module.ts';
import type { Nuxt } from './nuxt-module.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-nuxt-')));
  await mkdir(join(root, 'app'));
  await writeFile(join(root, 'package.json'), '{}');
  await writeFile(join(root, 'assets.gen.json'), '{}');
});

const open: OpenProject = folderProjects({ runs: 0, closed: false });
const vite = (options: object): Plugin[] => [{ name: 'assetgen', api: options }];

/** Nuxt, as far as a module sees it, with what the module waits for. */
function fakeNuxt(options: Partial<Nuxt['options']> = {}) {
  const hooks = new Map<string, (...given: never[]) => unknown>();
  const nuxt: Nuxt = {
    options: { rootDir: root, app: { baseURL: '/' }, ...options },
    hook: (name, use) => hooks.set(name, use),
  };
  return {
    nuxt,
    call: (name: string, ...given: unknown[]) => hooks.get(name)!(...(given as never[])),
  };
}

it('puts a plugin of its own into each build, and one where they share a config', async () => {
  const { nuxt, call } = fakeNuxt({ assetgen: { prefix: '@made' } } as object);
  createNuxtModule({ open, vite })({ budget: 5 }, nuxt);
  const [client, server] = [{ plugins: [] as unknown[] }, { plugins: [] as unknown[] }];
  await call('vite:extendConfig', client);
  await call('vite:extendConfig', server);
  await call('vite:extendConfig', server);
  const [[one]] = client.plugins as [[Plugin]];
  expect(one.api).toEqual({ prefix: '@made', budget: 5, root });
  expect(server.plugins).toHaveLength(1);
  expect(server.plugins[0]).not.toBe(client.plugins[0]);
});

it("refers to the types in Nuxt's own, and writes them where nothing is built", async () => {
  const types = vi.fn();
  const opened: ProjectOptions[] = [];
  const watching: OpenProject = (options) => {
    opened.push(options);
    return { ...open(options), tools: async () => ({ types }) as never };
  };
  for (const isPreparing of [false, true]) {
    const { nuxt, call } = fakeNuxt({ _prepare: isPreparing });
    createNuxtModule({ open: watching, vite })(undefined, nuxt);
    const references: object[] = [];
    await call('prepare:types', { references });
    expect(references).toEqual([{ path: join(root, 'assets.gen.d.ts') }]);
    expect(types).toHaveBeenCalledTimes(isPreparing ? 1 : 0);
  }
  expect(opened.map(({ command }) => command)).toEqual(['serve']);
});

it('tells where the gallery is', async () => {
  const told = vi.spyOn(console, 'log').mockReturnValue();
  const { nuxt, call } = fakeNuxt({ app: { baseURL: '/shop' } });
  createNuxtModule({ open, vite })(undefined, nuxt);
  call('listen', null, { address: { address: '127.0.0.1', family: 'IPv4', port: 3000 } });
  expect(told.mock.calls.flat().join()).toContain('http://127.0.0.1:3000/shop/__assetgen/');
  told.mockRestore();
});

it('refuses a builder that takes no plugin of Vite', () => {
  const { nuxt } = fakeNuxt({ builder: '@nuxt/webpack-builder' });
  expect(() => createNuxtModule({ open, vite })(undefined, nuxt)).toThrow(
    /^ASSETGEN_BUNDLER: .*found @nuxt\/webpack-builder\n {2}Leave "builder" out/,
  );
});
