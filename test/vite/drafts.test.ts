import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assetgen from '../../packages/vite-plugin/src/index.ts';
import type { Browser, Page } from 'playwright-core';
import { createServer } from 'vite';
import type { ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp } from '../support/app.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { gotoDev } from '../support/goto-dev.ts';

/** The whole way in dev: manifest, drafts of the embedded service, page, edit, update. */
describe.skipIf(!hasChromium)('a dev server without a service', () => {
  let browser: Browser;
  let root: string;
  let server: ViteDevServer;
  let page: Page;

  const manifest = (prompt: string, kind = 'model'): void => {
    const assets = { crate: { kind, prompt }, sky: { kind: 'image', prompt: 'clouds' } };
    writeFileSync(join(root, 'assets.gen.json'), JSON.stringify({ assets }));
  };

  beforeAll(async () => {
    browser = await launchChromium();
    root = await makeApp({
      'index.html': `<img id="sky" src="@gen/sky.webp"><script type="module" src="/main.js"></script>`,
      'main.js': `import crate from '@gen/crate';
        window.loads = Math.random();
        window.crate = crate;
        import.meta.hot.accept('@gen/crate', (module) => { window.crate = module.default; });`,
    });
    manifest('a wooden crate');
    server = await createServer({
      root,
      configFile: false,
      logLevel: 'silent',
      server: { host: '127.0.0.1', port: 0 },
      plugins: [assetgen({ mode: 'draft', cache: { dir: mkdtempSync(join(tmpdir(), 'cache-')) } })],
    });
    await server.listen();
    page = await browser.newPage();
    await gotoDev(page, server.resolvedUrls!.local[0]!);
    await page.waitForFunction('window.crate');
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  interface Crate {
    readonly url: string;
    readonly files: readonly { readonly draft: boolean; readonly bytes: number }[];
  }
  const crate = (): Promise<Crate> => page.evaluate('window.crate');

  it('shows drafts that say that they are drafts', async () => {
    const { url, files } = await crate();
    expect(files).toMatchObject([{ draft: true }]);
    const response = await page.request.get(new URL(url, page.url()).href);
    expect((await response.body()).subarray(0, 4).toString()).toBe('glTF');
    expect((await response.body()).length).toBe(files[0]!.bytes);
    const width = await page.locator('#sky').evaluate((image: HTMLImageElement) => {
      return image.decode().then(() => image.naturalWidth);
    });
    expect(width).toBeGreaterThan(0);
  });

  it('swaps the draft when the prompt changes, and keeps the page', async () => {
    const before = await crate();
    const loads = await page.evaluate('window.loads');
    manifest('a crate of red metal');
    await page.waitForFunction((url) => (window as any).crate.url !== url, before.url);
    expect(await page.evaluate('window.loads')).toBe(loads);
  });

  it('shows a mistake in the overlay with its place, and goes on when it is corrected', async () => {
    const loads = await page.evaluate('window.loads');
    manifest('a crate', 'modle');
    const overlay = page.locator('vite-error-overlay');
    await overlay.waitFor();
    const shown = await overlay.evaluate((element) => element.shadowRoot!.textContent);
    expect(shown).toMatch(/Did you mean "model"\?/);
    expect(shown).toMatch(/assets\.gen\.json:1:\d+/);
    manifest('a crate of red metal');
    await overlay.waitFor({ state: 'detached' });
    expect(await page.evaluate('window.loads')).toBe(loads);
  });

  it('sees the last of two changes that come faster than the watcher tells', async () => {
    const before = await crate();
    manifest('a crate', 'modle');
    await new Promise((resolve) => setTimeout(resolve, 15));
    manifest('a crate of blue glass');
    await page.waitForFunction((url) => (window as any).crate.url !== url, before.url);
    await page.locator('vite-error-overlay').waitFor({ state: 'detached' });
  });
});
