import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

const source = (name: string, file = 'index'): string =>
  fileURLToPath(new URL(`./packages/${name}/src/${file}.ts`, import.meta.url));

const PACKAGES = [
  'client',
  'render',
  'generators',
  'service',
  'core',
  'gallery',
  'unplugin',
  'vite-plugin',
  'webpack-plugin',
];

/**
 * End-to-end tests of which three files run at once: they mostly wait (for a lock that lapses, a
 * conversion, a service that is away) or for builds of one thread, share no folder and no port, and
 * hold nothing to a time that a busy machine does not keep. All others run one after the other.
 */
const BESIDE = [
  'test/bundlers/**/*.test.ts',
  'test/docs/{pipelines,shell}.test.ts',
  'test/faults/{bad-blobs,cache-folder,frozen-away,kill,machines,one-recipe,results}.test.ts',
  'test/frameworks/*.test.ts',
  'test/leases/*.test.ts',
  'test/pipeline/*.test.ts',
  'test/remote/{faults,points,two-machines}.test.ts',
  'test/service/databases.test.ts',
  'test/shards/*.test.ts',
  'test/story/*.test.ts',
];

/** Of which two run at once: a page in Chromium keeps about one core busy. */
const PAGES = ['test/example/*.test.ts', 'test/gallery/*.test.ts', 'test/report/*.test.ts'];

/** What is so of all end-to-end tests. */
const END_TO_END = {
  globalSetup: ['test/support/temp-root.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A machine that others share may stop for seconds. The summary names each second try.
  retry: process.env.CI === undefined ? 0 : 1,
};

export default defineConfig({
  resolve: {
    // Unit tests read the sources, so that they need no build; end-to-end tests run the built command.
    alias: {
      '@assetgen/client/errors': source('client', 'errors'),
      '@assetgen/client/wire': source('client', 'wire'),
      '@assetgen/core/warm': source('core', 'warm/index'),
      '@assetgen/gallery/mount': source('gallery', 'mount'),
      '@assetgen/gallery/report': source('gallery', 'report/index'),
      '@assetgen/unplugin/dev-parts': source('unplugin', 'dev-parts'),
      '@assetgen/unplugin/vite-parts': source('unplugin', 'vite-parts'),
      '@assetgen/unplugin/webpack-parts': source('unplugin', 'webpack-parts'),
      ...Object.fromEntries(PACKAGES.map((name) => [`@assetgen/${name}`, source(name)])),
    },
  },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,packages/*/src}/**/*.test.ts'],
          globalSetup: ['test/support/temp-root.ts'],
          // By itself vitest leaves one core free: of two, half.
          maxWorkers: Math.max(2, availableParallelism() - 1),
        },
      },
      {
        extends: true,
        test: {
          ...END_TO_END,
          name: 'e2e-beside',
          include: BESIDE,
          maxWorkers: 3,
          // Each has a third of a small machine.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...END_TO_END,
          name: 'e2e-pages',
          include: PAGES,
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...END_TO_END,
          name: 'e2e',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...BESIDE, ...PAGES],
          fileParallelism: false,
        },
      },
    ],
  },
});
