import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { folderProjects } from '../testing/folder-project.ts';
import { lockingProjects, writeWhole } from '../testing/locking-projects.ts';
import { vitePlugins } from './vite-plugins.ts';
import { VITES } from '../testing/vites.ts';

describe.each(VITES)('the dev server of %s', (_name, { createServer, createLogger }) => {
  it('prints where all assets are shown, below its own URLs', async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-vite-')));
    await writeFile(join(root, 'assets.gen.json'), '{}');
    const lines: string[] = [];
    const logger = createLogger('info');
    logger.info = (message) => void lines.push(message);
    const server = await createServer({
      root,
      base: '/app/',
      configFile: false,
      customLogger: logger,
      server: { host: '127.0.0.1', port: 0, ws: false },
      plugins: vitePlugins(
        folderProjects({ runs: 0, closed: false }),
        {},
        async () => (_request, _response, next) => next(),
      ),
    });
    try {
      await server.listen();
      server.printUrls();
      const url = server.resolvedUrls?.local[0];
      expect(url).toMatch(/\/app\/$/);
      expect(lines.at(-1)).toBe(`  ➜  Assets:  ${String(url)}__assetgen/`);
    } finally {
      await server.close();
      await rm(root, { recursive: true, force: true });
    }
  });

  it('puts its base before the URLs of every attribute, once', async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-vite-')));
    await writeFile(join(root, 'assets.gen.json'), '{ "a.glb": { "text": "A" } }');
    const page = '<img src="@gen/a.glb"><model-viewer src="@gen/a.glb"></model-viewer>';
    await writeFile(join(root, 'index.html'), page);
    const server = await createServer({
      root,
      base: '/app/',
      configFile: false,
      logLevel: 'silent',
      server: { host: '127.0.0.1', port: 0, ws: false },
      plugins: vitePlugins(folderProjects({ runs: 0, closed: false }), {}),
    });
    try {
      await server.listen();
      const url = String(server.resolvedUrls?.local[0]);
      const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
      const written = [...html.matchAll(/<(?:img|model-viewer) src="([^"]+)"/g)].map(
        ([, at]) => at!,
      );
      expect(written).toHaveLength(2);
      for (const each of written) {
        expect(each).toMatch(/^\/app\/\.assetgen\/files\/a\.glb\?v=/);
        expect(await (await fetch(new URL(each, url))).text()).toBe('A');
      }
    } finally {
      await server.close();
      await rm(root, { recursive: true, force: true });
    }
  });

  it("serves the user's own file at the place of a public output, and says so", async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-vite-')));
    const manifest = {
      'a.glb': { text: 'A', public: 'a.glb' },
      'b.glb': { text: 'B', public: 'b.glb' },
    };
    await writeFile(join(root, 'assets.gen.json'), JSON.stringify(manifest));
    await mkdir(join(root, 'public'));
    await writeFile(join(root, 'public/a.glb'), 'mine');
    const errors: string[] = [];
    const logger = createLogger('error');
    logger.error = (message) => void errors.push(message);
    const server = await createServer({
      root,
      configFile: false,
      customLogger: logger,
      server: { host: '127.0.0.1', port: 0, ws: false },
      plugins: vitePlugins(folderProjects({ runs: 0, closed: false }), {}),
    });
    try {
      await server.listen();
      await server.transformRequest('@gen/a.glb');
      const read = async (name: string) =>
        (await fetch(`${String(server.resolvedUrls?.local[0])}${name}`)).text();
      expect(await read('b.glb')).toBe('B');
      expect(errors).toEqual([]);
      expect(await read('a.glb')).toBe('mine');
      expect(errors.join()).toContain('ASSETGEN_PUBLIC_TAKEN');
    } finally {
      await server.close();
      await rm(root, { recursive: true, force: true });
    }
  });

  it('keeps each of many imports, so that each can be replaced', async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-vite-')));
    const names = Array.from({ length: 20 }, (_each, at) => `f${at}`);
    const files = names.map((name) => [`${name}.webp`, { text: name }] as const);
    await writeFile(join(root, 'assets.gen.json'), JSON.stringify(Object.fromEntries(files)));
    const imports = names.map((name) => `import ${name} from '@gen/${name}.webp';`).join('\n');
    await writeFile(join(root, 'main.js'), `${imports}\nconsole.log(${names.join(', ')});`);
    const server = await createServer({
      root,
      configFile: false,
      logLevel: 'silent',
      server: { host: '127.0.0.1', port: 0, ws: false },
      plugins: vitePlugins(folderProjects({ runs: 0, closed: false }), {}),
    });
    try {
      await server.listen();
      const code = (await server.transformRequest('/main.js'))?.code;
      expect(code?.match(/from "[^"]*assetgen:f\d+\.webp\.js/g)).toHaveLength(20);
    } finally {
      await server.close();
      await rm(root, { recursive: true, force: true });
    }
  });

  it('tells the watcher of no file that is found without it, and sees a manifest beside its root', async () => {
    // A server in a test runner makes nothing before it is asked.
    vi.stubEnv('VITEST', undefined);
    const project = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-vite-')));
    const root = join(project, 'app');
    await mkdir(root);
    const files = [
      join(project, 'assets.gen.json'),
      join(root, 'made.json'),
      join(root, 'no.json'),
    ];
    const manifest = (text: string): Promise<void> =>
      writeWhole(files[0] ?? '', JSON.stringify({ 'sky.webp': { text } }));
    await manifest('one');
    await writeFile(join(root, 'made.json'), '{}');
    const open = folderProjects({ runs: 0, closed: false });
    const added: string[] = [];
    const server = await createServer({
      root,
      configFile: false,
      logLevel: 'silent',
      server: { host: '127.0.0.1', port: 0, ws: false },
      plugins: [
        {
          name: 'listen-to-add',
          configureServer({ watcher }) {
            const add = watcher.add.bind(watcher);
            watcher.add = (paths) => {
              // The watcher itself adds folders one by one.
              if (Array.isArray(paths)) added.push(...paths);
              return add(paths);
            };
          },
        },
        ...vitePlugins((options) => ({ ...open(options), watched: () => files }), { root: '..' }),
      ],
    });
    const codeOf = async () => (await server.transformRequest('@gen/sky.webp'))?.code;
    try {
      await server.listen();
      const first = await codeOf();
      // While the watcher looks at its root for the first time, what is there needs it.
      await expect.poll(() => added).toEqual(files.slice(0, 2));
      await delay(300);
      await manifest('two');
      await expect.poll(codeOf).not.toBe(first);
      expect(new Set(added.slice(2))).toEqual(new Set(files.slice(0, 1)));
    } finally {
      await server.close();
      vi.unstubAllEnvs();
      await rm(project, { recursive: true, force: true });
    }
  });

  it('looks once after a change, and again after a lock that someone else wrote', async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-vite-')));
    const manifest = (text: string): Promise<void> =>
      writeWhole(join(root, 'assets.gen.json'), JSON.stringify({ 'sky.webp': { text } }));
    await manifest('one');
    const log = { runs: 0, closed: false };
    const open = lockingProjects(folderProjects(log));
    const server = await createServer({
      root,
      configFile: false,
      logLevel: 'silent',
      server: { host: '127.0.0.1', port: 0, ws: false },
      plugins: vitePlugins(open, {}),
    });
    const idOf = async () => (await server.transformRequest('@gen/sky.webp'))?.code;
    try {
      await server.listen();
      const first = await idOf();
      await delay(300);
      expect(log.runs).toBe(1);
      await manifest('two');
      await expect.poll(idOf).not.toBe(first);
      await delay(500);
      expect(log.runs).toBe(2);
      await writeWhole(join(root, 'assets.gen.lock.json'), '[]');
      await expect.poll(() => log.runs).toBe(3);
      await delay(500);
      expect(log.runs).toBe(3);
    } finally {
      await server.close();
      await rm(root, { recursive: true, force: true });
    }
  });
});
