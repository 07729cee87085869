import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { createProject, runCommand, writeManifest } from '../support/command.ts';
import { FAILING_LOGO, writeBrokenLogo } from '../support/failing-logo.ts';

const KEY = 'the-key-of-nobody';
const cache = mkdtempSync(path.join(tmpdir(), 'report-cache-'));
const env = { ASSETGEN_API_KEY: KEY, ASSETGEN_CACHE_DIR: cache };
const BEFORE = {
  hero: { kind: 'image', prompt: 'a red boat <b>at sea</b>' },
  sky: { kind: 'image', prompt: 'clouds' },
  gone: { kind: 'image', prompt: 'a lamp' },
};
const NOW = {
  hero: { kind: 'image', prompt: 'a blue boat <b>at sea</b>' },
  sky: { kind: 'image', prompt: 'clouds' },
  new: { kind: 'image', prompt: 'a tree' },
};

let root = '';
let browser: Browser | null = null;
const git = (...args: string[]): string => {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...args], { cwd: root, encoding: 'utf8' });
};
const report = (...args: string[]) => runCommand(root, ['report', ...args], env);
/** Progress is told after a second of work. */
const STILL_CLOCK = {
  NODE_OPTIONS: `--import=${new URL('../support/still-clock.mjs', import.meta.url).href}`,
};

beforeAll(async () => {
  root = await createProject({ assets: BEFORE }, { service: 'local' });
  git('init', '-q');
  expect((await runCommand(root, ['build'], env)).code).toBe(0);
  git('add', 'assets.gen.json', 'assets.gen.lock.json');
  git('commit', '-qm', 'first');
  writeManifest(root, { assets: NOW });
  expect((await runCommand(root, ['build'], env)).code).toBe(0);
  if (hasChromium) browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
});

test('all assets: one small page with pictures, that loads nothing and tells no secret', async () => {
  const lock = readFileSync(path.join(root, 'assets.gen.lock.json'), 'utf8');
  const { code, stdout, stderr } = await runCommand(root, ['report'], { ...env, ...STILL_CLOCK });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^\.assetgen[/\\]report\.html: 3 assets, \d+ kB\n$/);
  const html = readFileSync(path.join(root, '.assetgen/report.html'), 'utf8');
  expect(html.match(/<img /g)).toHaveLength(3);
  expect(html).toContain('a blue boat &lt;b&gt;at sea&lt;/b&gt;');
  for (const secret of [KEY, root, 'signature=', '/files/']) expect(html).not.toContain(secret);
  expect(html.length).toBeLessThan(120_000);
  // Nothing of the project changes.
  expect(readFileSync(path.join(root, 'assets.gen.lock.json'), 'utf8')).toBe(lock);
});

test('in a clone that was never built, the folder of the page stays out of version control', async () => {
  const clone = await createProject({ assets: NOW }, { service: 'local' });
  expect((await runCommand(clone, ['report'], env)).code).toBe(0);
  expect(readFileSync(path.join(clone, '.assetgen/.gitignore'), 'utf8')).toMatch(/^\*$/m);
});

test('of an asset that failed, what went wrong', async () => {
  const other = await createProject({ assets: FAILING_LOGO });
  await writeBrokenLogo(other);
  expect((await runCommand(other, ['build'], env)).code).toBe(1);
  expect((await runCommand(other, ['report'], env)).code).toBe(0);
  const html = readFileSync(path.join(other, '.assetgen/report.html'), 'utf8');
  expect(html).toMatch(/<p class="reason">expected an image: [^<]+<\/p>/);
  expect(html).not.toContain(other);
});

test('since a revision: what changed, with what was there, and what it cost', async () => {
  const { code, json } = await report('--since', 'HEAD', '--json', '--out', 'since.html');
  expect(code).toBe(0);
  expect(json()).toMatchObject({
    format: 'html',
    points: 8,
    assets: [
      { name: 'gone', change: 'removed', state: null, points: 0 },
      { name: 'hero', change: 'changed', state: 'ready', points: 4 },
      { name: 'new', change: 'added', state: 'ready', points: 4 },
    ],
  });
  const html = readFileSync(path.join(root, 'since.html'), 'utf8');
  expect(html.match(/<img /g)).toHaveLength(4);
  const pictures = [...html.matchAll(/alt="hero, (\w+)"[^>]*base64,([^"]+)"/g)];
  expect(pictures.map(([, which]) => which)).toEqual(['before', 'now']);
  const [before, now] = await Promise.all(
    pictures.map(async ([, , data = '']) => sharp(Buffer.from(data, 'base64')).metadata()),
  );
  expect(before).toMatchObject({ format: 'webp', width: 320 });
  expect(now).toMatchObject({ format: 'webp', width: 320 });
  expect(pictures[0]?.[2]).not.toBe(pictures[1]?.[2]);
});

test('Markdown is printed, a picture is written, and a format that is not one is told', async () => {
  const markdown = await report('--since', 'HEAD', '--format', 'md');
  expect(markdown.stdout).toContain('1 added, 1 changed, 1 removed since HEAD, free.');
  expect(markdown.stdout).toContain('| `hero` | changed | free |');
  await report('--out', 'sheet.png');
  const { format, width } = await sharp(path.join(root, 'sheet.png')).metadata();
  expect(format).toBe('png');
  expect(width).toBeGreaterThan(400);
  for (const args of [
    ['--since', 'no-such-branch'],
    ['--since', '--output=stolen'],
    ['--out', 'sheet.gif'],
    ['--format', 'pdf'],
  ]) {
    const { code, stderr } = await report(...args);
    expect([code, stderr.split(' ')[0]]).toEqual([2, 'ASSETGEN_USAGE']);
  }
});

test('without a cache, what was there before is said to be elsewhere', async () => {
  renameSync(cache, `${cache}-kept`);
  rmSync(path.join(root, '.assetgen/thumbnails'), { recursive: true, force: true });
  expect((await report('--since', 'HEAD', '--out', 'elsewhere.html')).code).toBe(0);
  const html = readFileSync(path.join(root, 'elsewhere.html'), 'utf8');
  // The files of today stand in the project; of what went, the lock keeps a very small picture.
  expect(statSync(path.join(root, 'elsewhere.html')).size).toBeLessThan(120_000);
  expect(html).toContain('alt="hero, now"');
  expect(html).toContain('alt="hero, before"');
  rmSync(cache, { recursive: true, force: true });
  renameSync(`${cache}-kept`, cache);
});

test.skipIf(!hasChromium)('in Chromium: no request, no error, no scrolling sideways', async () => {
  await report('--since', 'HEAD', '--out', 'since.html');
  await report('--out', 'all.html');
  for (const [file, width] of [
    ['all.html', 1200],
    ['since.html', 375],
  ] as const) {
    const page = await browser?.newPage({ viewport: { width, height: 800 } });
    if (page === undefined) throw new Error('no browser');
    const wrong: string[] = [];
    page.on('console', (message) => wrong.push(message.text()));
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('request', (request) => {
      if (!/^(?:file|data):/.test(request.url())) wrong.push(request.url());
    });
    await page.goto(pathToFileURL(path.join(root, file)).href);
    const [loaded, wide] = await page.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager';
      await Promise.all([...document.images].map((image) => image.decode()));
      const widths = [...document.images].map((image) => image.naturalWidth);
      return [widths.every((each) => each > 0), document.documentElement.scrollWidth] as const;
    });
    expect([wrong, loaded, wide]).toEqual([[], true, width]);
    await page.close();
  }
});
