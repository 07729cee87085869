import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { hasChromium, launchChromium, PATIENCE_MS } from '../support/browser.ts';
import { startDevCommand } from '../support/dev-command.ts';
import type { DevCommand } from '../support/dev-command.ts';
import { cleanEnv } from '../support/env.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { PaidService } from '../support/paid-service.ts';
import { runNode } from '../support/run-node.ts';
import type { Ran } from '../support/run-node.ts';
import { freePort } from '../support/server-process.ts';
import { allowsNode, FRAMEWORK_ENV, FRAMEWORKS, installedAt, LATEST, MORE } from './frameworks.ts';
import type { Framework, Installed, Site } from './frameworks.ts';
import { digestsOf, filesOfPage, sha256, text } from './site-files.ts';

// Titles begin with a column of the table in docs/guides/frameworks.md, which `npm run test:frameworks -- --latest` fills.

/** Many still have 6; the example and the pages are checked by the latest. */
const TSC = path.join(REPOSITORY, 'node_modules/typescript/bin/tsc');
const CACHE = mkdtempSync(path.join(tmpdir(), 'cache-'));
const environment = (extra = {}): NodeJS.ProcessEnv =>
  cleanEnv({ ...FRAMEWORK_ENV, ASSETGEN_CACHE_DIR: CACHE, ...extra });

async function build(
  framework: Framework,
  { root, command }: Installed,
  env = environment(),
): Promise<Ran> {
  let ran: Ran = { code: 1, stdout: '', stderr: '' };
  for (const script of framework.build) {
    ran = await runNode(command(script), { cwd: root, env });
    if (ran.code !== 0) break;
  }
  return ran;
}

async function clean({ made }: Framework, { root }: Installed): Promise<void> {
  for (const folder of [...made, '.assetgen', 'assets.gen.lock.json']) {
    await rm(path.join(root, folder), { recursive: true, force: true });
  }
}

const isQuick = process.env['ASSETGEN_QUICK'] === '1';

const installed = [...FRAMEWORKS, ...(LATEST === null ? [] : MORE)].flatMap((framework) => {
  const project = isQuick && framework.weekly ? null : installedAt(framework);
  return project === null ? [] : [{ name: framework.name, framework, project }];
});

