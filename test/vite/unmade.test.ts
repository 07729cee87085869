import { mkdtempSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { openProject } from '@assetgen/core';
import { createServer } from 'vite';
import type { ViteDevServer } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { vitePlugins } from '../../packages/unplugin/src/vite/vite-plugins.ts';
import { makeApp } from '../support/app.ts';
import { startCountedService } from '../support/counted-service.ts';
import type { CountedService, Intercept } from '../support/counted-service.ts';

const MAIN = `import sky from '@gen/sky.webp'; document.body.append(sky);`;

/** What a dev server says of an asset that is not there and does not come. */
describe('a dev request for an asset that cannot be made', () => {
  let service: CountedService | undefined;
  let server: ViteDevServer | undefined;
  const logged: string[] = [];

  async function close(): Promise<void> {
    await server?.close();
    await service?.close();
    logged.length = 0;
  }
  afterEach(close);

  async function open(
    root: string,
    mode: 'frozen' | 'generate',
    intercept?: Intercept,
  ): Promise<string> {
    service = await startCountedService({ key: 'k' }, intercept);
    const env = { ASSETGEN_API_URL: service.url, ASSETGEN_API_KEY: 'k' };
    const cache = { dir: mkdtempSync(join(tmpdir(), 'cache-')) };
    // In CI Vite colours its words.
    const log = (line: string): void => void logged.push(stripVTControlCharacters(line));
    server = await createServer({
      root,
      configFile: false,
      customLogger: {
        info: log,
        warn: log,
        warnOnce: log,
        error: log,
        clearScreen: () => undefined,
        hasErrorLogged: () => false,
        hasWarned: false,
      },
      server: { host: '127.0.0.1', port: 0 },
      plugins: vitePlugins((given) => openProject(given, env), { mode, cache }),
    });
    await server.listen();
    return server.resolvedUrls!.local[0]!;
  }
  const app = (): Promise<string> =>
    makeApp({
      'index.html': '<script type="module" src="/main.js"></script>',
      'main.js': MAIN,
      'other.js': `export default 1;`,
      'assets.gen.json': JSON.stringify({
        assets: {
          sky: {
            kind: 'image',
            prompt: 'clouds',
            outputs: [{ format: 'webp', public: 'sky.webp' }],
          },
        },
      }),
    });

  it('is answered with the error, in the terminal too, and other requests go on', async () => {
    const url = await open(await app(), 'frozen');
    const main = await fetch(new URL('main.js', url));
    expect(main.status).toBe(500);
    expect(await main.text()).toMatch(/ASSETGEN_FROZEN: sky: new.*assetgen build/);
    expect(logged.join('\n')).toMatch(
      /ASSETGEN_FROZEN: sky: new\n.*assetgen build[\s\S]*assets\.gen\.json:1:\d+/,
    );
    expect((await fetch(new URL('other.js', url))).status).toBe(200);
    // Its public URL too: else the answer would be the page, with 200.
    const shared = await fetch(new URL('sky.webp', url), { headers: { accept: 'text/html' } });
    expect(shared.status).toBe(500);
    expect(await shared.text()).toMatch(/^ASSETGEN_FROZEN: sky: new/);
    expect(service!.requests).toEqual([]);
  });

  it('waits with a word in the terminal where the service does not answer', async () => {
    const first = await app();
    await fetch(new URL('main.js', await open(first, 'generate')));
    await expect.poll(() => logged.join('\n')).toMatch(/· 1 generated ·/);
    await close();
    // A fresh clone: locked, and the bytes are the service's.
    const root = await app();
    await copyFile(join(first, 'assets.gen.lock.json'), join(root, 'assets.gen.lock.json'));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => void (release = resolve));
    const url = await open(root, 'frozen', async () => {
      await held;
      return null;
    });
    let answered = false;
    const main = fetch(new URL('main.js', url)).finally(() => void (answered = true));
    await expect.poll(() => logged.join('\n')).toContain('making 1 of 1 assets');
    expect(answered).toBe(false);
    expect((await fetch(new URL('other.js', url))).status).toBe(200);
    release();
    // Another service than the first: it knows nothing of the job.
    const answer = await main;
    expect(answer.status).toBe(500);
    expect(await answer.text()).toMatch(/ASSETGEN_FROZEN: sky: .*assetgen reroll sky/);
    expect(logged.join('\n')).toMatch(/ASSETGEN_FROZEN: sky: .*\n.*assetgen reroll sky/);
    expect(service!.creates()).toBe(0);
  });
});
