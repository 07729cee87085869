import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Questions } from 'create-assetgen';
import { expect, test } from 'vitest';
import { init } from '../commands/init.ts';
import { callCommand } from '../testing/call-command.ts';
import { makeChoices } from './choices.ts';

const NEXT_CONFIG = 'export default { reactStrictMode: true };\n';

function project(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'init-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
  return root;
}
const read = (root: string, name: string): string => readFileSync(path.join(root, name), 'utf8');
const json = (root: string, name: string): unknown => JSON.parse(read(root, name));

test('a project of Vite is set up by two options, and by a second run no more changes', async () => {
  const root = project({
    'package.json':
      '{\n    "name": "app",\n    "scripts": { "dev": "vite" },\n    "devDependencies": {\n        "vite": "^8.0.0"\n    }\n}\n',
    'vite.config.js': 'export default {\n  plugins: [],\n};\n',
    'pnpm-lock.yaml': '',
  });
  const told = await callCommand(root, init, [], { service: 'local', bundler: 'vite' });
  expect(read(root, 'vite.config.js')).toContain('plugins: [assetgen()]');
  expect(read(root, 'package.json')).toMatch(/^ {4}"name": "app",\n {4}"scripts"/m);
  expect(json(root, 'package.json')).toMatchObject({
    devDependencies: {
      '@assetgen/vite-plugin': expect.stringMatching(/^\^\d/),
      assetgen: expect.stringMatching(/^\^\d/),
      vite: '^8.0.0',
    },
  });
  expect(json(root, 'assetgen.config.json')).toMatchObject({ service: 'local' });
  expect(told).toMatch(
    /Next:\n {2}cd \S+\n {2}pnpm install\n {2}pnpm dev\nThen open http:\/\/localhost:5173\/__assetgen\/ to see all assets\.\nIn your code:\n/,
  );
  const before = readdirSync(root).map((name) => read(root, name));
  const again = await callCommand(
    root,
    init,
    [],
    { service: 'local', bundler: 'vite' },
    { json: true },
  );
  expect(JSON.parse(again)).toEqual({ written: [] });
  expect(readdirSync(root).map((name) => read(root, name))).toEqual(before);
});

test('the bundler is that of package.json; the framework counts before what it brings', async () => {
  const root = project({
    'package.json':
      '{ "dependencies": { "next": "16.0.0" }, "devDependencies": { "webpack": "5" } }',
    'next.config.mjs': NEXT_CONFIG,
  });
  const told = await callCommand(root, init);
  expect(read(root, 'next.config.mjs')).toContain('withAssetgen({ reactStrictMode: true })');
  expect(json(root, 'package.json')).toHaveProperty(['devDependencies', '@assetgen/unplugin']);
  expect(told).toContain('npx assetgen ui --open');
  expect(readdirSync(root)).not.toContain('assetgen.config.json');
});

test.each([
  [
    'module.exports = require("./build/webpack.common.js");\n',
    "const { default: assetgen } = require('@assetgen/webpack-plugin');",
  ],
  ['export default make();\n', "import assetgen from '@assetgen/webpack-plugin';"],
])(
  'a config that is not certain stays, and the lines to add are shown: %s',
  async (config, line) => {
    const root = project({ 'package.json': '{}', 'webpack.config.js': config });
    const told = await callCommand(root, init, [], { bundler: 'webpack' });
    expect(read(root, 'webpack.config.js')).toBe(config);
    expect(told).toContain(
      `Add the plugin to webpack.config.js:\n  ${line}\n  plugins: [assetgen()]\n`,
    );
  },
);

test.each([
  [
    'vite',
    {
      dev: 'node log.js dev & vite --config vite/config.dev.mjs',
      build: 'tsc && vite build --config=./vite/config.prod.mjs',
      preview: 'vite preview --config vite/config.prod.mjs',
      lint: 'eslint -c vite/eslint.mjs',
    },
    ['vite/config.dev.mjs', 'vite/config.prod.mjs'],
  ],
  [
    'webpack',
    {
      dev: 'cross-env A=1 webpack-dev-server --config "webpack/config.js" --open',
      build: 'webpack -c webpack/config.prod.js || exit 1',
      gone: 'webpack -c webpack/gone.js',
    },
    ['webpack/config.js', 'webpack/config.prod.js'],
  ],
])(
  '%s: the configs that scripts name get the plugin, and none is made',
  async (name, scripts, configs) => {
    const root = project({
      'package.json': JSON.stringify({ scripts, devDependencies: { [name]: '8' } }),
    });
    mkdirSync(path.join(root, name));
    for (const file of [...configs, `${name}/eslint.mjs`]) {
      writeFileSync(path.join(root, file), 'export default { plugins: [] };\n');
    }
    const told = await callCommand(root, init);
    for (const file of configs) expect(read(root, file)).toContain('plugins: [assetgen()]');
    expect(told).toContain(`Added the plugin to ${configs.join(' and ')}.\n`);
    expect(read(root, `${name}/eslint.mjs`)).toBe('export default { plugins: [] };\n');
    expect(readdirSync(root).filter((each) => each.includes('.config.m'))).toEqual([]);
  },
);

