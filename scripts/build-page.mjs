// Builds the gallery's page to static files, which its package ships: packages/gallery/dist/page.
// The compiler builds everything else; `npm run build`, `npm test` and `npm run pack:all` run both.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../packages/gallery/page', import.meta.url));

// Otherwise a shell that sets it, or a test runner, has a page built that names this machine's folders in each element.
process.env.NODE_ENV = 'production';
await build({
  root,
  configFile: false,
  base: './',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The 3D viewer is one chunk, loaded when the first model is to turn.
    chunkSizeWarningLimit: 1000,
    assetsInlineLimit: 0,
    // Says what is bundled, and under which licences.
    license: { fileName: 'licenses.md' },
  },
});
