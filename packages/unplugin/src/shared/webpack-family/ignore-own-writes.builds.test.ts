import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { rspack } from '@rspack/core';
import type { Compiler } from '@rspack/core';
import { expect, it, onTestFinished } from 'vitest';
import { folderProjects } from '../../testing/folder-project.ts';
import { lockingProjects, writeWhole } from '../../testing/locking-projects.ts';
import { connectRspack } from '../../rspack/rspack-plugin.ts';

it('in Rspack a change makes one run, and a lock that someone else wrote another', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-own-writes-')));
  const manifest = (text: string): Promise<void> =>
    writeWhole(join(root, 'assets.gen.json'), JSON.stringify({ 'sky.webp': { text } }));
  await writeFile(join(root, 'main.js'), `import sky from '@gen/sky'; console.log(sky);`);
  await manifest('one');
  const open = lockingProjects(folderProjects({ runs: 0, closed: false }));
  const compiler = rspack({
    context: root,
    mode: 'development',
    entry: './main.js',
    output: { path: join(root, 'dist'), assetModuleFilename: '[contenthash][ext]' },
    infrastructureLogging: { level: 'none' },
    plugins: [{ apply: (each: Compiler) => connectRspack(each, open, {}) }],
  });
  let runs = 0;
  let emitted: readonly string[] = [];
  const watching = compiler.watch({ aggregateTimeout: 5 }, (_error, stats) => {
    runs += 1;
    emitted = stats?.compilation.getAssets().map((asset) => asset.name) ?? [];
  });
  onTestFinished(async () => {
    await new Promise<void>((resolve) => watching!.close(() => resolve()));
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });
  await expect.poll(() => runs).toBeGreaterThan(0);
  // Files that are as new as the first run make Rspack run once more.
  await delay(1_000);
  const [before, first] = [runs, emitted];
  await manifest('two');
  await expect.poll(() => runs).toBe(before + 1);
  await delay(500);
  expect(runs).toBe(before + 1);
  expect(emitted).not.toEqual(first);
  const lock = join(root, 'assets.gen.lock.json');
  await writeWhole(lock, await readFile(lock, 'utf8'));
  await delay(500);
  expect(runs).toBe(before + 1);
  await writeWhole(lock, '[]');
  await expect.poll(() => runs).toBe(before + 2);
  await delay(500);
  expect(runs).toBe(before + 2);
});
