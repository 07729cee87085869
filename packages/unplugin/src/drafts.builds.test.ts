import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenProject } from '@assetgen/core';
import { rspack } from '@rspack/core';
import type { Compiler as RspackCompiler } from '@rspack/core';
import * as esbuild from 'esbuild';
import { build as buildVite } from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import webpack from 'webpack';
import { connectEsbuild } from './esbuild/esbuild-plugin.ts';
import { connectRspack } from './rspack/rspack-plugin.ts';
import { folderProjects } from './testing/folder-project.ts';
import { vitePlugins } from './vite/vite-plugins.ts';
import { connectWebpack } from './webpack/webpack-plugin.ts';

const LINE = /DRAFTS were used for hero\. Do not ship this build: set ASSETGEN_API_URL/;

let root: string;
/** What was written to the terminal past all loggers. */
let written: string[];
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-drafts-')));
  await mkdir(join(root, 'dist'));
  await writeFile(join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
  await writeFile(join(root, 'main.js'), `import url from '@gen/hero.webp'; console.log(url);`);
  await writeFile(join(root, 'assets.gen.json'), '{ "hero.webp": { "text": "RIFF" } }');
  written = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

interface Stats {
  readonly compilation: { readonly warnings: Iterable<{ readonly message: string }> };
  hasErrors(): boolean;
}
interface Compiler {
  run(done: (error: Error | null, stats?: Stats) => void): void;
  close(done: () => void): void;
}

const muted = () => ({
  context: root,
  mode: 'production' as const,
  entry: './main.js',
  output: { path: join(root, 'dist') },
  infrastructureLogging: { level: 'none' as const },
});

/** The messages of the warnings of a run. */
function run(compiler: Compiler): Promise<string[]> {
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      const warnings = [...(stats?.compilation.warnings ?? [])].map(({ message }) => message);
      compiler.close(() => {
        if (error !== null || stats?.hasErrors() !== false) reject(error ?? new Error('it failed'));
        else resolve(warnings);
      });
    });
  });
}

/** Muted builds, and the warnings that each hands to whoever started it. */
const BUILDS: Readonly<Record<string, (open: OpenProject) => Promise<string[] | null>>> = {
  webpack: (open) =>
    run(
      webpack({
        ...muted(),
        plugins: [{ apply: (c: webpack.Compiler) => connectWebpack(c, open, {}) }],
      }) as unknown as Compiler,
    ),
  Rspack: (open) =>
    run(
      rspack({
        ...muted(),
        plugins: [{ apply: (c: RspackCompiler) => connectRspack(c, open, {}) }],
      }) as unknown as Compiler,
    ),
  async Vite(open) {
    const plugins = vitePlugins(open, {});
    await buildVite({ root, configFile: false, logLevel: 'silent', plugins });
    return null;
  },
  async esbuild(open) {
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: ['main.js'],
      bundle: true,
      outdir: 'dist',
      logLevel: 'silent',
      plugins: [{ name: 'assetgen', setup: (b) => connectEsbuild(b, open, {}) }],
    });
    return null;
  },
};

describe.each(Object.entries(BUILDS))('a muted build of %s', (_, build) => {
  it('ends by saying that it ships drafts', async () => {
    const open = folderProjects({ runs: 0, closed: false }, { draft: true });
    const warnings = await build(open);
    if (warnings !== null) expect(warnings).toEqual([expect.stringMatching(LINE)]);
    await expect.poll(() => written.at(-1)).toMatch(LINE);
    expect(written.filter((text) => LINE.test(text))).toHaveLength(1);
  });

  it('is no dev server, though the variable of one is set', async () => {
    // webpack-dev-server sets it as soon as it is loaded, which `docusaurus build` does.
    vi.stubEnv('WEBPACK_SERVE', 'true');
    const commands: string[] = [];
    const open = folderProjects({ runs: 0, closed: false }, { draft: true });
    const warnings = await build((options) => {
      commands.push(options.command);
      return open(options);
    });
    expect(commands).toEqual(['build']);
    if (warnings !== null) expect(warnings).toEqual([expect.stringMatching(LINE)]);
  });

  it('has nothing to say without', async () => {
    const warnings = await build(folderProjects({ runs: 0, closed: false }));
    expect(warnings ?? []).toEqual([]);
    expect(written.filter((text) => text.includes('DRAFTS'))).toEqual([]);
  });
});
