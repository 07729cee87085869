import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanEnv } from '../support/env.ts';
import { packAll, root } from './pack.ts';

const execute = promisify(execFile);
const project = mkdtempSync(join(tmpdir(), 'consumer-'));
const env = cleanEnv();

/** The same tools as the repository's own, so that npm finds them in its cache. */
const TOOLS = ['vite', 'webpack'].map((name) => {
  const path = join(root, 'node_modules', name, 'package.json');
  return `${name}@${(JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version}`;
});

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "consumer", "private": true, "type": "module" }',
  'assetgen.config.json': '{ "service": "local" }',
  'assets.gen.json': JSON.stringify({
    assets: {
      'pictures/hill': {
        kind: 'image',
        prompt: 'a green hill at dusk',
        outputs: [{ format: 'webp', width: 64 }],
      },
      rock: { kind: 'model', prompt: 'a mossy rock' },
    },
  }),
  'index.html': '<!doctype html><title>t</title><script type="module" src="/main.ts"></script>',
  'main.ts': `
    import rock from '@gen/rock.glb';
    import hill from '@gen/pictures/hill';
    console.log(rock, hill.url, hill.width);
  `,
  'vite.config.js': `
    import assetgen from '@assetgen/vite-plugin';
    export default { plugins: [assetgen()], build: { assetsInlineLimit: 0 } };
  `,
  'webpack.config.cjs': `
    const assetgen = require('@assetgen/webpack-plugin').default;
    module.exports = {
      mode: 'production',
      entry: './entry.js',
      output: { path: __dirname + '/webpack-dist' },
      plugins: [assetgen()],
    };
  `,
  'entry.js': `import rock from '@gen/rock.glb'; console.log(rock);`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      module: 'ESNext',
      moduleResolution: 'Bundler',
      target: 'ES2022',
      lib: ['ES2022', 'DOM'],
      types: [],
      skipLibCheck: true,
    },
    files: ['main.ts', 'assets.gen.d.ts', 'api.ts'],
  }),
  'api.ts': `
    import { openProject } from '@assetgen/core';
    import type { AssetgenOptions } from 'assetgen';
    const options: AssetgenOptions = { service: 'local', budget: 1 };
    // @ts-expect-error the types are there: a wrong one is seen
    const wrong: AssetgenOptions = { budget: 'one' };
    export const project = openProject({ root: '.', command: 'build', options: wrong ?? options });
  `,
};

beforeAll(async () => {
  const tarballs = packAll();
  writeProject();
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const files = tarballs.map((tarball) => tarball.file);
  await run('npm', ['install', ...flags, ...files, ...TOOLS], registrySettings());
});

