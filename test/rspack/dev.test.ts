import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FAILING_LOGO,
  expectFailingLogo,
  expectNoLogo,
  writeBrokenLogo,
} from '../support/failing-logo.ts';
import { makeApp, REPOSITORY } from '../support/app.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { startCountedService } from '../support/counted-service.ts';
import type { CountedService } from '../support/counted-service.ts';
import { startDevCommand, tellWhatFailedSaid } from '../support/dev-command.ts';
import { freePort } from '../support/server-process.ts';
import type { DevCommand } from '../support/dev-command.ts';

const RSPACK = join(REPOSITORY, 'node_modules/@rspack/cli/bin/rspack.js');

const APP = {
  'package.json': '{ "type": "module", "private": true }',
  'rspack.config.mjs': `
    import assetgen from '@assetgen/unplugin/rspack';
    import { rspack } from '@rspack/core';
    export default {
      mode: 'development',
      entry: './main.js',
      output: { path: process.cwd() + '/dist' },
      module: { rules: [{ test: /\\.css$/, type: 'css/auto' }] },
      devServer: { host: '127.0.0.1', port: 'auto', client: { overlay: true } },
      plugins: [
        new rspack.HtmlRspackPlugin({ templateContent: '<!doctype html><body></body>' }),
        assetgen(),
      ],
    };`,
  'salt.js': `export default 'plain';`,
  'style.css': `body { background: url('@gen/sky.webp') }`,
  // As a component does: a draft and what takes its place are two modules.
  'sky.js': `import skyUrl from '@gen/sky.webp';
    window.skyUrl = skyUrl;
    import.meta.webpackHot.accept();`,
  'main.js': `import './style.css';
    import crate from '@gen/crate';
    import './sky.js';
    import salt from './salt.js';
    window.loads = Math.random();
    Object.assign(window, { crate, salt });
    import.meta.webpackHot.accept('@gen/crate', () => { window.crate = crate; });
    import.meta.webpackHot.accept('./salt.js', () => { window.salt = salt; });`,
};

interface Crate {
  readonly url: string;
  readonly files: readonly { readonly draft: boolean; readonly sha256: string }[];
}

