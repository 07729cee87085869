import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp } from '../support/app.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
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
        await page.getByText('Draft: a free stand-in').waitFor();
        await page.getByRole('button', { name: /Generate/ }).click();
        await page.locator('.notice').getByText('Done').waitFor();
        await page.getByText('Draft: a free stand-in').waitFor({ state: 'detached' });
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
  const ours = modules.filter((file) => file.includes('/packages/gallery/'));
  // The middleware is known, and nothing behind it.
  expect(ours.map((file) => file.replace(/^.*\/gallery\//, '')).sort()).toEqual([
    'dist/messages.js',
    'dist/mount.js',
  ]);
  const bundle = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' });
  const texts = bundle.filter((file) => /\.(?:js|html|css)$/.test(file));
  expect(texts).toHaveLength(2);
  for (const file of texts) {
    expect(readFileSync(join(root, 'dist', file), 'utf8')).not.toMatch(/__assetgen|gallery|token/);
  }
});
