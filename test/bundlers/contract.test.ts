import { createHash } from 'node:crypto';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, open, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { CELLS } from './cells.ts';
import type { Cell } from './cells.ts';
import { makeContractApp, vitePage, webEntry } from './contract-app.ts';
import type { ContractApp } from './contract-app.ts';
import { startSite } from './site.ts';
import type { Site } from './site.ts';
import { COLUMNS, formsOf, ROWS } from './table.ts';
import type { Form } from './table.ts';

/** URLs by form and by name of the output. "#2" marks a second place of the same output. */
type Found = Readonly<Record<string, Readonly<Record<string, string>>>>;

type Built =
  | { readonly ok: true; readonly found?: Found & { memory?: readonly [string, string][] } }
  | { readonly ok: false; readonly error: string };

const name = ({ bundler, mode, size }: Cell): string => `${bundler}, ${mode} (${size})`;
const forms = ({ column, without }: Cell): readonly Form[] =>
  formsOf(column).filter((form) => !without.includes(form));
const slug = (cell: Cell): string => name(cell).replace(/[^a-z0-9]+/gi, '-');
const entryOf = (cell: Cell): string =>
  `${slug({ ...cell, mode: cell.without.join(' '), size: 'stub' })}.js`;

let app: ContractApp;
let site: Site;
let cdn: Site;
let browser: Browser | undefined;
/** One for all cells: to open another takes longer than a cell does. */
let page: Page | undefined;
let builder: ChildProcess;

