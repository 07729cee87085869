import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';

const WEBPACK = join(REPOSITORY, 'node_modules/webpack/bin/webpack.js');

const APP = {
  'webpack.config.mjs': `
    import assetgen from '@assetgen/webpack-plugin';
    import HtmlWebpackPlugin from 'html-webpack-plugin';
    import { readFileSync } from 'node:fs';
    const salt = process.cwd() + '/salt.txt';
    const salted = {
      apply(compiler) {
        let text;
        compiler.hooks.thisCompilation.tap('salted', (compilation) => {
          compilation.fileDependencies.add(salt);
          text = readFileSync(salt, 'utf8');
          compilation.hooks.fullHash.tap('salted', (hash) => hash.update(text));
        });
        compiler.hooks.done.tap('salted', ({ hash }) => console.log('salted', text + '=' + hash));
      },
    };
    export default {
      mode: 'development',
      entry: './main.js',
      output: { path: process.cwd() + '/dist' },
      module: { rules: [{ test: /\\.css$/, type: 'css/auto' }] },
      experiments: { css: true },
      devServer: { host: '127.0.0.1', port: 'auto', client: { overlay: true } },
      plugins: [new HtmlWebpackPlugin({ template: './index.ejs' }), salted, assetgen()],
    };`,
  'salt.txt': '',
  'index.ejs': `<!doctype html><img id="sky" src="<%= require('@gen/sky.webp') %>">`,
  'style.css': `body { background: url('@gen/sky.webp') }`,
  'main.js': `import './style.css';
    import crate from '@gen/crate';
    window.loads = Math.random();
    window.crate = crate;
    window.hash = () => __webpack_hash__;
    if (module.hot) module.hot.accept('@gen/crate', () => { window.crate = crate; });`,
};

/** `webpack serve` with its memory file system, a real page, and generation behind it. */
describe.skipIf(!hasChromium)("webpack's dev server in mode generate", () => {
  let browser: Browser;
  let service: CountedService;
  let server: DevCommand;
  let root: string;
  let page: Page;
  let release = (): void => undefined;

  const manifest = (prompt: string, kind = 'image', others = {}): Promise<void> => {
    const assets = {
      ...others,
      crate: { kind, prompt },
      sky: { kind: 'image', prompt: 'clouds', outputs: [{ format: 'webp', public: 'sky.webp' }] },
    };
    return writeFile(join(root, 'assets.gen.json'), JSON.stringify({ assets }));
  };
  /** A failure says what the page had instead. */
  const isDraft = (draft: boolean): Promise<unknown> =>
    expect
      .poll(() => page.evaluate(() => (window as any).crate?.files[0].draft as unknown))
      .toBe(draft);
  const overlay = () => page.frameLocator('#webpack-dev-server-client-overlay');

  const hearConsole = tellWhatFailedSaid(() => server);
  beforeAll(async () => {
    browser = await launchChromium();
    const held = new Promise<void>((resolve) => void (release = resolve));
    service = await startCountedService({ key: 'k', light: false }, async (request) => {
      if (request.method === 'POST') await held;
      return null;
    });
    root = await makeApp(APP);
    await manifest('a wooden crate');
    server = await startDevCommand([WEBPACK, 'serve', '--port', String(await freePort())], root, {
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

  it('shows drafts from memory, in code, in the template and in CSS', async () => {
    await isDraft(true);
    expect(await readdir(root)).not.toContain('dist');
    const urls = await page.evaluate(() => [
      (window as any).crate.url,
      (document.getElementById('sky') as HTMLImageElement).src,
      getComputedStyle(document.body).backgroundImage.slice(5, -2),
      '/sky.webp',
    ]);
    for (const url of urls) {
      const answer = await page.request.get(new URL(url, page.url()).href);
      expect(answer.status()).toBe(200);
      expect((await answer.body()).subarray(0, 4).toString()).toMatch(/^RIFF$/);
    }
    await expect.poll(() => server.said()).toContain('2 drafted');
    // That is for those who build.
    expect(server.said()).not.toContain('Do not ship');
  });

  it('swaps what the service sends without a reload, and pays once', async () => {
    const hash = (): Promise<string> => page.evaluate<string>('window.hash()');
    // Hashes come back, as where modules are built in another order and then in the first one.
    const salted = async (salt: string): Promise<string> => {
      const before = server.said().length;
      await writeFile(join(root, 'salt.txt'), salt);
      const told = (): string | undefined =>
        [
          ...server
            .said()
            .slice(before)
            .matchAll(/salted (\w*)=(\w+)/g),
        ].findLast(([, text]) => text === salt)?.[2];
      await expect.poll(async () => (await hash()) === told()).toBe(true);
      return hash();
    };
    await salted('other');
    const plain = await salted('plain');
    await salted('other');
    expect(await salted('plain')).toBe(plain);
    const loads = await page.evaluate('window.loads');
    release();
    await isDraft(false);
    expect(await readFile(join(root, 'assets.gen.lock.json'), 'utf8')).toContain('"crate"');
    await expect.poll(() => service.creates()).toBe(2);
    expect(server.said()).toMatch(/generating \d of 2 assets/);
    // html-webpack-plugin reloads for a changed page; the model alone does not need it.
    await delay(1_000);
    const settled = await page.evaluate('window.loads');
    const before = await page.evaluate('window.crate.url');
    await manifest('a crate of red metal');
    await page.waitForFunction((url) => (window as any).crate.url !== url, before);
    expect(await page.evaluate('window.loads')).toBe(settled);
    expect(typeof loads).toBe('number');
  });

  it('shows a mistake in the overlay with its place, and goes on when it is corrected', async () => {
    await manifest('a crate of red metal', 'imgae');
    const body = overlay().locator('body');
    await expect.poll(() => body.textContent()).toMatch(/Did you mean "image"/);
    expect(await body.textContent()).toMatch(/assets\.gen\.json/);
    await manifest('a crate of red metal');
    await page.locator('#webpack-dev-server-client-overlay').waitFor({ state: 'detached' });
  });

  it('answers for a public output that failed with the error', async () => {
    await writeBrokenLogo(root);
    await manifest('a crate of red metal', 'image', FAILING_LOGO);
    await expectFailingLogo(server.url);
    await manifest('a crate of red metal');
    await expectNoLogo(server.url);
    await page.locator('#webpack-dev-server-client-overlay').waitFor({ state: 'detached' });
  });

  it('comes back when the manifest was away', async () => {
    await rename(join(root, 'assets.gen.json'), join(root, 'away.json'));
    const body = overlay().locator('body');
    await expect.poll(() => body.textContent()).toMatch(/NO_MANIFEST/);
    await rename(join(root, 'away.json'), join(root, 'assets.gen.jsonc'));
    await page.locator('#webpack-dev-server-client-overlay').waitFor({ state: 'detached' });
    await isDraft(false);
  });
});

it('fails a build whose page would ship a reference that nobody resolved', async () => {
  const root = await makeApp({
    ...APP,
    'index.ejs': `<!doctype html><img src="@gen/sky.webp">`,
    'assets.gen.json': JSON.stringify({
      assets: { crate: { kind: 'model', prompt: 'x' }, sky: { kind: 'image', prompt: 'y' } },
    }),
  });
  const env = cleanEnv({ ASSETGEN_MODE: 'draft' });
  const { code, stdout, stderr } = await runNode([WEBPACK], { cwd: root, env });
  expect(stdout + stderr).toContain('ASSETGEN_UNRESOLVED_REFERENCE');
  expect(code).toBe(1);
});
