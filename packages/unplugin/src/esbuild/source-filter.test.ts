import { expect, it } from 'vitest';
import { SOURCE_FILTER } from './source-filter.ts';

it.each([
  '/app/src/main.js',
  '/app/main.tsx',
  '/main.cjs',
  String.raw`C:\app\src\main.mts`,
  '/app/node_modules.js',
  '/app/node_module/main.js',
  '/app/node_modulesque/main.js',
  '/app/my_node_modules/main.js',
  '/app/n/no/nod/main.js',
  '/app//main.js',
])('lets %s pass', (path) => {
  expect(SOURCE_FILTER.test(path)).toBe(true);
});

it.each([
  '/app/node_modules/three/main.js',
  '/app/node_modules/.pnpm/three@1/node_modules/three/main.js',
  '/node_modules/a.js',
  String.raw`C:\app\node_modules\three\main.js`,
  '/app/main.css',
  '/app/main.js/file',
])('keeps %s out', (path) => {
  expect(SOURCE_FILTER.test(path)).toBe(false);
});

it('is one that esbuild takes: without look-around and back references', () => {
  expect(SOURCE_FILTER.source).not.toMatch(/\(\?[=!<]|\\\d/);
});
