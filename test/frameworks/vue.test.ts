import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';
import type { Ran } from '../support/run-node.ts';

const MODULES = path.join(REPOSITORY, 'test/frameworks/vue/node_modules');
// `npm run test:frameworks` installs them.
const installed = existsSync(path.join(MODULES, '@assetgen/core/package.json'));

const MANIFEST = {
  assets: {
    hero: { kind: 'image', prompt: 'hills', outputs: [{ format: 'webp', width: 640 }] },
  },
};
/** As create-vite 9 writes them; comments left out. */
const OPTIONS = {
  tsBuildInfoFile: './node_modules/.tmp/app.tsbuildinfo',
  strict: true,
  noUnusedLocals: true,
  noUncheckedSideEffectImports: true,
};
const STRICT = {
  ...OPTIONS,
  target: 'es2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'esnext',
  types: ['vite/client'],
  skipLibCheck: true,
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  moduleDetection: 'force',
  noEmit: true,
};
const REFERENCES = { files: [], references: [{ path: './tsconfig.app.json' }] };
const PLUGIN = "import assetgen from '@assetgen/vite-plugin';\n";

interface Template {
  readonly files: Readonly<Record<string, string | object>>;
  /** The program of the script `build` that comes before Vite. */
  readonly check: readonly string[];
  /** Where a wrong name is written. */
  readonly source: string;
}

const TEMPLATES: Readonly<Record<string, Template>> = {
  'vue-ts': {
    check: ['vue-tsc/bin/vue-tsc.js', '-b'],
    source: 'src/App.vue',
    files: {
      'vite.config.ts': `import vue from '@vitejs/plugin-vue';\n${PLUGIN}export default { plugins: [assetgen(), vue()] };\n`,
      'tsconfig.json': REFERENCES,
      'tsconfig.app.json': {
        extends: '@vue/tsconfig/tsconfig.dom.json',
        compilerOptions: { ...OPTIONS, types: ['vite/client'] },
        include: ['src/**/*.ts', 'src/**/*.tsx', 'src/**/*.vue'],
      },
      'index.html': '<div id="app"></div><script type="module" src="/src/main.ts"></script>',
      'src/main.ts': `import { createApp } from 'vue';\nimport App from './App.vue';\ncreateApp(App).mount('#app');\n`,
      'src/App.vue': `<script setup lang="ts">
import hero from '@gen/hero';
const width: number = hero.width;
</script>
<template><img :src="hero.url" :width="width" /><img src="@gen/hero.640w.webp" />
<code v-pre>import hero from '@gen/hero.640w.webp'; &lt;img src="@gen/hero.640w.webp"&gt;</code></template>
`,
    },
  },
  'react-ts, as to types': {
    check: ['typescript/bin/tsc', '-b'],
    source: 'src/main.ts',
    files: {
      'vite.config.ts': `${PLUGIN}export default { plugins: [assetgen()] };\n`,
      'tsconfig.json': REFERENCES,
      'tsconfig.app.json': { compilerOptions: STRICT, include: ['src'] },
      'index.html': '<script type="module" src="/src/main.ts"></script>',
      'src/main.ts': `import hero from '@gen/hero';\nimport url from '@gen/hero.640w.webp';\nconst width: number = hero.width;\ndocument.title = url + width;\n`,
    },
  },
};

describe.skipIf(!installed).each(Object.entries(TEMPLATES))(
  'the template %s of Vite, straight after `assetgen init`',
  (_, { files, check, source }) => {
    test('passes its own type check and builds; a wrong name does not', async () => {
      const root = await realpath(await mkdtemp(path.join(tmpdir(), 'template-')));
      await symlink(MODULES, path.join(root, 'node_modules'), 'junction');
      const all = {
        ...files,
        'package.json': { private: true, type: 'module' },
        'assets.gen.json': MANIFEST,
        'assetgen.config.json': { service: 'local' },
      };
      await mkdir(path.join(root, 'src'));
      for (const [name, content] of Object.entries(all)) {
        const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
        await writeFile(path.join(root, name), text);
      }
      const env = cleanEnv();
      const run = ([script = '', ...args]: readonly string[]): Promise<Ran> =>
        runNode([path.join(MODULES, script), ...args], { cwd: root, env });

      const init = await run(['assetgen/dist/main.js', 'init']);
      expect(init.stdout).toContain('Added assets.gen.d.ts to tsconfig.app.json');
      const checked = await run(check);
      expect(checked.code, checked.stdout).toBe(0);
      const built = await run(['vite/bin/vite.js', 'build']);
      expect(built.code, `${built.stdout}\n${built.stderr}`).toBe(0);
      const assets = await readdir(path.join(root, 'dist/assets'));
      expect(assets.filter((name) => /^hero\.640w-.*\.webp$/.test(name))).toHaveLength(1);
      expect(built.stderr + built.stdout).not.toContain('wrote 0 large');

      const file = path.join(root, source);
      const wrong = (await readFile(file, 'utf8')).replace(
        "from '@gen/hero';",
        "from '@gen/heor';",
      );
      await writeFile(file, wrong);
      const failed = await run(check);
      expect(failed.code).not.toBe(0);
      expect(failed.stdout).toContain('@gen/');
    });
  },
);
