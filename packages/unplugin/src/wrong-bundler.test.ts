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

  it("names the entry for Rspack where webpack's is given to it", () => {
    const start = () =>
      rspack({ context: process.cwd(), plugins: [assetgenForWebpack() as never] });
    expect(start).toThrow(/ASSETGEN_BUNDLER[\s\S]*'@assetgen\/unplugin\/rspack'/);
  });
});
