import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createRsbuildPlugin } from './rsbuild-plugin.ts';
import type { RsbuildApi } from './rsbuild-api.ts';

/** What the terminal gets of a dev server on this port. */
async function told(port: number): Promise<readonly unknown[]> {
  const lines: unknown[] = [];
  let started: (() => void | Promise<void>) | undefined;
  const api: RsbuildApi = {
    context: { action: 'dev', devServer: { hostname: '127.0.0.1', port, https: false } },
    logger: { log: (line) => void lines.push(line) },
    modifyRspackConfig: () => undefined,
    onBeforeStartDevServer: () => undefined,
    onAfterStartDevServer: (use) => void (started = use),
    getNormalizedConfig: () => ({ server: { base: '/' } }),
  };
  const unused = () => {
    throw new Error('not of this test');
  };
  createRsbuildPlugin({ connect: unused, mountGallery: unused }).setup(api);
  await started?.();
  return lines;
}

it('tells the address of the gallery only where a server listens', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await told(port)).toEqual([
    expect.stringContaining(`http://127.0.0.1:${port}/__assetgen/`),
  ]);
  server.close();
  await once(server, 'close');
  // Storybook takes the middlewares, and listens elsewhere.
  expect(await told(port)).toEqual([]);
});
