import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { cleanEnv } from '../support/env.ts';
import { runTraced } from '../support/loaded.mjs';

/** The files of ours that every build loads: at most so many, and none of another bundler's. */
const ENTRIES = [
  ['vite-plugin/dist/index.js', 10, /webpack|rspack|gallery|dev-|settle-|\/refuse-leftovers/],
  ['webpack-plugin/dist/index.js', 12, /rollup|vite|rspack|settle-|\/refuse-leftovers/],
  ['unplugin/dist/vite.js', 9, /webpack|rspack|gallery|dev-|settle-|\/refuse-leftovers/],
  ['unplugin/dist/webpack.js', 11, /rollup|vite|rspack|settle-|\/refuse-leftovers/],
  ['unplugin/dist/rspack.js', 10, /rollup|vite|settle-|\/refuse-leftovers/],
  ['unplugin/dist/rollup.js', 9, /webpack|vite|dev-|settle-|\/refuse-leftovers/],
  ['unplugin/dist/rolldown.js', 9, /webpack|vite|dev-|settle-|\/refuse-leftovers/],
  ['unplugin/dist/next.js', 14, /rollup|vite|rspack|settle-|\/refuse-leftovers/],
  ['unplugin/dist/esbuild.js', 8, /webpack|rollup|vite|dev-|settle-|place-file/],
  ['unplugin/dist/rsbuild.js', 12, /rollup|vite|settle-|\/refuse-leftovers/],
  ['unplugin/dist/nuxt.js', 11, /webpack|rspack|dev-|settle-|\/refuse-leftovers/],
  ['unplugin/dist/astro.js', 11, /webpack|rspack|dev-|settle-|\/refuse-leftovers/],
] as const;

it.each(ENTRIES)(
  '%s loads at most %i files, unplugin among them, and no other library',
  (entry, most, unwanted) => {
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
    const parts = [...modules, ...sources].map((module) =>
      module.replace(/^.*\/packages\/[^/]+/, ''),
    );
    expect(parts.length).toBeGreaterThan(modules.length);
    const ours = parts.filter((part) => !isLibrary(part));
    expect(ours.filter((part) => unwanted.test(part))).toEqual([]);
  },
);

it('nothing that a config imports asks for a module by a bare name, of which webpack warns in each build of Next', () => {
  const found = ['core', 'unplugin', 'render', 'client', 'service'].flatMap((name) => {
    const dist = join(REPOSITORY, 'packages', name, 'dist');
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
    return files
      .filter((file) => file.endsWith('.js') && !/^modules[\\/]/.test(file))
      .filter((file) => /\bimport\([\w$.]+\)/.test(readFileSync(join(dist, file), 'utf8')))
      .map((file) => join(name, file));
  });
  expect(found).toEqual([]);
});