describe('the tarballs in an empty project', () => {
  test('install together, none from anywhere else', () => {
    const lock = readJson('package-lock.json') as {
      packages: Record<string, { resolved?: string; version?: string }>;
    };
    const ours = Object.entries(lock.packages).filter(([path]) =>
      /node_modules\/(?:@assetgen\/[^/]+|(?:create-)?assetgen)$/.test(path),
    );
    expect(ours.length).toBeGreaterThan(6);
    for (const [path, { resolved }] of ours) {
      expect({ path, resolved }).toEqual({ path, resolved: expect.stringMatching(/^file:/) });
    }
  });

  test('every public name can be imported', async () => {
    const names = [
      'assetgen',
      'create-assetgen',
      ...readdirSync(join(project, 'node_modules/@assetgen')).map((name) => `@assetgen/${name}`),
    ];
    const code = names.map((name) => `await import('${name}');`).join('\n');
    await run(process.execPath, ['--input-type=module', '--eval', code]);
  });

  test('the command says what it can do', async () => {
    const { stdout } = await assetgen('--help');
    for (const name of ['init', 'plan', 'build', 'check', 'serve']) expect(stdout).toContain(name);
  });

  test('init gives a manifest that builds', async () => {
    const fresh = mkdtempSync(join(project, 'fresh-'));
    await assetgen('init', '--root', fresh);
    const { stdout } = await assetgen('plan', '--root', fresh, '--json');
    const plan = JSON.parse(stdout) as { assets: { action: string }[] };
    expect(plan.assets.length).toBeGreaterThan(0);
    const build = await assetgen('build', '--root', fresh, '--json');
    expect(JSON.parse(build.stdout)).toMatchObject({ ok: true, failed: 0 });
  });

  test('npm create assetgen writes a project that takes the tarballs', async () => {
    const tarballs = dirname(packAll()[0]?.file ?? '');
    const args = ['--no-install', 'create-assetgen', 'created', '--packages', tarballs];
    const { stdout } = await run('npx', [...args, '--template', 'webpack', '--service', 'local']);
    expect(stdout).toMatch(/cd created\n {2}npm install\n {2}npm run dev\n\nThen open http:/);
    const { devDependencies } = readJson('created/package.json') as Record<string, object>;
    expect(devDependencies).toMatchObject({
      assetgen: expect.stringMatching(/^file:.*\.tgz$/),
      '@assetgen/webpack-plugin': expect.stringMatching(/^file:.*\.tgz$/),
    });
    expect(readJson('created/assetgen.config.json')).toEqual({ service: 'local' });
  });

  test('build makes every output once', async () => {
    const first = JSON.parse((await assetgen('build', '--json')).stdout) as unknown;
    expect(first).toMatchObject({ ok: true, assets: 2, outputs: 2, generated: 2, failed: 0 });
    const second = JSON.parse((await assetgen('build', '--json')).stdout) as unknown;
    expect(second).toMatchObject({ ok: true, generated: 0, downloaded: 0, points: 0 });
    expect(magic('.assetgen/files/rock.glb')).toBe('glTF');
    expect(magic('.assetgen/files/pictures/hill.64w.webp')).toBe('RIFF');
  });

  test('Vite builds a page with them', async () => {
    await run('npx', ['--no-install', 'vite', 'build']);
    expectEmitted('dist/assets');
  });

  test('webpack builds with them, from a CommonJS config', async () => {
    const code = `
      const config = require('./webpack.config.cjs');
      require('webpack')(config).run((error, stats) => {
        if (error || stats.hasErrors()) throw error ?? new Error(stats.toString('errors-only'));
      });
    `;
    await run(process.execPath, ['--input-type=commonjs', '--eval', code]);
    const glb = readdirSync(join(project, 'webpack-dist')).filter((name) => name.endsWith('.glb'));
    expect(glb).toHaveLength(1);
    expect(magic(join('webpack-dist', glb[0]!))).toBe('glTF');
  });

  test('TypeScript knows the imports and the API', async () => {
    const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
    await run(process.execPath, [tsc, '-p', '.']);
  });
});

/** Runs a program in the project; a failure tells what it printed. */
async function run(
  file: string,
  args: readonly string[],
  extra: NodeJS.ProcessEnv = {},
): Promise<{ stdout: string }> {
  try {
    return await execute(file, [...args], { cwd: project, env: { ...env, ...extra } });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error([`${file} ${args[0] ?? ''} failed`, stdout, stderr].join('\n'), {
      cause: error,
    });
  }
}

function assetgen(...args: string[]): Promise<{ stdout: string }> {
  return run('npx', ['--no-install', 'assetgen', ...args]);
}

function writeProject(): void {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
}

/** `cleanEnv` drops what `npm test` sets; npm itself still needs to know where to look. */
function registrySettings(): NodeJS.ProcessEnv {
  const names = /^npm_config_(?:registry|cache|userconfig|globalconfig|cafile|.*proxy)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)));
}

function expectEmitted(folder: string): void {
  const files = readdirSync(join(project, folder));
  const glb = files.find((name) => name.endsWith('.glb'));
  const webp = files.find((name) => name.endsWith('.webp'));
  expect(files).toEqual(expect.arrayContaining([glb, webp]));
  expect(magic(join(folder, glb!))).toBe('glTF');
  expect(magic(join(folder, webp!))).toBe('RIFF');
}

function magic(path: string): string {
  return readFileSync(join(project, path)).toString('latin1', 0, 4);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(project, path), 'utf8'));
}
