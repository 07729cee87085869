import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { cleanEnv } from '../support/env.ts';
import { runTraced } from '../support/loaded.mjs';

/**
 * The files of ours that every build loads, at most so many with the script that asks, and the bundlers' folders that
 * it has. What bundlers share is one file, in which plugins also have code of another family: 10 KB of code take
 * as long as a file.
 */
const ENTRIES = [
  ['vite-plugin/dist/index.js', 4, ['vite']],
  ['webpack-plugin/dist/index.js', 5, ['webpack']],
  ['unplugin/dist/vite.js', 3, ['vite']],
  ['unplugin/dist/webpack.js', 4, ['webpack']],
  ['unplugin/dist/rspack.js', 4, ['rspack']],
  ['unplugin/dist/rollup.js', 3, ['rollup']],
  ['unplugin/dist/rolldown.js', 3, ['rolldown']],
  ['unplugin/dist/next.js', 6, ['next', 'webpack']],
  ['unplugin/dist/esbuild.js', 3, ['esbuild']],
  ['unplugin/dist/bun.js', 4, ['esbuild']],
  ['unplugin/dist/rsbuild.js', 5, ['rsbuild', 'rspack']],
  ['unplugin/dist/nuxt.js', 5, ['nuxt', 'vite']],
  ['unplugin/dist/astro.js', 5, ['astro', 'vite']],
] as const;

/** Unit: bytes. */
const MOST_BYTES = 160_000;

/** What a dev server, a large file or a mistake loads. */
const LATER = /gallery-dock|dev-server|settle-|\/refuse-|script-leftovers/;
/** A module in a bundler's folder. */
const FOLDER = /\/src\/(?!shared\/)([a-z]+)\/(?!vite-urls\.ts)/;

it.each(ENTRIES)(
  '%s loads at most %i files, unplugin among them, and no other library',
  (entry, most, folders: readonly string[]) => {
    const url = `file://${join(REPOSITORY, 'packages', entry)}`;
    const code = `await import(${JSON.stringify(url)})`;
    const traced = runTraced(['--input-type=module', '-e', code], { env: cleanEnv() });
    const { modules, sources, status } = traced;
    expect(status).toBe(0);
    expect(modules.some((module) => module.endsWith(entry))).toBe(true);
    expect(modules.filter((module) => module.includes('/packages/gallery/'))).toEqual([]);
    const isLibrary = (module: string): boolean => module.includes('/node_modules/');
    expect(modules.filter(isLibrary)).toEqual([]);
    expect(modules.length).toBeLessThanOrEqual(most);
    const bytes = modules.filter((module) => !module.includes('[eval')).map(sizeOf);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(MOST_BYTES);
    expect([...modules, ...sources].filter((module) => LATER.test(module))).toEqual([]);
    const ofUnplugin = sources.filter((source) => source.includes('/packages/unplugin/'));
    const found = ofUnplugin.flatMap((source) => FOLDER.exec(source)?.[1] ?? []);
    expect([...new Set(found)].sort()).toEqual([...folders].sort());
  },
);

function sizeOf(module: string): number {
  return statSync(fileURLToPath(module)).size;
}

it('nothing that a config imports asks for a module by an expression, of which webpack warns in builds of Next', () => {
  const found = ['core', 'unplugin', 'render', 'client', 'service'].flatMap((name) => {
    const dist = join(REPOSITORY, 'packages', name, 'dist');
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
    return files
      .filter((file) => file.endsWith('.js') && !/^modules[\\/]/.test(file))
      .filter((file) => /\bimport\((?!['"`])/.test(readFileSync(join(dist, file), 'utf8')))
      .map((file) => join(name, file));
  });
  expect(found).toEqual([]);
});
