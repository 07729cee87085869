import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderProjects } from '../../unplugin/src/testing/folder-project.ts';
import { createPlugins } from './plugins.ts';
import { VITES } from './testing/vites.ts';

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
      plugins: createPlugins(folderProjects({ runs: 0, closed: false }), {}),
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
});
