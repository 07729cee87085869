import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderProjects } from '../testing/folder-project.ts';
import { vitePlugins } from './vite-plugins.ts';
import { VITES } from '../testing/vites.ts';

let root: string;
let close: () => Promise<void> = async () => undefined;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-vite-watch-')));
  await writeFile(join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
  // So many imports would be one module of a build that watches nothing.
  const urls = Array.from({ length: 20 }, (_each, at) => `import f${at} from '@gen/dragon.glb';`);
  const used = 'console.log(dragon, f0, f19);';
  await writeFile(
    join(root, 'main.js'),
    `import dragon from '@gen/dragon'; ${urls.join(' ')} ${used}`,
  );
});
afterEach(async () => {
  await close();
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

const manifest = (text: string): Promise<void> =>
  writeFile(join(root, 'assets.gen.json'), JSON.stringify({ 'dragon.glb': { text } }));

/** The texts of the emitted models that the bundle names. */
async function shown(): Promise<readonly string[]> {
  const folder = join(root, 'dist/assets');
  const names = await readdir(folder).catch(() => []);
  const scripts = names.filter((name) => name.endsWith('.js'));
  const code = await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')));
  const models = names.filter(
    (name) => name.endsWith('.glb') && code.some((text) => text.includes(name)),
  );
  return Promise.all(models.map((name) => readFile(join(folder, name), 'utf8')));
}

describe.each(VITES)('Vite %s, building again with every change', (_version, { build }) => {
  it.each([
    ['small files', Infinity, 500],
    ['large files', 0, 500],
    // Within the time for which Rollup's watcher tells no second change of a file.
    ['small files, repaired at once', Infinity, 0],
  ])(
    'follows the manifest through a change, a mistake and its repair: %s',
    async (_size, limit, pauseMs) => {
      await manifest('red');
      const plugins = vitePlugins(folderProjects({ runs: 0, closed: false }), {
        largeFileBytes: limit,
      });
      const watcher = await build({
        root,
        configFile: false,
        logLevel: 'silent',
        plugins,
        build: { watch: {} },
      });
      if ('close' in watcher) close = () => Promise.resolve(watcher.close());
      await expect.poll(shown).toEqual(['red']);
      // Watchers compare times of files in steps.
      await delay(300);
      await manifest('blue');
      await expect.poll(shown).toEqual(['blue']);
      await delay(300);
      await writeFile(join(root, 'assets.gen.json'), '{');
      await delay(pauseMs);
      await manifest('green');
      await expect.poll(shown).toEqual(['green']);
    },
  );
});
