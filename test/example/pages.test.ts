import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';
import { serveFolder } from '../support/static-server.ts';
import { copyExample, exampleTypes } from './copy-example.ts';

interface Built {
  readonly url: string;
  /** Addresses that answered with anything but 200 or 304, and errors of the page. */
  readonly problems: readonly string[];
  readonly page: Page;
  close(): Promise<void>;
}

/** Builds an example as a user does, and opens it. */
async function openExample(name: string, build: readonly string[]): Promise<Built> {
  const root = await copyExample(name);
  const [script = '', ...args] = build;
  const program = join(REPOSITORY, 'node_modules', script);
  const built = await runNode([program, ...args], { cwd: root, env: cleanEnv() });
  expect(built.code, `${built.stdout}\n${built.stderr}`).toBe(0);
  expect(await exampleTypes(name, root)).toBe(await exampleTypes(name));
  const server = await serveFolder(join(root, 'dist'));
  const browser: Browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 1000, height: 640 } });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(server.url, { waitUntil: 'load' });
  return {
    url: server.url,
    problems,
    page,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

describe.skipIf(!hasChromium)('vite-site, in Chromium', () => {
  let site: Built;
  beforeAll(async () => {
    site = await openExample('vite-site', ['vite/bin/vite.js', 'build']);
  });
  afterAll(() => site?.close());

  test('the hero is the AVIF of the width that fits', async () => {
    const source = await site.page
      .locator('#hero')
      .evaluate((image) => (image as HTMLImageElement).currentSrc);
    expect(source).toMatch(/\/hero\.1280w-[\w-]+\.avif$/);
  });

  test('every picture is drawn, the one of the style sheet too', async () => {
    const pictures = site.page.locator('img');
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
    }
    const background = await site.page
      .locator('.dusk')
      .evaluate((section) => getComputedStyle(section).backgroundImage);
    const [, url = ''] = /url\("([^"]+)"\)/.exec(background) ?? [];
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  });

  test('the film has its poster, and plays', async () => {
    const video = site.page.locator('video');
    const poster = await video.evaluate((film) => (film as HTMLVideoElement).poster);
    expect((await fetch(poster)).headers.get('content-type')).toBe('image/webp');
    const seconds = await video.evaluate(async (film: HTMLVideoElement) => {
      await film.play();
      return film.duration;
    });
    expect(seconds).toBeCloseTo(5, 0);
    expect(site.problems).toEqual([]);
  });
});

describe.skipIf(!hasChromium)('webpack-three, in Chromium', () => {
  let cabinet: Built;
  beforeAll(async () => {
    cabinet = await openExample('webpack-three', [
      'webpack/bin/webpack.js',
      '--mode',
      'production',
    ]);
  });
  afterAll(() => cabinet?.close());

  test('shows the first treasure, and loads another when it is chosen', async () => {
    const { page, problems } = cabinet;
    const models: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.glb')) models.push(request.url());
    });
    await page.waitForSelector('[data-shown="crown"]');
    expect(await page.textContent('#facts')).toMatch(/^\d{2},\d{3} triangles · \d+ kB · /);
    const before = models.length;
    await page.click('button[data-name="potion"]');
    await page.waitForSelector('[data-shown="potion"]');
    expect(models).toHaveLength(before + 1);
    expect(await page.getAttribute('button[data-name="potion"]', 'aria-pressed')).toBe('true');
    expect(problems).toEqual([]);
  });
});

describe.skipIf(!hasChromium)('react-three, in Chromium', () => {
  let example: Built;
  beforeAll(async () => {
    example = await openExample('react-three', ['vite/bin/vite.js', 'build']);
  });
  afterAll(() => example?.close());

  test('the model is a component: three with levels of detail, one in another colour, two in one call', async () => {
    const { page, problems } = example;
    await page.waitForFunction("document.documentElement.dataset.state === 'ready'");
    const colours = async () => {
      const shot = sharp(await page.screenshot()).removeAlpha();
      const { data } = await shot.raw().toBuffer({ resolveWithObject: true });
      let found = 0;
      for (let at = 0; at < data.length; at += 3) {
        const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
        if (red > 90 && green < red / 2 && blue < red / 2) found += 1;
      }
      return found;
    };
    // The near one alone is some thousand pixels.
    await expect.poll(colours).toBeGreaterThan(8000);
    expect(problems).toEqual([]);
  });

  test('the picture behind has its sizes, its place and its text', async () => {
    const image = example.page.locator('img.valley');
    expect(await image.getAttribute('width')).toBe('896');
    expect(await image.getAttribute('alt')).toBe('Misty mountains at dawn');
    expect(await image.getAttribute('srcset')).toMatch(/896w, .*1792w$/);
    await expect
      .poll(() => image.evaluate((each) => getComputedStyle(each).backgroundImage))
      .toBe('none');
  });
});