test('the bundler is also that of a config, in a monorepo that has its packages above', async () => {
  const root = project({
    'package.json': '{ "name": "@shop/web" }',
    'vite.config.mts': 'export default { plugins: [] };\n',
  });
  expect(await callCommand(root, init)).toContain('Added the plugin to vite.config.mts.\n');
  expect(json(root, 'package.json')).toHaveProperty(['devDependencies', '@assetgen/vite-plugin']);
});

test('where no package.json is, as in an app of Nx, the packages are named', async () => {
  const root = project({ 'vite.config.ts': 'export default { plugins: [] };\n' });
  expect(await callCommand(root, init)).toMatch(
    /Added the plugin to vite\.config\.ts\.\n[^]*Next:\n[^]* -D assetgen @assetgen\/vite-plugin\n/,
  );
});

test.each([
  [{}, true],
  [{ bundler: 'none' }, false],
])('where no bundler is found, %j: that is told: %s', async (options, isTold) => {
  const root = project({ 'package.json': '{ "dependencies": { "react-scripts": "5" } }' });
  const told = await callCommand(root, init, [], options);
  expect(told.includes('No bundler that takes the plugin was found')).toBe(isTold);
});

test.each([
  ['vite', 'export default { server: { host, port: 1420, hmr: {} } };\n', 1420],
  ['vite', 'export default {\n  preview: { port: 4300 },\n};\n', 5173],
  ['vite --port 3001', 'export default { server: { port: 1420 } };\n', 3001],
])('the page is at the port of the dev server: %s with %j', async (dev, config, port) => {
  const root = project({
    'package.json': JSON.stringify({ scripts: { dev }, devDependencies: { vite: '8' } }),
    'vite.config.js': config,
  });
  expect(await callCommand(root, init)).toContain(`http://localhost:${port}/__assetgen/`);
});

test.each([
  ['@babylonjs/core', { format: 'webp' }],
  ['playcanvas', { format: 'webp' }],
  ['three', undefined],
])('the first model has textures that %s reads without another package', async (name, textures) => {
  const root = project({ 'package.json': `{ "dependencies": { "${name}": "1" } }` });
  await callCommand(root, init);
  expect(json(root, 'assets.gen.json')).toMatchObject({
    assets: {
      crate: { outputs: [{ format: 'glb', preset: 'web', ...(textures && { textures }) }] },
    },
  });
});

test('an app of Vite without a config gets one', async () => {
  const root = project({
    'package.json': '{ "devDependencies": { "vite": "8" } }',
    'tsconfig.json': '{}',
  });
  await callCommand(root, init);
  expect(read(root, 'vite.config.mts')).toContain('plugins: [assetgen()]');
});

test('a service by its URL: the config names it, the key is asked of the shell', async () => {
  const root = project({
    'package.json': '{}',
    'assetgen.config.json': '{\n  "budget": 5\n}\n',
  });
  const told = await callCommand(root, init, [], {
    bundler: 'none',
    service: 'https://a.example/api',
  });
  expect(read(root, 'assetgen.config.json')).toBe(
    '{\n  "budget": 5,\n  "apiUrl": "https://a.example/api"\n}\n',
  );
  expect(told).toContain('export ASSETGEN_API_KEY=…\n  npx assetgen trust https://a.example/api');
  const other = await callCommand(root, init, [], { bundler: 'none', service: 'local' });
  expect(other).toContain(
    "assetgen.config.json was not changed. To change the service, write service: 'local' there.",
  );
});

test('a config behind a symbolic link is not written', async () => {
  const outside = project({ 'vite.config.js': 'export default {};\n' });
  const root = project({ 'package.json': '{ "devDependencies": { "vite": "8" } }' });
  symlinkSync(path.join(outside, 'vite.config.js'), path.join(root, 'vite.config.js'));
  await expect(callCommand(root, init)).rejects.toMatchObject({ code: 'ASSETGEN_LINK' });
  expect(read(outside, 'vite.config.js')).toBe('export default {};\n');
});

