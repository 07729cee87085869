import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { rspack } from '@rspack/core';
import type { Compiler } from '@rspack/core';
import { expect, it, onTestFinished, vi } from 'vitest';
import { folderProjects } from '../testing/folder-project.ts';
import { writeWhole } from '../testing/locking-projects.ts';
import { connectRspack } from './rspack-plugin.ts';

it.each([
  ['a dev server looked early', 'watchRun', 'assetgen.config.ts'],
  ['nothing of the project changed', 'watchRun', 'main.js'],
  ['the run is under way', 'thisCompilation', 'main.js'],
] as const)(
  'sees a manifest go away once it was read for a run: %s',
  async (_what, hook, changed) => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-rspack-watch-')));
    vi.stubEnv('RSPACK_SERVE', 'true');
    onTestFinished(() => void vi.unstubAllEnvs());
    const [manifest, config, main] = ['assets.gen.json', 'assetgen.config.ts', 'main.js'].map(
      (name) => join(root, name),
    ) as [string, string, string];
    const code = `import sky from '@gen/sky'; console.log(sky);`;
    await writeFile(main, code);
    await writeFile(config, '');
    await writeFile(manifest, JSON.stringify({ 'sky.webp': { text: 'one' } }));
    const file = join(root, changed);
    const open = folderProjects({ runs: 0, closed: false });
    let errors = '';
    function goAway(each: Compiler): void {
      each.hooks[hook].tap('go away', () => {
        const { modifiedFiles = new Set() } = each;
        if (modifiedFiles.has(file) && !modifiedFiles.has(manifest))
          rmSync(manifest, { force: true });
      });
    }
    const watched = (): string[] => [manifest, config];
    const compiler = rspack({
      context: root,
      mode: 'development',
      entry: './main.js',
      output: { path: join(root, 'dist') },
      infrastructureLogging: { level: 'none' },
      plugins: [
        { apply: goAway },
        {
          apply: (each: Compiler) =>
            connectRspack(each, (options) => ({ ...open(options), watched }), {}),
        },
      ],
    });
    let runs = 0;
    const watching = compiler.watch({ aggregateTimeout: 5 }, (_error, stats) => {
      runs += 1;
      errors = stats?.compilation.errors.map(({ message }) => message).join('\n') ?? '';
    });
    onTestFinished(async () => {
      await new Promise<void>((resolve) => watching!.close(() => resolve()));
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    });
    await expect.poll(() => runs).toBeGreaterThan(0);
    let text = code;
    const change = async (): Promise<string> => {
      // Nothing else changes once it is gone.
      if (existsSync(manifest)) await writeWhole(file, (text += '\n'));
      await delay(500);
      return errors;
    };
    await expect.poll(change).toContain('ENOENT');
  },
);
