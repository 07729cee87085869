import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import type { ResolvedConfig } from 'vite';
import { describe, expect, it } from 'vitest';
import { folderProjects } from './testing/folder-project.ts';
import { openHost } from './vite/host.ts';
import assetgenForWebpack from './webpack.ts';

describe('a plugin in a bundler that it is not made for', () => {
  it('says which Vite it needs, and which one runs', () => {
    // Vite 5 resolves its config without environments.
    const config = {
      root: process.cwd(),
      command: 'build',
      build: {},
    } as unknown as ResolvedConfig;
    const told =
      /^ASSETGEN_BUNDLER: the plugin needs Vite 6, 7 or 8, found \d+\.\d+\.\d+\n {2}Install a newer Vite/;
    // Vite prints the stack of such an error, and nothing else of it.
    const open = () => openHost(folderProjects({ runs: 0, closed: false }), {}, config);
    expect(open).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(told) as unknown,
        stack: expect.stringMatching(told) as unknown,
      }),
    );
  });

  it('names the Vite that runs, where another package brought it', async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-old-vite-')));
    const install = async (folder: string, version: string): Promise<string> => {
      await mkdir(join(root, folder), { recursive: true });
      await writeFile(
        join(root, folder, 'package.json'),
        JSON.stringify({ name: 'vite', version }),
      );
      return join(root, folder);
    };
    await install('node_modules/vite', '8.3.8');
    const old = await install('node_modules/press/node_modules/vite', '5.4.21');
    const address = `/@fs${old}/dist/client/client.mjs`;
    // Vite 3 has a function here.
    for (const replacement of [address, () => address]) {
      const client = { find: /^\/?@vite\/client/, replacement };
      const config = {
        root,
        command: 'build',
        build: {},
        resolve: { alias: [client] },
      } as unknown as ResolvedConfig;
      expect(() => openHost(folderProjects({ runs: 0, closed: false }), {}, config)).toThrow(
        'the plugin needs Vite 6, 7 or 8, found 5.4.21\n  It runs from node_modules/press/node_modules/vite: install',
      );
    }
  });

  it("names the entry for Rspack where webpack's is given to it", () => {
    const start = () =>
      rspack({ context: process.cwd(), plugins: [assetgenForWebpack() as never] });
    expect(start).toThrow(/ASSETGEN_BUNDLER[\s\S]*'@assetgen\/unplugin\/rspack'/);
  });
});
