import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (name: string, file = 'index'): string =>
  fileURLToPath(new URL(`./packages/${name}/src/${file}.ts`, import.meta.url));

const PACKAGES = [
  'client',
  'service',
  'core',
  'gallery',
  'unplugin',
  'vite-plugin',
  'webpack-plugin',
];

export default defineConfig({
  resolve: {
    // Unit tests read the sources, so that they need no build; end-to-end tests run the built command.
    alias: {
      '@assetgen/client/errors': source('client', 'errors'),
      '@assetgen/client/wire': source('client', 'wire'),
      '@assetgen/service/draw': source('service', 'draw'),
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
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/support/temp-root.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
