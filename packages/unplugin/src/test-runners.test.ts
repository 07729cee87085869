import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'vite';
import { beforeEach, expect, it, vi } from 'vitest';
import jest from './jest.ts';
import vitest from './vitest.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'assetgen-runners-')));
  vi.stubEnv('CI', '1');
  await declare('hero', 'logo');
});

function declare(...names: readonly string[]): Promise<void> {
  const assets = Object.fromEntries(names.map((name) => [name, { kind: 'image', prompt: 'x' }]));
  return writeFile(path.join(root, 'assets.gen.json'), JSON.stringify({ assets }));
}

/** What Jest finds by the map. */
async function load(id: string): Promise<unknown> {
  const { moduleNameMapper } = await jest({ rootDir: root });
  const [[pattern = '', target] = []] = Object.entries(moduleNameMapper);
  const file = id.replace(new RegExp(pattern), String(target));
  return (createRequire(import.meta.url)(file) as { default: unknown }).default;
}

it('Jest: a URL, an object; what is no longer declared is not found', async () => {
  expect(await load('@gen/hero.webp')).toBe('/@gen/hero.webp');
  expect(await load('@gen/logo')).toMatchObject({ kind: 'image', url: '/@gen/logo.webp' });
  await declare('hero');
  await expect(load('@gen/logo.webp')).rejects.toThrow('Cannot find module');
});

it("Jest: what the user has stays, and a prefix is the config's", async () => {
  await writeFile(path.join(root, 'assetgen.config.json'), '{ "prefix": "~art" }');
  const config = await jest({ rootDir: root, moduleNameMapper: { '^x$': 'y' }, verbose: true });
  expect(config).toMatchObject({ verbose: true });
  expect(Object.keys(config.moduleNameMapper)).toEqual(['^~art/([^?]+)$', '^x$']);
  expect(await load('~art/hero.webp')).toBe('/~art/hero.webp');
});

it('Jest: a mistake in the manifest is told', async () => {
  await writeFile(
    path.join(root, 'assets.gen.json'),
    '{ "assets": { "hero": { "kind": "imag" } } }',
  );
  await expect(jest({ rootDir: root })).rejects.toMatchObject({ code: 'ASSETGEN_MANIFEST' });
});

interface VitestPlugin {
  config(given: object): Promise<{
    resolve: { alias: readonly { find: RegExp; replacement: string }[] };
  }>;
  resolveId(source: string): string | null;
  load(id: string): string | null;
  transform(code: string): Promise<{ code: string } | null>;
}

async function vitestPlugin(): Promise<{ plugin: VitestPlugin; find: RegExp; to: string }> {
  const [imports, newUrls] = vitest();
  const plugin = { ...imports, transform: newUrls?.transform } as unknown as VitestPlugin;
  const [alias] = (await plugin.config({ root })).resolve.alias;
  return { plugin, find: alias!.find, to: alias!.replacement };
}

it('Vitest: an alias to modules of the same values', async () => {
  const { find, to } = await vitestPlugin();
  const file = '@gen/hero'.replace(find, to);
  expect(await import(file)).toMatchObject({ default: { url: '/@gen/hero.webp' } });
  expect(find.test('@general/hero')).toBe(false);
  const url = '@gen/hero.webp?url'.replace(find, to);
  expect(await import(url)).toMatchObject({ default: '/@gen/hero.webp' });
});

it('Vitest: components and loaders are what they are in builds', async () => {
  const { plugin, find } = await vitestPlugin();
  const load = (id: string): string | null => {
    expect(find.test(id), id).toBe(false);
    return plugin.load(plugin.resolveId(id) ?? '');
  };
  expect(load('@gen/hero?react')).toContain('export const Hero =');
  expect(load('@gen/~react')).toContain("from 'react'");
  expect(load('@gen/~decoder/basis_transcoder.wasm.bin')).toContain('"/@gen/~decoder/basis_');
  expect(() => load('@gen/hero?three')).toThrow('expected a model, found an image');
  expect(() => load('@gen/herro?react')).toThrow('no asset or output "@gen/herro"');
  expect([plugin.resolveId('react'), plugin.load('/x.js')]).toEqual([null, null]);
});

it('Vitest: `new URL` stands in TSX, too', async () => {
  const tsx =
    "const url: string = new URL('@gen/hero.webp', import.meta.url).href;\n" +
    'export const page = <p title="it\'s">don\'t {url}</p>;';
  await writeFile(path.join(root, 'page.tsx'), tsx);
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false },
    plugins: [vitest()],
  });
  try {
    const code = (await server.environments.ssr.transformRequest('/page.tsx'))?.code;
    expect(code).toMatch(
      /new URL\(__vite_ssr_import_\d+__\.default, __vite_ssr_import_meta__\.url\)/,
    );
  } finally {
    await server.close();
  }
});

it('Vitest: `new URL` has the URL of the import', async () => {
  const { plugin } = await vitestPlugin();
  const code = "new URL('@gen/hero.webp', import.meta.url)";
  expect((await plugin.transform(code))?.code).toBe(
    'import __assetgen_url_0__ from "@gen/hero.webp";new URL(__assetgen_url_0__, import.meta.url)',
  );
  expect(await plugin.transform("new URL('./hero.webp', import.meta.url)")).toBeNull();
});