beforeAll(async () => {
  const entries = CELLS.map((cell) => [entryOf(cell), webEntry(forms(cell))] as const);
  app = await makeContractApp({
    ...Object.fromEntries(entries),
    'other.html': vitePage(entryOf(CELLS[0]!)),
    'loader.cjs': `module.exports = () => 'a loader of the user has changed the bytes';`,
  });
  [site, cdn] = await Promise.all([startSite(), startSite()]);
  if (hasChromium) {
    browser = await launchChromium();
    page = await browser.newPage();
    await page.addInitScript(`globalThis.assetBase = ${JSON.stringify(`${cdn.origin}/x/`)};`);
  }
  builder = fork(fileURLToPath(new URL('build-cell.mjs', import.meta.url)), {
    cwd: app.root,
    env: app.env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
});
afterAll(async () => {
  builder?.kill();
  await browser?.close();
  site?.close();
  cdn?.close();
});

const outOf = (cell: Cell): string => join(app.root, 'out', slug(cell));

async function build(cell: Cell): Promise<Built> {
  // Vite takes the page as it finds it.
  await writeFile(join(app.root, 'index.html'), vitePage(entryOf(cell)));
  const base = `${cdn.origin}/x/`;
  const cache = join(app.root, 'cache', slug(cell));
  builder.send({ ...cell, out: outOf(cell), entry: entryOf(cell), cdn: base, cache });
  const [built] = (await once(builder, 'message')) as [Built];
  return built;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What a URL answers: the digest of its bytes, or the status where it is not 200. */
async function answerOf(url: string): Promise<string | number> {
  const { status, body } = await fetch(url);
  if (status !== 200) return status;
  const hash = createHash('sha256');
  for await (const chunk of body!) hash.update(chunk);
  return hash.digest('hex');
}

/** Every URL answers 200 with the bytes of its output. Several forms give the same URL: it is asked once. */
async function expectServed(found: Found, base: string): Promise<void> {
  const answers = new Map<string, string | number>();
  for (const [form, urls] of Object.entries(found)) {
    for (const [output, url] of Object.entries(urls)) {
      const { href } = new URL(url, base);
      const answer = answers.get(href) ?? (await answerOf(href));
      answers.set(href, answer);
      expect({ form, output, url, answer }).toEqual({
        form,
        output,
        url,
        answer: app.digests.get(output.replace(/#.*/, '')),
      });
    }
  }
}

async function expectPage(cell: Cell): Promise<void> {
  const out = outOf(cell);
  await access(join(out, 'index.html')).catch(() =>
    writeFile(
      join(out, 'index.html'),
      `<!doctype html><link rel="stylesheet" href="main.css"><body><script type="module" src="main.js"></script>`,
    ),
  );
  site.serve(cell.at, out);
  cdn.serve('/x/', out);
  const problems: string[] = [];
  const onError = (error: Error): void => void problems.push(error.message);
  page!.on('pageerror', onError);
  try {
    await page!.goto(site.origin + cell.at);
    const found = await page!
      .waitForFunction('globalThis.found')
      .then((handle) => handle.evaluate((value) => value as Promise<Found>))
      .catch((error: Error) => {
        throw new Error(`${problems.join('\n')}\n${error.message}`);
      });
    expect(problems).toEqual([]);
    expect(Object.keys(found).sort()).toEqual([...forms(cell)].sort());
    await expectServed(found, site.origin + cell.at);
    const host = cell.host === 'cdn' ? cdn.origin : site.origin;
    expect(new URL(found['url']!['props/crate.glb']!, site.origin + cell.at).origin).toBe(host);
    // One file, one URL: what an import gives is what the other forms give.
    const crates = ['url', 'many', 'object', 'glob'].flatMap(
      (form) => found[form]?.['props/crate.glb'] ?? [],
    );
    expect(new Set(crates).size, crates.join(' ')).toBe(1);
  } finally {
    page!.off('pageerror', onError);
  }
}

/** How far into a file a stub says that it is one. Unit: bytes. */
const HEAD = 40;

/** The first bytes of a file; none of a folder. */
async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD), 0, HEAD);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') return Buffer.alloc(0);
    throw error;
  } finally {
    await handle.close();
  }
}

/** Of the bundler's outputs, none is a stub, and none is a hard link into our folder. */
async function expectNoStub(cell: Cell): Promise<void> {
  for (const file of await readdir(outOf(cell), { recursive: true })) {
    const path = join(outOf(cell), file);
    const plain = file.endsWith('.gz') ? gunzipSync(await readFile(path)) : await headOf(path);
    expect(plain.subarray(0, HEAD).toString('latin1'), file).not.toContain('git-lfs');
  }
}

/** Vite's manifests name every output by its own path, however large it is, and where it lies. */
async function expectManifests(cell: Cell): Promise<void> {
  const read = async (name: string): Promise<Record<string, { file: string } & string[]>> =>
    JSON.parse(await readFile(join(outOf(cell), '.vite', name), 'utf8')) as never;
  const [manifest, ssr] = await Promise.all([read('manifest.json'), read('ssr-manifest.json')]);
  for (const [output, digest] of app.digests) {
    const entry = manifest[`.assetgen/files/${output}`];
    const bytes = await readFile(join(outOf(cell), entry?.file ?? ''));
    expect({ output, digest: sha256(bytes) }).toEqual({ output, digest });
    const module = Object.keys(ssr).find((id) => id.startsWith(`.assetgen/files/${output}?`));
    expect(ssr[module ?? ''], output).toContain(`/${entry?.file}`);
  }
  expect(Object.keys({ ...manifest, ...ssr }).filter((id) => id.includes('stubs'))).toEqual([]);
}

const BUNDLERS = [...new Set(CELLS.map(({ bundler }) => bundler))];

describe.each(BUNDLERS)('%s', (bundler) => {
  const cells = CELLS.filter((cell) => cell.bundler === bundler);
  it.each(cells.map((cell) => [`${cell.mode} (${cell.size})`, cell] as const))(
    '%s',
    async (_name, cell) => {
      if (cell.seen === 'page' && browser === undefined) return;
      const built = await build(cell);
      if (cell.seen === 'error') {
        expect(built).toMatchObject({
          ok: false,
          error: expect.stringContaining(cell.error),
        });
        return;
      }
      expect(built).toMatchObject({ ok: true });
      if (!built.ok) return;
      await expectNoStub(cell);
      if (cell.seen === 'page') await expectPage(cell);
      if (cell.mode.includes('manifests')) await expectManifests(cell);
      if (cell.mode === 'persistent cache') {
        // The second process took from the cache of the first, and not the asset that has changed.
        const { kept, crate, bundle } = built.found!['cache']!;
        expect(Number(kept)).toBeGreaterThan(0);
        expect(bundle).toContain(crate);
      }
      if (cell.mode === 'inline and raw') {
        const { 'sky.png': inline, raw } = built.found!['bytes']!;
        expect(inline).toBe(app.digests.get('sky.png'));
        expect(raw).toBe('RIFF');
      }
      if (cell.seen === 'memory') {
        const made = built.found!.memory!;
        const known = new Set(app.digests.values());
        expect(new Set(made.map(([, digest]) => digest))).toEqual(known);
      }
      if (cell.seen === 'node') {
        // What a server renders, a browser asks of the client's build.
        const client = CELLS.find(
          (other) =>
            other.bundler === cell.bundler && other.size === cell.size && other.mode === 'root',
        )!;
        const folder = cell.mode === 'Node' ? join(outOf(cell), 'server') : outOf(cell);
        site.serve('/', cell.mode === 'SSR' ? outOf(client) : folder);
        const paths = Object.entries(built.found!).map(([form, urls]) => [
          form,
          Object.fromEntries(
            Object.entries(urls).map(([output, url]) => [output, pathOf(url, outOf(cell))]),
          ),
        ]);
        await expectServed(Object.fromEntries(paths) as Found, site.origin);
      }
    },
  );
});

/** `file:` URLs are of Node, which resolves against the bundle's own. */
function pathOf(url: string, out: string): string {
  return url.replace('file://', '').replace(out, '');
}

describe('docs/reference/bundlers.md', () => {
  it('has the table that the contract holds', async () => {
    const page = await readFile(join(REPOSITORY, 'docs/reference/bundlers.md'), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('|'));
    const cellsOf = (line: string): string[] =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
    expect(cellsOf(rows[0]!)).toEqual(['', ...COLUMNS]);
    for (const { label, cells } of ROWS) {
      expect(rows.map(cellsOf)).toContainEqual([label, ...cells]);
    }
  });
});
