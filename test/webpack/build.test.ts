import { createHash } from 'node:crypto';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, REPOSITORY } from '../support/app.ts';
import { startCountedService } from '../support/counted-service.ts';
import type { CountedService } from '../support/counted-service.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';
import type { Ran } from '../support/run-node.ts';

const WEBPACK = join(REPOSITORY, 'node_modules/webpack/bin/webpack.js');

const CONFIG = `
  mode: 'production',
  target: 'node',
  entry: './main.js',
  output: { path: __dist, filename: 'main.cjs', library: { type: 'commonjs2' }, publicPath: __url },
  plugins: [assetgen()],
`;
/** Both doors that a CommonJS config may use, and the one of an ES module. */
const CONFIGS: Readonly<Record<string, string>> = {
  'webpack.config.mjs': `import assetgen from '@assetgen/webpack-plugin';
    const { __dist, __url } = process.env;
    export default {${CONFIG}};`,
  'webpack.config.cjs': `const assetgen = require('@assetgen/webpack-plugin');
    const { __dist, __url } = process.env;
    module.exports = {${CONFIG}};`,
  'webpack.transpiled.cjs': `const assetgen = require('@assetgen/webpack-plugin').default;
    const { __dist, __url } = process.env;
    module.exports = {${CONFIG}};`,
};

const APP = {
  ...CONFIGS,
  'assets.gen.json': JSON.stringify({
    assets: {
      'props/crate': { kind: 'model', prompt: 'a wooden crate' },
      sky: { kind: 'image', prompt: 'clouds', outputs: [{ format: 'webp', width: 320 }, 'png'] },
      loop: { kind: 'video', prompt: 'waves', duration: 4, resolution: '480p' },
    },
  }),
  'main.js': `import crateUrl from '@gen/props/crate.glb';
    import crate from '@gen/props/crate';
    import sky from '@gen/sky';
    import loop from '@gen/loop';
    export { crateUrl, crate, sky, loop };
    export const lazyUrl = () => import('@gen/sky.png').then((module) => module.default);
    export const relativeUrl = new URL('@gen/loop.mp4', import.meta.url).href;`,
};

interface FileFacts {
  readonly url: string;
  readonly bytes: number;
  readonly sha256: string;
}
interface Bundle {
  readonly crateUrl: string;
  readonly relativeUrl: string;
  readonly lazyUrl: () => Promise<string>;
  readonly crate: { readonly url: string; readonly files: readonly FileFacts[] };
  readonly sky: { readonly files: readonly FileFacts[] };
  readonly loop: { readonly url: string; readonly files: readonly FileFacts[] };
}

describe('a webpack build against a service over a socket', () => {
  let service: CountedService;
  let root: string;
  let dist: string;
  let site: { readonly url: string; close(): void };

  beforeAll(async () => {
    service = await startCountedService({ key: 'k' });
    root = await makeApp(APP);
    dist = await realpath(await mkdtemp(join(tmpdir(), 'dist-')));
    site = await serve(dist);
  });
  afterAll(async () => {
    site?.close();
    await service?.close();
  });

  let env: NodeJS.ProcessEnv;
  const build = (config: string, cwd = root): Promise<Ran> => {
    env ??= cleanEnv({ ASSETGEN_API_URL: service.url, ASSETGEN_API_KEY: 'k' });
    return runNode([WEBPACK, '--config', config], {
      cwd,
      env: { ...env, __dist: dist, __url: site.url },
    });
  };

  it.each(Object.keys(CONFIGS))(
    'builds from %s; every URL answers with its bytes',
    async (config) => {
      await rm(dist, { recursive: true });
      const ran = await build(config);
      expect(ran.code, ran.stdout + ran.stderr).toBe(0);
      // The first build makes the assets, the others find them.
      expect(service.creates()).toBe(3);

      const bundle = (await import(`${join(dist, 'main.cjs')}?${config}`)) as { default: Bundle };
      const { crateUrl, crate, sky, loop, lazyUrl, relativeUrl } = bundle.default;
      expect(crateUrl).toBe(crate.url);
      expect(relativeUrl).toBe(loop.url);
      const files = [...crate.files, ...sky.files, ...loop.files];
      expect(files).toHaveLength(4);
      expect(files.map((file) => file.url)).toContain(await lazyUrl());
      for (const file of files) {
        const response = await fetch(file.url);
        expect(response.status).toBe(200);
        const bytes = Buffer.from(await response.arrayBuffer());
        expect(bytes.length).toBe(file.bytes);
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
      }
    },
  );

  it('ends with a summary after the statistics', async () => {
    const ran = await build('webpack.config.mjs');
    expect(ran.stderr + ran.stdout).toMatch(/3 assets, 4 files · all up to date · 0 points/);
  });

  it('fails on a wrong name with the nearest one', async () => {
    const app = await makeApp({ ...APP, 'main.js': `import '@gen/props/crte';` });
    const ran = await build('webpack.config.mjs', app);
    expect(ran.code).not.toBe(0);
    expect(ran.stdout).toMatch(/ASSETGEN_UNKNOWN_IMPORT[\s\S]*Did you mean "@gen\/props\/crate"/);
  });

  it('fails on a broken manifest with its place', async () => {
    const app = await makeApp({ ...APP, 'assets.gen.json': '{ "assets": { "a": {} } }' });
    const ran = await build('webpack.config.mjs', app);
    expect(ran.code).not.toBe(0);
    expect(ran.stdout).toMatch(
      /ERROR in assets\.gen\.json\n1:\d+\n.*ASSETGEN_MANIFEST: assets\.gen\.json:1:/,
    );
  });
});

/** A static site, as a browser would ask it. */
async function serve(folder: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    readFile(join(folder, decodeURI(request.url ?? '/'))).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
