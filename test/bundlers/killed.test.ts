import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeApp } from '../support/app.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';

/** Ends the process when the bundler has written and nothing of ours was copied yet. */
const KILL = `const kill = () => process.env.KILL && process.kill(process.pid, 'SIGKILL');`;

const BUILDS = {
  Vite: `import { build } from 'vite';
    import assetgen from '@assetgen/vite-plugin';
    ${KILL}
    const killer = { name: 'killer', enforce: 'pre', writeBundle: { order: 'pre', handler: kill } };
    await build({
      configFile: false,
      logLevel: 'silent',
      build: { emptyOutDir: false, rollupOptions: { input: 'main.js' } },
      plugins: [killer, assetgen({ largeFileBytes: 10 })],
    });`,
  Rspack: `import { rspack } from '@rspack/core';
    import assetgen from '@assetgen/unplugin/rspack';
    ${KILL}
    const killer = { apply: (c) => c.hooks.afterEmit.tap({ name: 'killer', stage: -1000 }, kill) };
    const compiler = rspack({
      mode: 'production',
      entry: './main.js',
      output: { path: process.cwd() + '/dist' },
      cache: { type: 'persistent' },
      plugins: [killer, assetgen({ largeFileBytes: 10 })],
    });
    await new Promise((resolve) => compiler.run((error, stats) => {
      if (error || stats.hasErrors()) throw error ?? new Error(stats.toString());
      compiler.close(resolve);
    }));`,
};

it.each(Object.entries(BUILDS))(
  'a build by %s after one that was killed leaves no placeholder',
  async (_name, build) => {
    const root = await makeApp({
      'package.json': '{ "type": "module" }',
      'build.js': build,
      'main.js': `import logo from '@gen/logo.webp'; console.log(logo);`,
      'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>',
      'assets.gen.json': JSON.stringify({
        assets: { logo: { kind: 'image', source: './logo.svg', outputs: ['webp'] } },
      }),
    });
    const heads = async (): Promise<readonly string[]> => {
      const names = await readdir(join(root, 'dist'), { recursive: true });
      const pictures = names.filter((name) => name.endsWith('.webp'));
      const read = pictures.map((name) => readFile(join(root, 'dist', name), 'latin1'));
      return (await Promise.all(read)).map((text) => text.slice(0, 7));
    };
    const env = cleanEnv({ ASSETGEN_MODE: 'generate', ASSETGEN_CACHE_DIR: join(root, '.cache') });
    const killed = await runNode(['build.js'], { cwd: root, env: { ...env, KILL: '1' } });
    expect(killed.code).not.toBe(0);
    expect(await heads()).toEqual(['version']);
    const { code, stderr } = await runNode(['build.js'], { cwd: root, env });
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect((await heads()).map((head) => head.slice(0, 4))).toEqual(['RIFF']);
    await rm(root, { recursive: true, force: true });
  },
);
