import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createServer } from 'vite';
import type { ViteDevServer } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderProjects } from '../testing/folder-project.ts';
import { writeWhole } from '../testing/locking-projects.ts';
import { vitePlugins } from './vite-plugins.ts';

let root: string;
let server: ViteDevServer;
let errors: string[];
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-bundled-')));
  await writeFile(
    join(root, 'index.html'),
    '<img src="@gen/sky.webp"><script type="module" src="/main.js"></script>',
  );
  await writeFile(join(root, 'main.js'), "import dragon from '@gen/dragon.glb';\nshow(dragon);\n");
});
afterEach(async () => {
  await server?.close();
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

const manifest = (text: string): Promise<void> =>
  writeWhole(
    join(root, 'assets.gen.json'),
    JSON.stringify({
      'dragon.glb': { text: `dragon ${text}`, public: 'models/dragon.glb' },
      'sky.webp': { text: `sky ${text}` },
    }),
  );

async function start(base: string): Promise<void> {
  errors = [];
  const logger = createLogger('silent');
  logger.error = (message) => void errors.push(message);
  server = await createServer({
    root,
    base,
    configFile: false,
    customLogger: logger,
    experimental: { bundledDev: true },
    server: { host: '127.0.0.1', port: 0 },
    plugins: vitePlugins(folderProjects({ runs: 0, closed: false }), {}),
  });
  await server.listen();
}

async function read(path: string): Promise<string> {
  const url = new URL(path, server.resolvedUrls?.local[0]);
  return (await fetch(url, { headers: { accept: 'text/html' } })).text();
}

/** What the URLs of the page and of its script answer with. */
async function shown(): Promise<readonly string[]> {
  const page = await read('');
  const [, sky = 'none'] = /<img src="([^"]+)"/.exec(page) ?? [];
  const [, main = 'none'] = /src="([^"]*index[^"]*\.js)"/.exec(page) ?? [];
  const [, dragon = 'none'] = /= "([^"]+\.glb\?v=\w+)"/.exec(await read(main)) ?? [];
  return [await read(sky), await read(dragon), await read('models/dragon.glb')];
}

it.each(['/', '/app/'])(
  'serves the outputs where the dev server bundles, and follows the manifest: %s',
  async (base) => {
    const isShown = (text: string) =>
      expect.poll(shown).toEqual([`sky ${text}`, `dragon ${text}`, `dragon ${text}`]);
    await manifest('red');
    await start(base);
    await isShown('red');
    const part = await fetch(new URL('models/dragon.glb', server.resolvedUrls?.local[0]), {
      headers: { range: 'bytes=7-8' },
    });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 7-8/10']);
    expect(part.headers.get('content-type')).toBe('model/gltf-binary');
    expect(await part.text()).toBe('re');
    await manifest('blue');
    await isShown('blue');
    await writeWhole(join(root, 'assets.gen.json'), '{');
    await expect.poll(() => errors.join()).toContain('Build error');
    await manifest('green');
    await isShown('green');
  },
);
