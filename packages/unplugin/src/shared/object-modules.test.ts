import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AssetView } from '@assetgen/core';
import { createObjectModules } from './object-modules.ts';

const CODE = 'import f0 from "@gen/hero.glb";\nexport default {\n};\n';
const EMPTY: AssetView = { prefix: '@gen', watch: [], files: [], resolve: () => null };

describe('object modules', () => {
  let root: string;
  const text = (file: string): Promise<string | null> =>
    readFile(path.join(root, file), 'utf8').catch(() => null);

  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'modules-'));
  });

  it('takes away what we wrote for an asset that is gone, and nothing else', async () => {
    const modules = createObjectModules(root);
    await modules.write({ asset: 'props/hero', code: CODE });
    await writeFile(path.join(modules.folder, 'notes.js'), 'export const mine = 1;\n');
    expect(await modules.sync(EMPTY)).toEqual([path.join(modules.folder, 'props/hero.js')]);
    expect(await text('.assetgen/imports/props/hero.js')).toBeNull();
    expect(await text('.assetgen/imports/notes.js')).toBe('export const mine = 1;\n');
  });

  it('says of components that they are of the browser, where that has to be said', async () => {
    const code = '// assetgen: code of an import\nexport const Hero = 1;\n';
    const written = async (asset: string, isClient: boolean): Promise<string | null> => {
      const modules = createObjectModules(root, 'import.meta.webpackHot', isClient);
      return readFile(await modules.write({ asset, code }), 'utf8');
    };
    expect((await written('hero~react', true))?.split('\n')[1]).toBe("'use client';");
    for (const asset of ['hero', 'hero~three', '~react']) {
      expect(await written(asset, true)).toBe(code);
    }
    expect(await written('hero~react', false)).toBe(code);
    const modules = createObjectModules(root, undefined, true);
    const file = await modules.write({ asset: 'hero~react', code });
    expect(await modules.sync(EMPTY)).toContain(file);
  });

  it('writes and deletes through no link', async () => {
    await mkdir(path.join(root, 'src'));
    await mkdir(path.join(root, '.assetgen'));
    await writeFile(path.join(root, 'src/app.js'), CODE);
    await symlink('../src', path.join(root, '.assetgen/imports'));
    const modules = createObjectModules(root);
    const refused = { code: 'ASSETGEN_LINK' };
    await expect(modules.sync(EMPTY)).rejects.toMatchObject(refused);
    await expect(modules.write({ asset: 'app', code: 'x' })).rejects.toMatchObject(refused);
    expect(() => modules.writeNow({ asset: 'app', code: 'x' })).toThrow('is a symbolic link');
    expect(await text('src/app.js')).toBe(CODE);
  });
});
