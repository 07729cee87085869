import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (name: string): string =>
  fileURLToPath(new URL(`./packages/${name}/src/index.ts`, import.meta.url));

export default defineConfig({
  resolve: {
    // Unit tests read the sources, so that they need no build; end-to-end tests run the built command.
    alias: Object.fromEntries(
      ['client', 'service', 'core', 'unplugin', 'vite-plugin', 'webpack-plugin'].map((name) => [
        `@assetgen/${name}`,
        source(name),
      ]),
    ),
  },
  test: {
    testTimeout: 30_000,
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
