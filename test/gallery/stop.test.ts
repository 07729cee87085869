import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { createProject } from '../support/command.ts';
import type { CountedService } from '../support/counted-service.ts';
import { startCountedService } from '../support/counted-service.ts';
import type { RunningGallery } from '../support/gallery.ts';
import { startGallery } from '../support/gallery.ts';

describe.skipIf(!hasChromium)('a run that is stopped from the page', () => {
  let browser: Browser;
  let service: CountedService;
  let gallery: RunningGallery;
  let page: Page;
  let answer: () => void;
  const answered = new Promise<void>((resolve) => (answer = resolve));

  beforeAll(async () => {
    browser = await launchChromium();
    // A create waits for its answer: what was sent may be paid, so the run waits too.
    service = await startCountedService({}, async ({ url }) => {
      if (url.includes('createNormalPicture')) await answered;
      return null;
    });
    const root = await createProject({ assets: { hero: { kind: 'image', prompt: 'a knight' } } });
    gallery = await startGallery(root, {
      ASSETGEN_API_URL: service.url,
      ASSETGEN_API_KEY: 'key',
      ASSETGEN_CACHE_DIR: join(root, '.cache'),
    });
    page = await browser.newPage();
  });
  afterAll(async () => {
    answer();
    await gallery?.close();
    await service?.close();
    await browser?.close();
  });

  it('says that it stops, what goes on, and then what is free to have', async () => {
    await page.goto(`${gallery.url}#/asset/hero`);
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await expect.poll(() => service.creates()).toBe(1);
    const bar = page.locator('.run-bar');
    await bar.getByText('Building: 0 of 1').waitFor();
    await bar.getByRole('button', { name: 'Stop' }).click();
    await bar.getByText('Stopping: 0 of 1').waitFor();
    answer();
    await bar.waitFor({ state: 'hidden' });
    await page.locator('.notice').getByText('Accepted jobs continue at the service').waitFor();
    await page.locator('.make').getByText('Accepted already').waitFor();
    await page.getByRole('button', { name: 'Make it free' }).click();
    await page.locator('.top').getByText('Ready').waitFor();
    expect(service.creates()).toBe(1);
  });
});