test.each([
  ['bundler', 'parcel', '--bundler: expected next, nuxt, astro'],
  ['framework', 'angular', '--framework: expected next, nuxt, astro, r3f'],
  ['service', 'locl', '--service: expected local, none or a URL, found "locl"'],
  ['service', 'https://me:secret@a.example', '--service: expected local'],
])('--%s %s', async (option, value, message) => {
  const root = project({ 'package.json': '{}' });
  await expect(callCommand(root, init, [], { [option]: value })).rejects.toMatchObject({
    code: 'ASSETGEN_USAGE',
    message: expect.stringContaining(message),
  });
  expect(readdirSync(root)).toEqual(['package.json']);
});

test('at a terminal it asks for what no option says, with what was found as the first answer', async () => {
  const asked: string[] = [];
  const ask: Questions = {
    select: async (message, choices, initial) => {
      asked.push(`${message} ${choices.length} ${initial}`);
      return initial;
    },
    text: async (_message, initial) => initial,
    confirm: async () => false,
  };
  const found = { devDependencies: { vite: '8' } };
  expect(await makeChoices({}, found, ask)).toMatchObject({
    target: { name: 'vite' },
    service: { type: 'local' },
  });
  const service = 'Where do the files come from? 3 local';
  expect(asked).toEqual(['Framework 13 none', 'Bundler 8 vite', service]);
  expect(await makeChoices({ bundler: 'none', service: 'none' }, found, ask)).toMatchObject({
    framework: { name: 'none' },
    target: null,
    service: { type: 'none' },
  });
  expect(asked).toHaveLength(3);
});

test('a framework is one question, its bundler another, unless it brings one', async () => {
  const answers: Record<string, string> = { Framework: 'vue', Bundler: 'rspack' };
  const asked: string[] = [];
  const ask: Questions = {
    select: async (message, _choices, initial) => {
      asked.push(`${message} ${initial}`);
      return (answers[message] ?? initial) as typeof initial;
    },
    text: async (_message, initial) => initial,
    confirm: async () => false,
  };
  const options = { service: 'none' };
  const found = { dependencies: { react: '19', '@react-three/fiber': '9', three: '1' } };
  expect(await makeChoices(options, found, ask)).toMatchObject({
    framework: { name: 'vue' },
    target: { name: 'rspack' },
  });
  expect(asked).toEqual(['Framework r3f', 'Bundler none']);
  answers['Framework'] = 'next';
  expect(await makeChoices(options, found, ask)).toMatchObject({ target: { name: 'next' } });
  expect(asked).toHaveLength(3);
});

test.each([
  [{}, { react: '19', vite: '8' }, 'react', 'vite'],
  [{}, { next: '16', react: '19' }, 'next', 'next'],
  [{ framework: 'three' }, { vite: '8' }, 'three', 'vite'],
  [{ framework: 'nuxt' }, {}, 'nuxt', 'nuxt'],
  [{ bundler: 'astro' }, {}, 'astro', 'astro'],
  [{ framework: 'svelte', bundler: 'rollup' }, {}, 'svelte', 'rollup'],
])('%j with %j: %s by %s, and nothing asked', async (options, dependencies, framework, target) => {
  expect(await makeChoices(options, { dependencies }, null)).toMatchObject({
    framework: { name: framework },
    target: { name: target },
  });
});

test("in a project of Yarn's Plug'n'Play it fails with a code and the cure, and writes nothing", async () => {
  const files = {
    'package.json': '{}',
    '.pnp.cjs': '',
    'yarn.lock': '__metadata:\n  version: 8\n',
  };
  const root = project(files);
  await expect(callCommand(root, init)).rejects.toMatchObject({
    code: 'ASSETGEN_PNP',
    hint: expect.stringContaining('nodeLinker: node-modules'),
  });
  expect(readdirSync(root).toSorted()).toEqual(Object.keys(files).toSorted());
  writeFileSync(path.join(root, '.yarnrc.yml'), 'nodeLinker: node-modules\n');
  expect(await callCommand(root, init)).toContain('  yarn install\n');
});

test('the imports that fit the framework are shown for the manifest that was written', async () => {
  const root = project({ 'package.json': '{ "dependencies": { "react": "19", "vite": "8" } }' });
  const told = await callCommand(root, init);
  expect(told).toMatch(/In your code:\n {2}import \{ Backdrop \} from '@gen\/backdrop\?react';$/);
  expect(await callCommand(root, init)).not.toContain('In your code');
});
