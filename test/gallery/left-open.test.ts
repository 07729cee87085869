import { once } from 'node:events';
import { rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { createProject, runCommand } from '../support/command.ts';
import type { CountedService } from '../support/counted-service.ts';
import { startCountedService } from '../support/counted-service.ts';
import type { RunningGallery } from '../support/gallery.ts';
import { startGallery } from '../support/gallery.ts';

/** In one step: half a file would be an error that the page shows. */
async function write(root: string, content: object): Promise<void> {
  await writeFile(join(root, 'new.json'), JSON.stringify(content));
  await rename(join(root, 'new.json'), join(root, 'assets.gen.json'));
}

const manifest = (prompt: string) => ({ assets: { hero: { kind: 'image', prompt } } });

/** A tab stays open while files change, and while servers come and go at its address. */
describe.skipIf(!hasChromium)('a page left open', () => {
  let browser: Browser;
  let service: CountedService;
  let page: Page;
  let own: string;
  let gallery: RunningGallery;
  let port: number;
  const env = (root: string): Record<string, string> => ({
    ASSETGEN_API_URL: service.url,
    ASSETGEN_API_KEY: 'key',
    ASSETGEN_CACHE_DIR: join(root, '.cache'),
  });

  beforeAll(async () => {
    browser = await launchChromium();
    service = await startCountedService();
    own = await createProject(manifest('a knight'));
    gallery = await startGallery(own, env(own));
    port = Number(new URL(gallery.url).port);
    page = await browser.newPage();
    await page.goto(`${gallery.url}#/asset/hero`);
    await page.locator('.prompt').getByText('a knight').waitFor();
  });
  afterAll(async () => {
    await gallery?.close();
    await service?.close();
    await browser?.close();
  });

  it('buys no other words than it showed when it asked', async () => {
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByRole('dialog').waitFor();
    await write(own, manifest('a castle'));
    await page.locator('.prompt').getByText('a castle').waitFor();
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await page.locator('.notice').getByText('changed since the page showed it').waitFor();
    await write(own, manifest('a knight'));
    await page.locator('.prompt').getByText('a knight').waitFor();
    expect(service.creates()).toBe(0);
  });

  it('shows what it was told of while the list was on its way', async () => {
    const slow = await browser.newPage();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await slow.route(/api\/project/, async (route) => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    });
    const listens = slow.waitForResponse(/api\/events/);
    await slow.goto(gallery.url);
    await listens;
    const two = manifest('a knight');
    await write(own, { assets: { ...two.assets, tower: two.assets.hero } });
    const cards = (at: Page) => at.getByRole('link', { name: 'tower' });
    const other = await browser.newPage();
    await other.goto(gallery.url);
    await cards(other).waitFor();
    release();
    await cards(slow).waitFor();
    await write(own, two);
    await cards(slow).waitFor({ state: 'detached' });
    await Promise.all([slow.close(), other.close()]);
  });

  it('shows what there is now, once it was refused for what it showed', async () => {
    const deaf = await browser.newPage();
    // Its connection stalls: it hears of nothing.
    await deaf.route(/api\/events/, () => undefined);
    await deaf.goto(`${gallery.url}#/asset/hero`);
    await deaf.locator('.prompt').getByText('a knight').waitFor();
    await write(own, manifest('a castle'));
    await deaf.getByRole('button', { name: 'Generate' }).click();
    await deaf.getByRole('button', { name: 'Go ahead' }).click();
    await deaf.locator('.notice').getByText('changed since the page showed it').waitFor();
    await deaf.locator('.prompt').getByText('a castle').waitFor();
    expect(service.creates()).toBe(0);
    await deaf.close();
    await write(own, manifest('a knight'));
    await page.locator('.prompt').getByText('a knight').waitFor();
  });

  it.each(['before the click', 'while it waits for the answer'])(
    'asks for nothing by a name that it takes away, also where it is told of another change %s',
    async (moment) => {
      const slow = await browser.newPage();
      const errors: string[] = [];
      slow.on('console', (said) => said.type() === 'error' && errors.push(said.text()));
      await slow.goto(`${gallery.url}#/asset/hero`);
      await slow.locator('.prompt').getByText('a knight').waitFor();
      let release = (): void => undefined;
      const renamed = new Promise<void>((resolve) => (release = resolve));
      await slow.route(/api\/asset\?name=hero/, async (route) => {
        await renamed;
        // The page may have ended it meanwhile.
        await route.continue().catch(() => undefined);
      });
      const change = async (): Promise<void> => {
        const { hero } = manifest('a knight').assets;
        await write(own, { assets: { hero, tower: hero } });
        await slow.getByRole('link', { name: 'Next asset: tower' }).waitFor();
      };
      await slow.route(/api\/action/, async (route) => {
        if (moment !== 'before the click') await change();
        const response = await route.fetch();
        release();
        await route.fulfill({ response });
      });
      if (moment === 'before the click') await change();
      await slow.getByRole('button', { name: 'Rename' }).click();
      await slow.getByLabel('New name').fill('champion');
      await slow.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
      await slow.getByRole('heading', { level: 1, name: 'champion' }).waitFor();
      await slow.locator('.prompt').getByText('a knight').waitFor();
      // Whatever was refused is told by now.
      await slow.getByRole('link', { name: 'Next asset: tower' }).click();
      await slow.getByRole('heading', { level: 1, name: 'tower' }).waitFor();
      await slow.locator('.prompt').getByText('a knight').waitFor();
      expect(errors).toEqual([]);
      await slow.close();
      await write(own, manifest('a knight'));
      await page.locator('.prompt').getByText('a knight').waitFor();
    },
  );

  it('tells of no asset that it is not there because the one before was not', async () => {
    const slow = await browser.newPage();
    await slow.goto(`${gallery.url}#/asset/nobody`);
    const missing = slow.getByText('There is no such asset');
    await missing.first().waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await slow.route(/api\/asset\?name=hero/, async (route) => {
      await held;
      await route.continue();
    });
    const asks = slow.waitForRequest(/api\/asset\?name=hero/);
    await slow.goto(`${gallery.url}#/asset/hero`);
    await asks;
    await slow.getByText('Reading the asset').waitFor({ state: 'attached' });
    expect(await missing.count()).toBe(0);
    release();
    await slow.locator('.prompt').getByText('a knight').waitFor();
    await slow.close();
  });

  it('decides about no other files than it showed', async () => {
    const inn = (width: number) => ({
      kind: 'image',
      source: './inn.png',
      outputs: [{ format: 'webp', width }],
    });
    const assets = (width: number) => ({
      assets: { ...manifest('a knight').assets, inn: inn(width) },
    });
    await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
      .png()
      .toFile(join(own, 'inn.png'));
    const build = async (width: number): Promise<void> => {
      await write(own, assets(width));
      expect((await runCommand(own, ['build', '--only', 'inn'], env(own))).code).toBe(0);
    };
    await build(32);
    const deaf = await browser.newPage();
    await deaf.route(/api\/events/, () => undefined);
    await deaf.goto(`${gallery.url}#/asset/inn`);
    await deaf.getByRole('button', { name: 'Approve' }).waitFor();
    await build(48);
    await deaf.getByRole('button', { name: 'Approve' }).click();
    await deaf
      .locator('.notice')
      .getByText('the files changed since the page showed them')
      .waitFor();
    await deaf.locator('.files').getByText('48').first().waitFor();
    await deaf.getByRole('button', { name: 'Approve' }).click();
    await deaf.locator('.notice').getByText('inn: approved').waitFor();
    await deaf.close();
    await write(own, manifest('a knight'));
  });

  it('keeps what somebody types when its place on the page goes and comes', async () => {
    const two = { ...manifest('a knight').assets, inn: { kind: 'image', prompt: 'an inn' } };
    await write(own, { assets: two });
    await page.getByRole('button', { name: 'Edit' }).click();
    const words = page.getByRole('textbox', { name: 'Prompt' });
    await words.fill('a knight whose armour is of glass');
    // By a link, by another branch of git, and by a name.
    await page.getByRole('link', { name: 'Next asset: inn' }).click();
    await page.locator('.prompt-text').getByText('an inn').waitFor();
    await page.getByRole('link', { name: 'Previous asset: hero' }).click();
    expect(await words.inputValue()).toBe('a knight whose armour is of glass');
    await write(own, { assets: {} });
    await page.getByText('It was removed').waitFor();
    await write(own, { assets: two });
    expect(await words.inputValue()).toBe('a knight whose armour is of glass');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('New name').fill('champion');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { level: 1, name: 'champion' }).waitFor();
    expect(await words.inputValue()).toBe('a knight whose armour is of glass');
    // A page with unsaved text does not go without a question.
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).dismiss();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await write(own, { assets: {} });
    await page.goto(`${gallery.url}#/`);
    await page.getByRole('button', { name: 'Add the first one' }).click();
    await page.getByLabel('Prompt', { exact: true }).fill('a tavern at night');
    await write(own, manifest('a knight'));
    await page.locator('.card').first().waitFor({ state: 'attached' });
    expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('a tavern at night');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.goto(`${gallery.url}#/asset/hero`);
    await page.locator('.prompt').getByText('a knight').waitFor();
  });

  it('shows and buys nothing of another project, and goes on with its own', async () => {
    await page.getByRole('button', { name: 'Generate' }).click();
    const question = page.getByRole('dialog');
    await question.waitFor();
    await gallery.close();
    const other = await createProject(manifest('a witch'));
    gallery = await startGallery(other, env(other), port);
    await page.getByRole('alert').getByText('Another project is served').waitFor();
    await question.getByRole('button', { name: /Go ahead/ }).click();
    await page.locator('.notice').getByText('Another project is served').waitFor();
    await page.locator('.prompt').getByText('a knight').waitFor();
    expect(service.creates()).toBe(0);
    await gallery.close();
    gallery = await startGallery(own, env(own), port);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(service.creates()).toBe(0);
  });

  it.each([
    ['a page', 200],
    ['nothing', 502],
  ])('says so where its port answers with %s, and goes on afterwards', async (body, status) => {
    await gallery.close();
    const stranger = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' });
      response.end(status === 200 ? `<p>${body}</p>` : '');
    });
    stranger.listen(port, '127.0.0.1');
    await once(stranger, 'listening');
    await page.getByRole('alert').getByText('No gallery answers at this address').waitFor();
    await page.locator('.prompt').getByText('a knight').waitFor();
    stranger.closeAllConnections();
    stranger.close();
    gallery = await startGallery(own, env(own), port);
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
});
