import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp } from '../support/app.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { startCountedService } from '../support/counted-service.ts';
import { cleanEnv } from '../support/env.ts';
import { startDevServer } from '../support/gallery.ts';
import { runTraced } from '../support/loaded.mjs';

const FILES = {
  'assets.gen.json': JSON.stringify({
    assets: { hill: { kind: 'image', prompt: 'a hill', outputs: [{ format: 'webp', width: 64 }] } },
  }),
  'assetgen.config.json': '{ "service": "local", "cache": { "dir": ".cache" } }',
  'index.html': '<!doctype html><title>app</title><script type="module" src="/main.js"></script>',
  'main.js': `import hill from '@gen/hill.64w.webp'; document.title = hill;`,
};

describe.skipIf(!hasChromium)('the gallery in dev servers', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each([
    ['vite', '/'],
    ['vite', '/deep/down/'],
    ['webpack', '/'],
  ] as const)(
    '%s, at the base %s: drafts are marked, and one is generated',
    async (bundler, base) => {
      const root = await makeApp(FILES);
      const server = await startDevServer(bundler, root, {}, base);
      try {
        const page = await browser.newPage();
        const errors: string[] = [];
        page.on('pageerror', (error) => errors.push(error.message));
        // Without its last slash too.
        await page.goto(server.url.slice(0, -1));
        expect(page.url()).toBe(server.url);
        const card = page.locator('.card');
        await card.getByText('Draft', { exact: true }).waitFor();
        await card.locator('a').click();
        await page.getByText('Draft: a free placeholder').waitFor();
        await page.getByRole('button', { name: /Make it/ }).click();
        await page.locator('.notice').getByText('Done').waitFor();
        await page.getByText('Draft: a free placeholder').waitFor({ state: 'detached' });
        const lock = readFileSync(join(root, 'assets.gen.lock.json'), 'utf8');
        expect(Object.keys((JSON.parse(lock) as { assets: object }).assets)).toEqual(['hill']);
        expect(errors).toEqual([]);
        // The app itself is where it was.
        await page.goto(server.origin + base);
        if (bundler === 'vite') await expect.poll(() => page.title()).toContain('hill');
        await page.close();
      } finally {
        await server.close();
      }
    },
  );
});

describe.skipIf(!hasChromium)('the gallery of a dev server that generates', () => {
  it('shows the run behind the page, buys nothing beside it, and marks what arrived', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => void (release = resolve));
    const service = await startCountedService({ key: 'k' }, async (request) => {
      if (request.url.includes('createNormalPicture')) await held;
      return null;
    });
    const { 'assetgen.config.json': _local, ...files } = FILES;
    const root = await makeApp({ ...files, 'assetgen.config.json': '{}' });
    const env = {
      ASSETGEN_API_URL: service.url,
      ASSETGEN_API_KEY: 'k',
      ASSETGEN_MODE: 'generate',
      ASSETGEN_CACHE_DIR: join(root, '.cache'),
    };
    const server = await startDevServer('vite', root, env);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(`${server.url}#/asset/hill`);
      await page.getByText('Draft: a free placeholder').waitFor();
      await page.locator('.run-bar').getByText('Building: 0 of 1').waitFor();
      // Only the page's own run is its own to stop.
      expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
      const token = await page.locator('meta[name=assetgen-token]').getAttribute('content');
      expect(token).toBeTruthy();
      const refused = await page.evaluate(
        async ([url, value]) => {
          const body = JSON.stringify({ type: 'generate', asset: 'hill', points: null });
          const headers = { 'content-type': 'application/json', 'x-assetgen-token': value! };
          const answer = await fetch(`${url}api/action`, { method: 'POST', headers, body });
          return [answer.status, (await answer.json()) as unknown];
        },
        [server.url, token] as const,
      );
      expect(refused).toMatchObject([409, { problem: { message: 'a build is running' } }]);
      release();
      await page.getByText('Draft: a free placeholder').waitFor({ state: 'detached' });
      await page.locator('.top').getByText('Ready').waitFor();
      await page.locator('.run-bar').waitFor({ state: 'hidden' });
      expect(service.creates()).toBe(1);
    } finally {
      release();
      await browser.close();
      await server.close();
      await service.close();
    }
  });
});

it('a production bundle has nothing of it, and a build does not load it', async () => {
  const root = await makeApp({
    ...FILES,
    'build.mjs': `
      import { build } from 'vite';
      import assetgen from '@assetgen/vite-plugin';
      await build({ root: process.cwd(), configFile: false, logLevel: 'silent', plugins: [assetgen()] });
    `,
  });
  const env = cleanEnv({ ASSETGEN_MODE: 'generate' });
  const { status, modules } = runTraced(['build.mjs'], { cwd: root, env });
  expect(status).toBe(0);
  expect(modules.some((file) => file.includes('/packages/vite-plugin/'))).toBe(true);
  expect(modules.filter((file) => file.includes('/packages/gallery/'))).toEqual([]);
  const bundle = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' });
  const texts = bundle.filter((file) => /\.(?:js|html|css)$/.test(file));
  expect(texts).toHaveLength(2);
  for (const file of texts) {
    expect(readFileSync(join(root, 'dist', file), 'utf8')).not.toMatch(/__assetgen|gallery|token/);
  }
});
