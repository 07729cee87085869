import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { ViteDevServer } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { folderProjects } from '../../packages/unplugin/src/testing/folder-project.ts';
import type { FolderManifest } from '../../packages/unplugin/src/testing/folder-project.ts';
import { vitePlugins } from '../../packages/unplugin/src/vite/vite-plugins.ts';
import { VITES } from '../../packages/unplugin/src/testing/vites.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { gotoDev } from '../support/goto-dev.ts';

/** The adapter alone, over a fake core whose outputs are texts. */
describe.skipIf(!hasChromium).each(VITES)('a page in dev of Vite %s', (_version, vite) => {
  let browser: Browser;
  let root: string;
  let server: ViteDevServer;
  let page: Page;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'assetgen-dev-')));
  });
  afterEach(async () => {
    await page?.close();
    await server?.close();
    // The server looks once more behind the last change, and its end does not wait for that.
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });

  const MANIFEST: FolderManifest = {
    'a.glb': { text: 'a1' },
    'b.glb': { text: 'b1', public: 'models/b.glb' },
  };
  async function manifest(value: unknown): Promise<void> {
    // Vite's watcher drops a second change of one file within 50 ms.
    await delay(60);
    await writeFile(join(root, 'assets.gen.json'), JSON.stringify(value));
  }

  const MAIN = `
    import aUrl from '@gen/a.glb';
    import b from '@gen/b';
    const show = async (id, url) => {
      document.getElementById(id).textContent = await (await fetch(url)).text();
    };
    window.loads = Math.random();
    window.swaps = [];
    await show('a', aUrl);
    await show('b', b.url);
    import.meta.hot.accept('@gen/a.glb', (m) => { swaps.push('a'); show('a', m.default); });
    import.meta.hot.accept('@gen/b', (m) => { swaps.push('b'); show('b', m.default.url); });
  `;

  async function open(files: Record<string, string> = {}, base = '/'): Promise<string[]> {
    const all = {
      'index.html': `<p id="a"></p><p id="b"></p><script type="module" src="/main.js"></script>`,
      'main.js': MAIN,
      ...files,
    };
    for (const [name, text] of Object.entries(all)) await writeFile(join(root, name), text);
    server = await vite.createServer({
      root,
      base,
      configFile: false,
      logLevel: 'silent',
      server: { port: 0, host: '127.0.0.1' },
      plugins: vitePlugins(folderProjects({ runs: 0, closed: false }), {}),
    });
    await server.listen();
    page = await browser.newPage();
    const failed: string[] = [];
    page.on('response', (r) => {
      if (r.status() >= 400 && !r.url().endsWith('favicon.ico')) failed.push(r.url());
    });
    await gotoDev(page, server.resolvedUrls!.local[0]!);
    return failed;
  }

  const text = (id: string, value: string): Promise<unknown> =>
    page.waitForFunction(([i, v]) => document.getElementById(i!)?.textContent === v, [id, value]);

  it.each(['/', '/foo/'])('loads URL and object imports below base %s', async (base) => {
    await manifest(MANIFEST);
    const failed = await open({}, base);
    await text('a', 'a1');
    await text('b', 'b1');
    const shared = await page.request.get(new URL('models/b.glb', page.url()).href);
    expect(await shared.text()).toBe('b1');
    expect(failed).toEqual([]);
  });

  it('swaps only the asset that changed, without a reload', async () => {
    await manifest(MANIFEST);
    await open();
    await text('b', 'b1');
    const loads = await page.evaluate('window.loads');
    await manifest({ ...MANIFEST, 'a.glb': { text: 'a2' } });
    await text('a', 'a2');
    await manifest({ ...MANIFEST, 'a.glb': { text: 'a2' }, 'b.glb': { text: 'b2' } });
    await text('b', 'b2');
    expect(await page.evaluate('window.swaps')).toEqual(['a', 'b']);
    expect(await page.evaluate('window.loads')).toBe(loads);
  });

  it('shows a broken manifest in the overlay and takes it away when it is repaired', async () => {
    await manifest(MANIFEST);
    await open();
    await text('b', 'b1');
    const loads = await page.evaluate('window.loads');
    // Vite itself reloads a page whose first update meets an overlay.
    await manifest({ ...MANIFEST, 'b.glb': { text: 'b2' } });
    await text('b', 'b2');
    await delay(60);
    await writeFile(join(root, 'assets.gen.json'), '{');
    const overlay = page.locator('vite-error-overlay');
    await overlay.waitFor();
    const shown = await overlay.evaluate((element) => element.shadowRoot!.textContent);
    expect(shown).toContain('ASSETGEN_MANIFEST: expected JSON');
    expect(shown).toContain('assets.gen.json:1:2');
    await manifest({ ...MANIFEST, 'b.glb': { text: 'b2' } });
    await overlay.waitFor({ state: 'detached' });
    expect(await page.evaluate('window.loads')).toBe(loads);
  });

  it('shows nothing of a manifest that is emptied before it is written', async () => {
    await manifest(MANIFEST);
    await open();
    await text('b', 'b1');
    const loads = await page.evaluate('window.loads');
    const changed = { ...MANIFEST, 'b.glb': { text: 'b2' } };
    await delay(60);
    await writeFile(join(root, 'assets.gen.json'), '');
    await delay(30);
    await writeFile(join(root, 'assets.gen.json'), JSON.stringify(changed));
    await text('b', 'b2');
    expect(await page.evaluate('window.loads')).toBe(loads);
  });

  it('starts on a broken manifest and comes up when it is repaired', async () => {
    await writeFile(join(root, 'assets.gen.json'), '{');
    await open();
    await page.locator('vite-error-overlay').waitFor();
    await manifest(MANIFEST);
    await text('b', 'b1');
    expect(await page.locator('vite-error-overlay').count()).toBe(0);
  });

  it('comes up when a missing name is added', async () => {
    await manifest({ 'a.glb': { text: 'a1' } });
    await open();
    const overlay = page.locator('vite-error-overlay');
    await overlay.waitFor();
    const shown = await overlay.evaluate((element) => element.shadowRoot!.textContent);
    expect(shown).toContain('ASSETGEN_UNKNOWN_IMPORT');
    expect(shown).toMatch(/main\.js:\d+:\d+/);
    await manifest(MANIFEST);
    await text('b', 'b1');
  });

  it.each(['/', '/foo/'])(
    'follows CSS, new URL and HTML through an edit below base %s',
    async (base) => {
      await manifest(MANIFEST);
      const failed = await open(
        {
          'index.html': `<img id="i" src="@gen/a.glb"><p id="u"></p>
            <link rel="stylesheet" href="/style.css"><script type="module" src="/main.js"></script>`,
          'style.css': `body { background: url('@gen/a.glb') }`,
          'main.js': `const r = await fetch(new URL('@gen/a.glb', import.meta.url));
            document.getElementById('u').textContent = await r.text();`,
        },
        base,
      );
      await text('u', 'a1');
      const urls = (): Promise<string[]> =>
        page.evaluate(() => [
          getComputedStyle(document.body).backgroundImage.slice(5, -2),
          (document.getElementById('i') as HTMLImageElement).src,
        ]);
      for (const url of await urls()) expect(await (await page.request.get(url)).text()).toBe('a1');
      const before = await urls();
      await manifest({ ...MANIFEST, 'a.glb': { text: 'a2' } });
      await text('u', 'a2');
      for (const url of await urls()) {
        expect(await (await page.request.get(url)).text()).toBe('a2');
        expect(before).not.toContain(url);
      }
      expect(failed).toEqual([]);
    },
  );

  it('follows a style sheet behind @import through an edit', async () => {
    await manifest(MANIFEST);
    await open({
      'style.css': `@import './deep.css';`,
      'deep.css': `body { background: url('@gen/a.glb') }`,
      'main.js': `import './style.css'; document.getElementById('a').textContent = 'loaded';`,
    });
    await text('a', 'loaded');
    const shown = async (): Promise<string> => {
      const url = await page.evaluate(() =>
        getComputedStyle(document.body).backgroundImage.slice(5, -2),
      );
      return (await page.request.get(url)).text();
    };
    expect(await shown()).toBe('a1');
    await manifest({ ...MANIFEST, 'a.glb': { text: 'a2' } });
    await expect.poll(shown).toBe('a2');
  });

  it('says in the terminal that a URL which a script makes up asks for nothing', async () => {
    await manifest(MANIFEST);
    const logged: string[] = [];
    await open({ 'main.js': `import '@gen/a.glb'; new Image().src = '@gen/' + 'a.glb';` });
    server.config.logger.error = (message) => void logged.push(message);
    await page.reload();
    await expect.poll(() => logged.join()).toContain('ASSETGEN_UNRESOLVED_REFERENCE');
    expect(logged.join()).toContain('"@gen/a.glb"');
  });
});