/** `rspack dev` with its memory file system, a real page, and generation behind it. */
describe.skipIf(!hasChromium)("Rspack's dev server in mode generate", () => {
  let browser: Browser;
  let service: CountedService;
  let server: DevCommand;
  let root: string;
  let page: Page;
  let release = (): void => undefined;

  const manifest = (crate: string, sky: string, kind = 'image', others = {}): Promise<void> => {
    const assets = {
      ...others,
      crate: { kind, prompt: crate },
      sky: { kind: 'image', prompt: sky, outputs: [{ format: 'webp', public: 'sky.webp' }] },
    };
    return writeFile(join(root, 'assets.gen.json'), JSON.stringify({ assets }));
  };
  const crate = (): Promise<Crate> => page.evaluate('window.crate');
  /** A failure says what the page had instead. */
  const isDraft = (draft: boolean): Promise<unknown> =>
    expect
      .poll(() => page.evaluate(() => (window as any).crate?.files[0].draft as unknown))
      .toBe(draft);
  const salted = async (salt: string): Promise<void> => {
    await writeFile(join(root, 'salt.js'), `export default '${salt}';`);
    await page.waitForFunction((wanted) => (window as any).salt === wanted, salt);
  };
  async function digest(url: string): Promise<string> {
    const answer = await page.request.get(new URL(url, page.url()).href);
    expect(answer.status()).toBe(200);
    return createHash('sha256')
      .update(await answer.body())
      .digest('hex');
  }
  const locked = async (name: string): Promise<string> => {
    const lock = JSON.parse(await readFile(join(root, 'assets.gen.lock.json'), 'utf8'));
    const [output] = Object.values(lock.assets[name].outputs) as { digest: string }[];
    return output!.digest.replace('sha256-', '');
  };

  const hearConsole = tellWhatFailedSaid(() => server);
  beforeAll(async () => {
    browser = await launchChromium();
    const held = new Promise<void>((resolve) => void (release = resolve));
    service = await startCountedService({ key: 'k', light: false }, async (request) => {
      if (request.method === 'POST') await held;
      return null;
    });
    root = await makeApp(APP);
    await manifest('a wooden crate', 'clouds');
    server = await startDevCommand([RSPACK, 'dev', '--port', String(await freePort())], root, {
      ASSETGEN_API_URL: service.url,
      ASSETGEN_API_KEY: 'k',
      ASSETGEN_MODE: 'generate',
      ASSETGEN_CACHE_DIR: mkdtempSync(join(tmpdir(), 'cache-')),
    });
    page = await browser.newPage();
    hearConsole(page);
    // A loaded machine takes its time to generate.
    await page.goto(server.url);
    await page.waitForFunction('window.crate');
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await service?.close();
  });

  it('shows drafts from memory, in code and in CSS, while the service works', async () => {
    await isDraft(true);
    expect(await readdir(root)).not.toContain('dist');
    const { url, files } = await crate();
    expect(await digest(url)).toBe(files[0]!.sha256);
    const [imported, painted] = await page.evaluate<string[]>(() => [
      (window as any).skyUrl,
      getComputedStyle(document.body).backgroundImage.slice(5, -2),
    ]);
    const shared = await digest('/sky.webp');
    expect(await digest(imported!)).toBe(shared);
    expect(await digest(painted!)).toBe(shared);
  });

  it('swaps what the service sends without a reload, after edits that were taken back too', async () => {
    const loads = await page.evaluate('window.loads');
    for (const salt of ['other', 'plain', 'other', 'plain']) await salted(salt);
    const drafted = await page.evaluate<string>('window.skyUrl');
    release();
    await isDraft(false);
    await page.waitForFunction((url) => (window as any).skyUrl !== url, drafted);
    expect(await digest((await crate()).url)).toBe(await locked('crate'));
    expect(await digest(await page.evaluate<string>('window.skyUrl'))).toBe(await locked('sky'));
    expect(service.creates()).toBe(2);
    expect(await page.evaluate('window.loads')).toBe(loads);
  });

  it('follows an edit of the manifest, and back, without a reload', async () => {
    const loads = await page.evaluate('window.loads');
    const wood = (await crate()).url;
    const clouds = await page.evaluate<string>('window.skyUrl');
    await manifest('a crate of red metal', 'stars');
    const isBack = (back: boolean): Promise<unknown> =>
      page.waitForFunction(
        ([url, sky, same]) =>
          ((window as any).crate.url === url) === same && ((window as any).skyUrl === sky) === same,
        [wood, clouds, back] as const,
      );
    await isBack(false);
    await isDraft(false);
    // Made before: what the cache holds, not another purchase.
    await manifest('a wooden crate', 'clouds');
    await isBack(true);
    expect(await digest(wood)).toBe(await locked('crate'));
    expect(service.creates()).toBe(4);
    expect(await page.evaluate('window.loads')).toBe(loads);
  });

  it('shows a mistake in the overlay with its place, and goes on when it is corrected', async () => {
    const loads = await page.evaluate('window.loads');
    await manifest('a wooden crate', 'clouds', 'imgae');
    const overlay = page.locator('#rspack-dev-server-client-overlay');
    await overlay.waitFor({ state: 'attached' });
    const body = page.frameLocator('#rspack-dev-server-client-overlay').locator('body');
    await expect.poll(() => body.textContent()).toMatch(/Did you mean "image"/);
    expect(await body.textContent()).toMatch(/assets\.gen\.json/);
    await manifest('a wooden crate', 'clouds');
    await overlay.waitFor({ state: 'detached' });
    expect(await page.evaluate('window.loads')).toBe(loads);
  });

  it('answers for a public output that failed with the error', async () => {
    await writeBrokenLogo(root);
    await manifest('a wooden crate', 'clouds', 'image', FAILING_LOGO);
    await expectFailingLogo(server.url);
    await manifest('a wooden crate', 'clouds');
    await expectNoLogo(server.url);
  });
});
