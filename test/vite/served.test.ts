import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openProject } from '@assetgen/core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vitePlugins } from '../../packages/unplugin/src/vite/vite-plugins.ts';
import { VITES } from '../../packages/unplugin/src/testing/vites.ts';
import { makeContractApp, vitePage, webEntry } from '../bundlers/contract-app.ts';
import type { ContractApp } from '../bundlers/contract-app.ts';
import type { Form } from '../bundlers/table.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';

const FORMS: readonly Form[] = [
  'url',
  'many',
  'object',
  'lazy',
  'newUrl',
  'css',
  'nestedCss',
  'html',
  'glob',
  'public',
  'worker',
];

/** URLs by the name of the output, by form. */
type Found = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What Vite's own servers answer: after a build, and to code that runs in Node. */
describe('a project whose assets are made', () => {
  let app: ContractApp;
  const plugins = (): ReturnType<typeof vitePlugins> =>
    vitePlugins((given) => openProject(given, app.env), {});

  beforeAll(async () => {
    app = await makeContractApp({
      'index.html': vitePage('main.js'),
      'main.js': webEntry(FORMS),
    });
  });
  afterAll(() => rm(app.root, { recursive: true, force: true }));

  /** Asks for every URL; what is not the asset is in the answer, so that a failure names it. */
  async function check(found: Found, page: string): Promise<void> {
    const answers: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const [form, urls] of Object.entries(found)) {
      for (const [name, url] of Object.entries(urls)) {
        const answer = await fetch(new URL(url, page));
        const bytes = new Uint8Array(await answer.arrayBuffer());
        const digest = createHash('sha256').update(bytes).digest('hex');
        answers[`${form} ${name}`] = `${answer.status} ${digest}`;
        expected[`${form} ${name}`] = `200 ${app.digests.get(name.replace(/#.*$/, ''))}`;
      }
    }
    expect(answers).toEqual(expected);
  }

  describe.skipIf(!hasChromium)('previewed after a build', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());

    it.each(VITES)('Vite %s answers every form with the bytes of the asset', async (...given) => {
      const [version, vite] = given;
      const config = {
        root: app.root,
        configFile: false as const,
        logLevel: 'silent' as const,
        base: '/foo/',
        build: { outDir: join(app.root, `dist-${version}`), target: 'esnext' },
        preview: { host: '127.0.0.1', port: 0 },
      };
      await vite.build({ ...config, plugins: plugins() });
      // With the plugin, as `vite preview` reads the same config; it must not stand in its way.
      const server = await vite.preview({ ...config, plugins: plugins() });
      const page = await browser.newPage();
      try {
        await page.goto(server.resolvedUrls!.local[0]!);
        const found = await page.evaluate<Found>('globalThis.found');
        expect(Object.keys(found).sort()).toEqual([...FORMS].sort());
        await check(found, page.url());
      } finally {
        await page.close();
        await server.close();
      }
    });
  });

  it.each(VITES)(
    'Vite %s gives code in Node the URLs that its dev server answers',
    async (...given) => {
      const [, vite] = given;
      const server = await vite.createServer({
        root: app.root,
        configFile: false,
        logLevel: 'silent',
        base: '/foo/',
        server: { host: '127.0.0.1', port: 0 },
        plugins: plugins(),
      });
      try {
        await server.listen();
        const { collect } = (await server.ssrLoadModule('/node.js')) as {
          collect: () => Promise<Found>;
        };
        const { url, object, lazy, newUrl } = await collect();
        expect(Object.keys(object!)).toHaveLength(4);
        // `import.meta.url` is of the file system in Node, and what stands in it a path of the server.
        const paths = Object.entries(newUrl!).map(([name, at]) => [name, new URL(at).pathname]);
        expect(paths).toHaveLength(1);
        const found = {
          url: url!,
          object: object!,
          lazy: lazy!,
          newUrl: Object.fromEntries(paths),
        };
        await check(found, server.resolvedUrls!.local[0]!);
      } finally {
        await server.close();
      }
    },
  );
});
