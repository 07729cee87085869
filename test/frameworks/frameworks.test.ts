import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';
import { freePort, startServer } from '../support/server-process.ts';
import { serveFolder } from '../support/static-server.ts';

/** A site that answers, however its framework does it. */
interface Site {
  readonly url: string;
  close(): Promise<void>;
}

interface Framework {
  readonly name: string;
  /** Folder of test/frameworks, where that is not its name. */
  readonly folder?: string;
  /** Folder of test/frameworks with its node_modules, where that is not its own. */
  readonly modules?: string;
  /** Scripts of its node_modules that build, each with its arguments. */
  readonly build: readonly (readonly string[])[];
  /** What its build leaves behind. */
  readonly made: readonly string[];
  serve(root: string): Promise<Site>;
}

const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'react',
    build: [['vite/bin/vite.js', 'build']],
    made: ['dist'],
    serve: (root) => serveFolder(path.join(root, 'dist')),
  },
  {
    name: 'astro',
    build: [['astro/astro.js', 'build']],
    made: ['dist', '.astro'],
    serve: (root) => serveFolder(path.join(root, 'dist')),
  },
  {
    name: 'sveltekit',
    build: [['vite/bin/vite.js', 'build']],
    made: ['build', '.svelte-kit'],
    serve: (root) => serveProgram(root, () => ['build/index.js']),
  },
  {
    name: 'next',
    build: [['next/dist/bin/next', 'build']],
    made: ['.next'],
    serve: (root) => serveProgram(root, (port) => startNext('node_modules', port)),
  },
  {
    name: 'next, with webpack',
    folder: 'next',
    build: [['next/dist/bin/next', 'build', '--webpack']],
    made: ['.next'],
    serve: (root) => serveProgram(root, (port) => startNext('node_modules', port)),
  },
  {
    // A tool without plugins: an alias to the modules that are files.
    name: 'next/turbo',
    modules: 'next',
    build: [
      ['assetgen/dist/main.js', 'build'],
      ['next/dist/bin/next', 'build'],
    ],
    made: ['.next'],
    serve: (root) => serveProgram(root, (port) => startNext('../node_modules', port)),
  },
];

const ENV = { ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1' };

function startNext(modules: string, port: number): string[] {
  const listen = ['--hostname', '127.0.0.1', '--port', String(port)];
  return [`${modules}/next/dist/bin/next`, 'start', ...listen];
}

/** A framework's own server, rendering each page when it is asked for. */
async function serveProgram(root: string, args: (port: number) => string[]): Promise<Site> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({
    command: process.execPath,
    args: args(port),
    cwd: root,
    env: cleanEnv({ ...ENV, HOST: '127.0.0.1', PORT: String(port) }),
    isUp: async () => {
      await fetch(url);
    },
  });
  return { url, close: () => server.stop() };
}

describe.each(FRAMEWORKS)('$name, with the packed tarballs', (framework) => {
  const folder = framework.folder ?? framework.name;
  const root = path.join(REPOSITORY, 'test/frameworks', folder);
  const own = framework.modules ?? folder;
  const modules = path.join(REPOSITORY, 'test/frameworks', own, 'node_modules');
  // `node scripts/install-frameworks.mjs` installs them; .ci/run does.
  const installed = existsSync(path.join(modules, '@assetgen/core/package.json'));

  describe.skipIf(!installed)('installed', () => {
    let site: Site;
    let browser: Browser | null = null;

    beforeAll(async () => {
      for (const folder of [...framework.made, '.assetgen']) {
        await rm(path.join(root, folder), { recursive: true, force: true });
      }
      const env = cleanEnv(ENV);
      for (const [script = '', ...args] of framework.build) {
        const built = await runNode([path.join(modules, script), ...args], { cwd: root, env });
        const said = `${built.stdout}\n${built.stderr}`;
        expect(built.code, said).toBe(0);
        // What a compiler of several repeats, and what webpack says of a config whose imports it cannot follow.
        expect(said.match(/assets?, \d+ files/g)?.length ?? 0, said).toBeLessThanOrEqual(1);
        expect(said).not.toContain('for build dependencies failed');
      }
      site = await framework.serve(root);
      if (hasChromium) browser = await launchChromium();
    }, 240_000);

    afterAll(async () => {
      await browser?.close();
      await site?.close();
    });

    test('every file that the page names answers with its bytes', async () => {
      const made = await digestsOf(path.join(root, '.assetgen/files'));
      const found = await filesOfPage(site.url, browser);
      const extensions = [...found.keys()].map((name) => path.posix.extname(name));
      expect(new Set(extensions)).toEqual(new Set(['.glb', '.webp']));
      for (const [url, { status, digest }] of found) {
        expect({ url, status, known: made.has(digest) }).toEqual({ url, status: 200, known: true });
      }
    });

    test.skipIf(!hasChromium)('the browser draws the picture', async () => {
      const page = await browser!.newPage();
      await page.goto(site.url, { waitUntil: 'networkidle' });
      const picture = page.getByAltText('hero');
      await picture.waitFor();
      expect(
        await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth),
      ).toBeGreaterThan(0);
      const client = page.locator('#client');
      if ((await client.count()) > 0) {
        // What the browser's bundle names is what the server's names.
        expect(await client.textContent()).toBe(await page.locator('#dragon').getAttribute('href'));
      }
      await page.close();
    });
  });
});

async function digestsOf(folder: string): Promise<Set<string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  return new Set(
    await Promise.all(
      files.map(async (file) => sha256(await readFile(path.join(file.parentPath, file.name)))),
    ),
  );
}

/** A URL, absolute or not, of a file that we made. */
const FILE = /(?:https?:\/\/[\w.:-]+)?[\w./@%-]+\.(?:glb|webp)\b/g;

interface Answer {
  readonly status: number;
  readonly digest: string;
}

/** All files that the page (as the browser has it) and its style sheets name. */
async function filesOfPage(site: string, browser: Browser | null): Promise<Map<string, Answer>> {
  const html = browser === null ? await text(site) : await rendered(site, browser);
  const sheets = [...html.matchAll(/(?:href|src)="([^"]+\.css)"/g)].map(
    ([, url = '']) => new URL(url, site).href,
  );
  const texts = await Promise.all(sheets.map(async (url) => ({ url, text: await text(url) })));
  // Relative URLs of a style sheet are relative to it.
  const urls = new Set(
    [{ url: `${site}/`, text: html }, ...texts].flatMap((each) =>
      (each.text.match(FILE) ?? []).map((found) => new URL(found, each.url).href),
    ),
  );
  const answers = await Promise.all(
    [...urls].map(async (url): Promise<[string, Answer]> => {
      const response = await fetch(url);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return [url, { status: response.status, digest: sha256(bytes) }];
    }),
  );
  return new Map(answers);
}

async function rendered(site: string, browser: Browser): Promise<string> {
  const page = await browser.newPage();
  await page.goto(site, { waitUntil: 'networkidle' });
  const html = await page.content();
  await page.close();
  return html;
}

async function text(url: string | URL): Promise<string> {
  const response = await fetch(url);
  expect({ url: String(url), status: response.status }).toEqual({ url: String(url), status: 200 });
  return response.text();
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
