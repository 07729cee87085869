import { describe, expect, test } from 'vitest';
import { addPlugin } from './add-plugin.ts';
import { TARGETS } from './targets.ts';
import type { Target } from './targets.ts';

const target = (name: string): Target => {
  const found = TARGETS.find((each) => each.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};
const edited = (name: string, text: string): string => {
  const added = addPlugin(text, target(name));
  return added.type === 'edited' ? added.text : added.type;
};

describe('Vite', () => {
  test('into the array, after the others, in the layout of the file', () => {
    expect(
      edited(
        'vite',
        `import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'

// https://vite.dev/config/
export default defineConfig({
  plugins: [react()],
})
`,
      ),
    ).toBe(`import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'
import assetgen from '@assetgen/vite-plugin'

// https://vite.dev/config/
export default defineConfig({
  plugins: [react(), assetgen()],
})
`);
  });

  test('one a line, with a trailing comma, double quotes and comments', () => {
    expect(
      edited(
        'vite',
        `import { defineConfig } from "vite";
import vue from "@vitejs/plugin-vue";

export default defineConfig({
    plugins: [
        vue(), // first
        devtools(),
    ],
});
`,
      ),
    ).toBe(`import { defineConfig } from "vite";
import vue from "@vitejs/plugin-vue";
import assetgen from "@assetgen/vite-plugin";

export default defineConfig({
    plugins: [
        vue(), // first
        devtools(),
        assetgen(),
    ],
});
`);
  });

  test.each(['', ','])('after a comment at the end of a line, with the comma "%s"', (comma) => {
    expect(
      edited(
        'vite',
        `import a from 'a'; // first\r\n\r\nexport default {\r\n  plugins: [\r\n    a()${comma} // for a\r\n  ],\r\n};\r\n`,
      ),
    ).toBe(
      `import a from 'a'; // first\r\nimport assetgen from '@assetgen/vite-plugin';\r\n\r\nexport default {\r\n  plugins: [\r\n    a(), // for a\r\n    assetgen()${comma}\r\n  ],\r\n};\r\n`,
    );
  });

  test.each([
    ['export default {};\n', 'export default { plugins: [assetgen()] };\n'],
    ['export default { plugins: [] };\n', 'export default { plugins: [assetgen()] };\n'],
    [
      "export default {\n  base: '/x/',\n};\n",
      "export default {\n  plugins: [assetgen()],\n  base: '/x/',\n};\n",
    ],
    [
      "export default { base: '/x/' };\n",
      "export default { plugins: [assetgen()], base: '/x/' };\n",
    ],
    [
      'export default defineConfig(({ mode }) => ({ plugins: [a(mode)] }));\n',
      'export default defineConfig(({ mode }) => ({ plugins: [a(mode), assetgen()] }));\n',
    ],
    [
      'export default defineConfig(async () => {\n  const x = await y();\n  return { plugins: [x] };\n});\n',
      'export default defineConfig(async () => {\n  const x = await y();\n  return { plugins: [x, assetgen()] };\n});\n',
    ],
    [
      'const config = { plugins: [a()] } satisfies UserConfig;\nexport default config;\n',
      'const config = { plugins: [a(), assetgen()] } satisfies UserConfig;\nexport default config;\n',
    ],
    [
      'const plugins: Plugin[] = [a()];\nexport default { plugins };\n',
      'const plugins: Plugin[] = [a(), assetgen()];\nexport default { plugins };\n',
    ],
    [
      'export default { plugins: [a(), dev && b()].filter(Boolean) };\n',
      'export default { plugins: [a(), dev && b(), assetgen()].filter(Boolean) };\n',
    ],
  ])('%j', (before, after) => {
    expect(edited('vite', before)).toBe(
      `import assetgen from '@assetgen/vite-plugin';\n\n${after}`,
    );
  });

  test.each([
    ['a name of ours that is taken', 'const assetgen = 1;\nexport default { plugins: [] };'],
    ['a spread that may hold the plugins', 'export default { ...base };'],
    ['an array that another file makes', 'export default { plugins: makePlugins() };'],
    ['a config that another file makes', 'export default makeConfig({ plugins: [] });'],
    ['a merge', 'export default mergeConfig(base, { plugins: [] });'],
    ['a value that changes', 'let plugins = [];\nplugins = x;\nexport default { plugins };'],
    ['two returns', 'export default () => { if (a) return {}; return { plugins: [] }; };'],
    ['only a comment in the array', 'export default { plugins: [/* none yet */] };'],
    ['no export', 'console.log(1);'],
    ['what is no program', 'export default {'],
  ])('%s: left to a person', (_what, text) => {
    expect(edited('vite', text)).toBe('unsure');
  });

  test('what is there is not added again', () => {
    const once = edited('vite', 'export default {};\n');
    expect(edited('vite', once)).toBe('there');
  });

  test('line ends of Windows stay', () => {
    const text = edited(
      'vite',
      "import a from 'a';\r\nexport default {\r\n  plugins: [a()],\r\n};\r\n",
    );
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(text).toContain('plugins: [a(), assetgen()]');
  });
});

test('webpack, as CommonJS', () => {
  expect(
    edited(
      'webpack',
      `'use strict';
const path = require('node:path');
const Html = require('html-webpack-plugin');

module.exports = {
  entry: './src/index.js',
  plugins: [
    new Html(),
  ],
};
`,
    ),
  ).toBe(`'use strict';
const path = require('node:path');
const Html = require('html-webpack-plugin');
const { default: assetgen } = require('@assetgen/webpack-plugin');

module.exports = {
  entry: './src/index.js',
  plugins: [
    new Html(),
    assetgen(),
  ],
};
`);
});

test('Next: the whole config, typed', () => {
  expect(
    edited(
      'next',
      `import type { NextConfig } from "next";

const nextConfig: NextConfig = {
  /* config options here */
};

export default nextConfig;
`,
    ),
  ).toBe(`import type { NextConfig } from "next";
import { withAssetgen } from "@assetgen/unplugin/next";

const nextConfig: NextConfig = {
  /* config options here */
};

export default withAssetgen(nextConfig);
`);
});

test('Next: around what wraps it already, and as CommonJS', () => {
  expect(edited('next', 'module.exports = withMdx({ a: 1 });\n')).toBe(
    "const { withAssetgen } = require('@assetgen/unplugin/next');\n\nmodule.exports = withAssetgen(withMdx({ a: 1 }));\n",
  );
});

test('Nuxt: a name among the modules, without an import', () => {
  expect(
    edited('nuxt', "export default defineNuxtConfig({\n  modules: ['@nuxt/image'],\n})\n"),
  ).toBe(
    "export default defineNuxtConfig({\n  modules: ['@nuxt/image', '@assetgen/unplugin/nuxt'],\n})\n",
  );
});

test('Astro: among the integrations', () => {
  expect(
    edited(
      'astro',
      "// @ts-check\nimport { defineConfig } from 'astro/config';\n\nexport default defineConfig({});\n",
    ),
  ).toBe(
    "// @ts-check\nimport { defineConfig } from 'astro/config';\nimport assetgen from '@assetgen/unplugin/astro';\n\nexport default defineConfig({ integrations: [assetgen()] });\n",
  );
});