describe.each(installed)('$name, with the packed tarballs', ({ framework, project }) => {
  const { root } = project;
  let site: Site;
  let shown: string;
  let browser: Browser | null = null;

  beforeAll(async () => {
    await clean(framework, project);
    const built = await build(framework, project);
    const said = `${built.stdout}\n${built.stderr}`;
    expect(built.code, said).toBe(0);
    if (framework.package === 'next') {
      // What a compiler of several repeats, and what webpack says of a config whose imports it cannot follow.
      expect(said.match(/assets?, \d+ files/g)?.length ?? 0, said).toBeLessThanOrEqual(1);
      expect(said).not.toContain('for build dependencies failed');
    }
    await framework.check?.(root);
    site = await framework.serve(root);
    shown = site.url + (framework.page ?? '');
    if (hasChromium) browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test('build: every file that the page names answers with its bytes', async () => {
    const made = await digestsOf(path.join(root, '.assetgen/files'));
    const found = await filesOfPage(shown, browser);
    const extensions = [...found.keys()].map((name) => path.posix.extname(name));
    expect(new Set(extensions)).toEqual(new Set(['.glb', '.webp']));
    for (const [url, { status, digest }] of found) {
      expect({ url, status, known: made.has(digest) }).toEqual({ url, status: 200, known: true });
    }
  });

  test.skipIf(!hasChromium)('object imports: the browser draws the picture', async () => {
    const page = await browser!.newPage();
    await page.goto(shown, { waitUntil: 'networkidle' });
    const picture = page.getByAltText('hero');
    await picture.waitFor();
    await expect.poll(() => widthOf(page)).toBeGreaterThan(0);
    expect(await picture.getAttribute('srcset')).toMatch(/ 320w, .+ 640w$/);
    await page.close();
  });

  const ssr =
    framework.ssr === true ? 'server and browser name the same files' : '(no server renders)';
  test.runIf(framework.ssr === true)(`SSR: ${ssr}`, async () => {
    const html = await text(site.url);
    const [, dragon = ''] = /href="([^"]+\.glb)"/.exec(html) ?? [];
    expect(dragon).not.toBe('');
    if (browser === null) return;
    const page = await browser.newPage();
    await page.goto(shown, { waitUntil: 'networkidle' });
    // Where pages are relative, the browser has the whole address.
    const whole = (address: string | null): string => new URL(address ?? '', site.url).href;
    const client = page.locator('#client');
    if ((await client.count()) > 0) {
      // Empty until the page's scripts have run, which may be long after they came.
      await expect.poll(async () => whole(await client.textContent())).toBe(whole(dragon));
    }
    expect(whole(await page.locator('#dragon').getAttribute('href'))).toBe(whole(dragon));
    await page.close();
  });

  test.runIf(LATEST !== null)('frozen: CI builds from the cache, and fails without', async () => {
    // As on a clean clone with a cache: all that is left is the lock.
    for (const folder of [...framework.made, '.assetgen']) {
      await rm(path.join(root, folder), { recursive: true, force: true });
    }
    const warm = await build(framework, project, environment({ CI: 'true' }));
    expect(warm.code, `${warm.stdout}\n${warm.stderr}`).toBe(0);
    await clean(framework, project);
    const cold = await build(framework, project, environment({ CI: 'true' }));
    expect(cold.code).not.toBe(0);
    expect(cold.stdout + cold.stderr).toContain('ASSETGEN_FROZEN');
  });

  test.runIf(LATEST !== null && framework.types !== undefined)(
    `types: ${framework.types === undefined ? `(${framework.without?.types})` : 'imports have them, and a wrong name none that is of use'}`,
    async () => {
      const { before = [], tsconfig, folder } = framework.types!;
      const source = path.join(root, folder, 'names.ts');
      await writeFile(source, NAMES);
      try {
        for (const script of before) {
          const ran = await runNode(project.command(script), { cwd: root, env: environment() });
          expect(ran.code, `${ran.stdout}\n${ran.stderr}`).toBe(0);
        }
        const args = [TSC, '-p', tsconfig, '--noEmit', '--skipLibCheck'];
        const checked = await runNode(args, { cwd: root, env: environment() });
        expect(checked.stdout).toBe('');
        await writeFile(source, NAMES.replace(/\/\/ @ts-expect-error\n/, ''));
        const wrong = await runNode(args, { cwd: root, env: environment() });
        expect(wrong.stdout).toMatch(/names\.ts.* error TS/);
      } finally {
        await rm(source);
      }
    },
  );
});

/** Of the manifest that all projects share. */
const NAMES = `import dragon from '@gen/dragon.glb';
import hero from '@gen/hero';
// @ts-expect-error
import nothing from '@gen/nothing';

export const urls: readonly string[] = [dragon, hero.url, hero.srcset];
export const width: number = hero.width;
export const other: string = nothing;
`;

/** Columns of the table that a framework has no cell of, beside the types above. */
const without = installed.flatMap(({ name, framework }) => {
  const reasons = Object.entries(framework.without ?? {}).filter(([column]) => column !== 'types');
  return reasons.length === 0 ? [] : [{ name, reasons }];
});
describe.each(without)('$name, with the packed tarballs', ({ reasons }) => {
  test.skip.each(reasons)('%s: (%s)', () => undefined);
});

const served = installed.filter(
  ({ framework: { dev } }) => dev !== undefined && (LATEST !== null || dev.always === true),
);

