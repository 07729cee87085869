import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { runCommand, writeManifest } from '../support/command.ts';
import type { RunningGallery } from '../support/gallery.ts';
import { startGallery } from '../support/gallery.ts';

const NAMED = `long-${'x'.repeat(110)}`;
const LONG = '漢字 🐉 <b>ünï</b> "quoted" '.repeat(20).slice(0, 300).trim();
const image = (prompt: string) => ({
  kind: 'image',
  prompt,
  outputs: [{ format: 'webp', width: 16 }],
});
/** A long path, whose end says what it is, with a prompt that runs from right to left. */
const DEEP = `${'folder-of-a-team/'.repeat(9)}bird`;
const TORN = '{"asset":"sea","state":"appro';
const NOTHING_WRONG: string[] = [];

let browser: Browser;
let root: string;
let gallery: RunningGallery;
const env = () => ({ ASSETGEN_CACHE_DIR: join(root, '.cache') });
const lock = (): string => join(root, 'assets.gen.lock.json');

beforeAll(async () => {
  root = join(mkdtempSync(join(tmpdir(), 'odd-')), 'ünï 🐉 # 100% 50%25');
  mkdirSync(root);
  writeFileSync(join(root, 'assetgen.config.json'), '{ "service": "local" }');
  const words = {
    [NAMED]: image(LONG),
    one: image('x'.repeat(300)),
    [DEEP]: image('ציפור כחולה!'),
  };
  writeManifest(root, { assets: { 'a/hill': image('a hill'), ...words, sea: image('a sea') } });
  expect((await runCommand(root, ['build'], env())).code).toBe(0);
  // What a merge and an impatient hand leave: half a line, and an asset without any bytes.
  writeFileSync(join(root, 'assets.gen.reviews.jsonl'), `<<<<<<< HEAD\n${TORN}\n=======\n`);
  const files = join(root, '.assetgen/files');
  for (const name of readdirSync(files)) if (name.startsWith('sea')) rmSync(join(files, name));
  rmSync(join(root, '.cache'), { recursive: true });
  if (!hasChromium) return;
  browser = await launchChromium();
  gallery = await startGallery(root, env());
});
afterAll(async () => {
  await gallery?.close();
  await browser?.close();
});

/** What the page says, and what is wrong with it: errors, and text that stands beside a phone. */
async function look(route: string, ready: string): Promise<[page: Page, wrong: string[]]> {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  await page.goto(gallery.url + route);
  await page.getByText(ready).first().waitFor();
  await page.evaluate(() => scrollTo(500, 0));
  if ((await page.evaluate(() => scrollX)) > 0) wrong.push('scrolls sideways');
  return [page, wrong];
}

it.skipIf(!hasChromium).each([
  ['a path with #, % and an emoji', '#/', 'ünï 🐉 # 100% 50%25'],
  ['a very long name, and a prompt of 300 characters', `#/asset/${NAMED}`, LONG],
  ['a prompt of one word', '#/asset/one', 'x'.repeat(300)],
  ['files that are gone', '#/asset/sea', 'Its files are not on this machine.'],
  ['an address that is no text', '#/asset/%', 'There is no such asset'],
  ['a filter that is no text', '#/?text=%E0%A4%A', 'Nothing matches'],
])('shows %s', async (_what, route, ready) => {
  const [page, wrong] = await look(route, ready);
  expect(wrong).toEqual(NOTHING_WRONG);
  await page.close();
});

it.skipIf(!hasChromium)(
  'shows the end of a long path, and words in the direction of their language',
  async () => {
    const [page, wrong] = await look(`#/asset/${DEEP}`, 'ציפור');
    const stem = page.locator('h1 span').getByText('bird', { exact: true });
    const [seen, whole] = await stem.evaluate((each) => [each.clientWidth, each.scrollWidth]);
    expect(whole).toBe(seen);
    expect((await stem.boundingBox())!.x).toBeLessThan(390);
    const [first, last] = await page.locator('.prompt-text').evaluate(({ firstChild }) => {
      const leftOf = (at: number): number => {
        const range = document.createRange();
        range.setStart(firstChild!, at);
        range.setEnd(firstChild!, at + 1);
        return range.getBoundingClientRect().left;
      };
      return [leftOf(0), leftOf(firstChild!.textContent!.length - 1)] as const;
    });
    expect(last).toBeLessThan(first);
    expect(wrong).toEqual(NOTHING_WRONG);
    await page.close();
  },
);

it.skipIf(!hasChromium)(
  'decides beside a line of decisions that cannot be read, and keeps it',
  async () => {
    const [page, wrong] = await look('#/asset/a/hill', 'Decision');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.locator('.review .badge').getByText('Approved').waitFor();
    const text = readFileSync(join(root, 'assets.gen.reviews.jsonl'), 'utf8');
    expect(text.split('\n')).toEqual([expect.stringContaining('"asset":"a/hill"'), TORN, '']);
    expect(wrong).toEqual(NOTHING_WRONG);
    await page.close();
  },
);

it.skipIf(!hasChromium)(
  'says who can read a lock by a newer version, and goes on once it can be read',
  async () => {
    const before = readFileSync(lock(), 'utf8');
    const [page, wrong] = await look('#/', 'hill');
    writeFileSync(lock(), before.replace('"lockfileVersion": 1', '"lockfileVersion": 99'));
    const alert = page.getByRole('alert');
    await alert.getByText('expected lockfileVersion 1, found 99').waitFor();
    await alert.getByText('update this one').waitFor();
    writeFileSync(lock(), before);
    await alert.waitFor({ state: 'detached' });
    expect(wrong).toEqual(NOTHING_WRONG);
    await page.close();
  },
);
