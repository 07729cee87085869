import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

it('Vitest: an alias to modules of the same values', async () => {
  const { config } = vitest() as unknown as {
    config(given: object): Promise<{
      resolve: { alias: readonly { find: RegExp; replacement: string }[] };
    }>;
  };
  const [alias] = (await config({ root })).resolve.alias;
  const file = '@gen/hero'.replace(alias!.find, alias!.replacement);
  expect(await import(file)).toMatchObject({ default: { url: '/@gen/hero.webp' } });
  expect(alias!.find.test('@general/hero')).toBe(false);
});