describe.skipIf(!hasChromium).each(served)("$name's dev server", ({ framework, project }) => {
  const manifest = path.join(project.root, 'assets.gen.json');
  const config = path.join(project.root, 'assetgen.config.json');
  let local: string;
  let service: PaidService;
  let browser: Browser;
  let server: DevCommand;
  let url: string;
  let page: Page;
  let before: string;

  beforeAll(async () => {
    before = await readFile(manifest, 'utf8');
    local = await readFile(config, 'utf8');
    await clean(framework, project);
    // As a user has it: a service that takes money, and no word of what a dev server is to do with it.
    service = await startPaidService();
    await writeFile(config, '{}');
    const port = await freePort();
    const script = framework.dev!.script(port);
    const env = environment({ ASSETGEN_API_URL: service.url, ASSETGEN_API_KEY: 'a-key' });
    server = await startDevCommand(project.command(script), project.root, env);
    url = server.url;
    // Where the gallery has a server of its own, its address is the first that is said.
    if (framework.dev?.gallery === 'of its own server') url = `http://127.0.0.1:${port}/`;
    // Some say their address before they listen.
    await vi.waitFor(() => fetch(url), { timeout: PATIENCE_MS, interval: 250 });
    browser = await launchChromium();
    page = await browser.newPage();
    await page.goto(new URL(framework.page ?? '', url).href);
    await page.getByAltText('hero').waitFor();
  });
  afterEach(() => writeFile(manifest, before));
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await service?.close();
    await writeFile(config, local);
  });

  test('dev: shows drafts, and the address of the gallery', async ({ task }) => {
    await expect.poll(() => widthOf(page)).toBeGreaterThan(0);
    const { gallery } = framework.dev!;
    const [said = ''] = /http:\/\/\S+\/__assetgen\//.exec(server.said()) ?? [];
    const address = gallery === 'not said' ? new URL('__assetgen/', url).href : said;
    if (gallery === undefined) expect(new URL(address).port).toBe(new URL(url).port);
    expect((await fetch(address)).status).toBe(200);
    const note = gallery === 'not said' ? 'gallery at /__assetgen/' : 'gallery on its own port';
    if (gallery !== undefined) Object.assign(task.meta, { note });
  });

  const isLive = framework.without?.HMR === undefined;
  test.runIf(isLive)('HMR: an edit of the manifest changes the page', async ({ task }) => {
    const shown = async (): Promise<string> => {
      const url = await page
        .getByAltText('hero')
        .evaluate((image) => (image as HTMLImageElement).src);
      const answer = await page.request.get(url);
      return answer.status() === 200 ? sha256(await answer.body()) : '';
    };
    const drawn = await shown();
    await page.evaluate(() => void ((globalThis as { isSame?: boolean }).isSame = true));
    await writeFile(manifest, before.replace('misty mountains at dawn', 'a red balloon'));
    await expect.poll(() => shown().catch(() => drawn)).not.toBe(drawn);
    await expect.poll(() => widthOf(page).catch(() => 0)).toBeGreaterThan(0);
    // A reload may be on its way: then there is no page to ask for a moment.
    const mark = (): Promise<boolean | null> =>
      page.evaluate(() => (globalThis as { isSame?: boolean }).isSame === true).catch(() => null);
    await expect.poll(mark).not.toBeNull();
    const isSame = await mark();
    Object.assign(task.meta, { note: isSame === true ? 'without a reload' : 'by a reload' });
  });

  test('dev: has bought nothing', () => {
    expect([...service.counts]).toEqual([]);
  });
});

function widthOf(page: Page): Promise<number> {
  return page.getByAltText('hero').evaluate((image) => (image as HTMLImageElement).naturalWidth);
}

test('the ranges of Node that frameworks write', () => {
  const allows = (range: string): readonly string[] =>
    ['20.19.0', '20.20.2', '22.10.0', '22.23.3', '24.0.0'].filter((each) =>
      allowsNode(range, each),
    );
  expect(allows('^20.19.0 || >=22.12.0')).toEqual(['20.19.0', '20.20.2', '22.23.3', '24.0.0']);
  expect(allows('>=22.12.0')).toEqual(['22.23.3', '24.0.0']);
  expect(allows('^22.19.0 || ^24.11.0 || >=26.0.0')).toEqual(['22.23.3']);
  expect(allows('>=18')).toHaveLength(5);
  expect(allows('*')).toHaveLength(5);
});
