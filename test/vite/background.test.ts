import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openProject } from '@assetgen/core';
import type { Browser, Page } from 'playwright-core';
import { createServer } from 'vite';
import type { ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vitePlugins } from '../../packages/unplugin/src/vite/vite-plugins.ts';
import { makeApp } from '../support/app.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { gotoDev } from '../support/goto-dev.ts';
import { startCountedService } from '../support/counted-service.ts';
import type { CountedService } from '../support/counted-service.ts';

/** Generation behind a page, against the local service over a socket. */
describe.skipIf(!hasChromium)('a dev server in mode generate', () => {
  let browser: Browser;
  let service: CountedService;
  let root: string;
  let server: ViteDevServer;
  let page: Page;
  let refuse = false;
  let release: (() => void) | null = null;
  const logged: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
    const held = new Promise<void>((resolve) => void (release = resolve));
    service = await startCountedService({ key: 'k', light: false }, async (request) => {
      if (!request.url.includes('createNormalPicture')) return null;
      await held;
      if (!refuse) return null;
      return Response.json({ code: 400, message: 'the prompt is not allowed', result: null });
    });
    root = await makeApp({
      'index.html': `<script type="module" src="/main.js"></script>`,
      'main.js': `import sky from '@gen/sky';
        window.loads = Math.random();
        window.sky = sky;
        import.meta.hot.accept('@gen/sky', (module) => { window.sky = module.default; });`,
    });
    await manifest('clouds');
    const options: Parameters<typeof vitePlugins>[1] = {
      mode: 'generate',
      cache: { dir: mkdtempSync(join(tmpdir(), 'cache-')) },
    };
    const env = { ASSETGEN_API_URL: service.url, ASSETGEN_API_KEY: 'k' };
    server = await createServer({
      root,
      configFile: false,
      logLevel: 'silent',
      server: { host: '127.0.0.1', port: 0 },
      plugins: vitePlugins((given) => openProject(given, env), options),
    });
    server.config.logger.error = (line) => void logged.push(line);
    await server.listen();
    page = await browser.newPage();
    await gotoDev(page, server.resolvedUrls!.local[0]!);
    await page.waitForFunction('window.sky');
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await service?.close();
  });

  const manifest = (prompt: string): Promise<void> =>
    writeFile(
      join(root, 'assets.gen.json'),
      JSON.stringify({ assets: { sky: { kind: 'image', prompt } } }),
    );
  const isDraft = (draft: boolean): Promise<unknown> =>
    page.waitForFunction((wanted) => (window as any).sky.files[0].draft === wanted, draft);
  const lock = (): Promise<string> => readFile(join(root, 'assets.gen.lock.json'), 'utf8');

  it('shows the draft while the service works, and swaps what arrives without a reload', async () => {
    await isDraft(true);
    await expect.poll(() => service.creates()).toBe(1);
    const loads = await page.evaluate('window.loads');
    expect(await page.evaluate('window.sky.files[0].draft')).toBe(true);
    release!();
    await isDraft(false);
    expect(await page.evaluate('window.loads')).toBe(loads);
    const url = new URL(await page.evaluate<string>('window.sky.url'), page.url()).href;
    expect((await page.request.get(url)).status()).toBe(200);
    expect(await lock()).toContain('"sky"');
  });

  it('pays once for a prompt that is saved while it is typed', async () => {
    service.reset();
    for (const prompt of ['c', 'clo', 'clouds at ni', 'clouds at night']) {
      await manifest(prompt);
      await delay(150);
    }
    await isDraft(true);
    await isDraft(false);
    expect(service.creates()).toBe(1);
  });

  it('shows what failed in the overlay, and does not ask again by itself', async () => {
    service.reset();
    refuse = true;
    await manifest('something that is not allowed');
    const overlay = page.locator('vite-error-overlay');
    await overlay.waitFor();
    const shown = await overlay.evaluate((element) => element.shadowRoot!.textContent);
    expect(shown).toMatch(/sky/);
    expect(shown).toMatch(/assets\.gen\.json:1:\d+/);
    expect(logged.join('\n')).toMatch(/ASSETGEN_/);
    await delay(500);
    expect(service.creates()).toBe(1);
    refuse = false;
    await manifest('stars');
    await overlay.waitFor({ state: 'detached' });
    await isDraft(false);
  });

  it('comes back when the manifest was away, without a restart', async () => {
    const before = await page.evaluate('window.loads');
    await rename(join(root, 'assets.gen.json'), join(root, 'old.json'));
    await page.locator('vite-error-overlay').waitFor();
    await writeFile(join(root, 'assets.gen.jsonc'), await readFile(join(root, 'old.json')));
    await page.locator('vite-error-overlay').waitFor({ state: 'detached' });
    await isDraft(false);
    expect(await page.evaluate('window.loads')).toBe(before);
    await rm(join(root, 'old.json'));
  });

  it('takes a changed config without a restart', async () => {
    await writeFile(
      join(root, 'assetgen.config.js'),
      `export default { manifests: 'art/*.json' };`,
    );
    await page.locator('vite-error-overlay').waitFor();
    const assets = { sky: { kind: 'image', prompt: 'stars' } };
    await mkdir(join(root, 'art'));
    await writeFile(join(root, 'art/one.json'), JSON.stringify({ assets }));
    await page.locator('vite-error-overlay').waitFor({ state: 'detached' });
    await isDraft(false);
  });
});
