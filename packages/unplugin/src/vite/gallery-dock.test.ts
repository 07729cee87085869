import { expect, it } from 'vitest';
import { folderProjects } from '../testing/folder-project.ts';
import type { DevToolsContext } from './gallery-dock.ts';
import { vitePlugins } from './vite-plugins.ts';

type Entry = Parameters<DevToolsContext['docks']['register']>[0];

/** The docks that our plugins make of DevTools, as `@vitejs/devtools` calls the hook of each plugin. */
async function docksOf(hasGallery: boolean, viteServer?: object): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  const open = folderProjects({ runs: 0, closed: false });
  const mount = hasGallery ? async () => () => undefined : undefined;
  for (const plugin of vitePlugins(open, {}, mount)) {
    const { devtools } = plugin as { devtools?: { setup(context: DevToolsContext): unknown } };
    await devtools?.setup({
      docks: { register: (entry) => void entries.push(entry) },
      viteConfig: { base: '/app/' },
      viteServer,
    });
  }
  return entries;
}

it('a dev server with a gallery has it as one dock of Vite DevTools', async () => {
  expect(await docksOf(true, {})).toEqual([
    expect.objectContaining({
      id: 'assetgen',
      type: 'iframe',
      title: 'Assets',
      url: '/app/__assetgen/',
    }),
  ]);
  expect((await docksOf(true, {}))[0]?.icon).toMatch(/^data:image\/svg\+xml,/);
});

it('a build of DevTools, and a plugin without a gallery, have no dock', async () => {
  expect(await docksOf(true)).toEqual([]);
  expect(await docksOf(false, {})).toEqual([]);
});
