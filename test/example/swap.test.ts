import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createServer } from 'vite';
import type { ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import assetgen from '../../packages/vite-plugin/src/index.ts';
import { REPOSITORY } from '../support/app.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { gotoDev } from '../support/goto-dev.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';
import { copyExample } from './copy-example.ts';

/** The three.js example in dev: an edit of the manifest changes the figure, not the page. */
describe.skipIf(!hasChromium)('the example in dev', () => {
  let browser: Browser;
  let root: string;
  let server: ViteDevServer;
  let page: Page;

  /** Levels of detail of the model: what is asked of the service stays the same. */
  async function levels(lods: readonly number[]): Promise<void> {
    const path = join(root, 'assets.gen.json');
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    manifest.assets.dragon.outputs[0].lods = lods;
    // Smaller textures are quicker to make.
    manifest.assets.dragon.outputs[0].textures.maxSize = 256;
    await writeFile(path, JSON.stringify(manifest));
  }

  beforeAll(async () => {
    browser = await launchChromium();
    root = await copyExample('vite-three');
    await levels([0.4, 0.1]);
    // What stands on the plate, for the test to count.
    const turntable = join(root, 'src/turntable.ts');
    const code = await readFile(turntable, 'utf8');
    const counted = code.replace(
      'const stand = new Group();',
      'const stand = new Group(); Object.assign(window, { stand });',
    );
    expect(counted).not.toBe(code);
    await writeFile(turntable, counted);

    const cache = mkdtempSync(join(tmpdir(), 'cache-'));
    const env = cleanEnv({ ASSETGEN_CACHE_DIR: cache });
    const cli = join(REPOSITORY, 'dist/main.js');
    // What else is on the page the dev server drafts.
    const built = await runNode([cli, 'build', '--only', 'dragon'], { cwd: root, env });
    expect(built.code, built.stderr).toBe(0);
    server = await createServer({
      root,
      configFile: false,
      logLevel: 'silent',
      server: { host: '127.0.0.1', port: 0 },
      // As on a person's machine, in CI too.
      plugins: [assetgen({ mode: 'draft', cache: { dir: cache } })],
    });
    await server.listen();
    page = await browser.newPage({ viewport: { width: 480, height: 320 } });
    await gotoDev(page, server.resolvedUrls!.local[0]!);
    await page.locator('html[data-state=ready]').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    if (root !== undefined) await rm(root, { recursive: true, force: true });
  });

  /** Triangles on the plate that are drawn. */
  const triangles = (): Promise<number> =>
    page.evaluate(() => {
      let sum = 0;
      (window as any).stand.traverseVisible(
        ({ geometry }: any) => (sum += (geometry?.index?.count ?? 0) / 3),
      );
      return sum;
    });

  it('swaps the model on the plate without a reload when its levels change', async () => {
    const before = await triangles();
    expect(before).toBeGreaterThan(1_000);
    await page.evaluate(() => void ((window as any).kept = 'since the first load'));
    await levels([0.2, 0.05]);
    await expect.poll(triangles).toBeLessThan(before * 0.55);
    await expect.poll(triangles).toBeGreaterThan(before * 0.45);
    expect(await page.evaluate('window.kept')).toBe('since the first load');
    const told = (await triangles()).toLocaleString('en');
    expect(await page.locator('#levels [aria-pressed=true]').textContent()).toContain(told);
    // Back to what is made already.
    await levels([0.4, 0.1]);
    await expect.poll(triangles).toBe(before);
    expect(await page.evaluate('window.kept')).toBe('since the first load');
  });
});
