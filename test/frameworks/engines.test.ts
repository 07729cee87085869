import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basisu, basisuFolder } from '../../packages/core/src/testing/basisu.ts';
import { REPOSITORY } from '../support/app.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { startDevCommand } from '../support/dev-command.ts';
import type { DevCommand } from '../support/dev-command.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';
import { serveFolder } from '../support/static-server.ts';

const root = path.join(REPOSITORY, 'test/frameworks/engines');
const vite = path.join(root, 'node_modules/vite/bin/vite.js');
// `node scripts/install-frameworks.mjs` installs them; .ci/run does.
const installed = existsSync(path.join(root, 'node_modules/@assetgen/core/package.json'));
const manifest = path.join(root, 'assets.gen.json');

/** Many still have 6; the example and the pages are checked by the latest. */
const TSC = path.join(REPOSITORY, 'node_modules/typescript/bin/tsc');
const NAMES = `import type { ComponentProps } from 'svelte';
import { load as ofBabylon } from '@gen/props/dragon?babylon';
import { load as ofPlayCanvas } from '@gen/props/dragon?playcanvas';
import { Dragon as OfTres } from '@gen/props/dragon?tres';
import { Dragon as OfThrelte } from '@gen/props/dragon?threlte';
type Babylon = Awaited<ReturnType<typeof ofBabylon>>;
type PlayCanvas = Awaited<ReturnType<typeof ofPlayCanvas>>;
type Tres = InstanceType<typeof OfTres>['$props'];
type Threlte = ComponentProps<typeof OfThrelte>;
export const parts = (one: Babylon, other: PlayCanvas): [3, 3, number, number] => [
  one.levels, other.levels, one.nodes.dragon.position.x, other.nodes.dragon.getPosition().x];
export const tres: Tres = { nodes: { dragon: { visible: false } } };
export const threlte: Threlte = {
  position: [1, 2, 3], nodes: { dragon: { renderOrder: 7 } }, materials: { dragon: { roughness: 0.5 } } };
export const places: ComponentProps<typeof OfThrelte.Instances> = { at: [[0, 0, 0]] };
export const wrong = (one: Babylon, other: PlayCanvas): unknown => [
  one.nodes.Wing_R,
  other.nodes.Wing_R,
];
export const wrongTres: Tres = { nodes: { Wing_R: {} } };
export const wrongThrelte: Threlte = { nodes: { Wing_R: {} } };
`;

/** Of TresJS and Vue, and of Threlte and Svelte. */
const COMPONENTS: readonly string[] = ['tres', 'threlte'];

interface Facts {
  readonly aborted: string;
  readonly isWhole: boolean;
  readonly levels: readonly number[];
  readonly whenBig: number;
  readonly hasRoot: boolean;
  readonly bounds: { readonly max: readonly number[] };
  readonly count: number;
  readonly isOwn: boolean;
  readonly freed: boolean;
  readonly triangles: readonly number[];
  readonly ktx2: string | null;
}

/** Models as code in engines other than three.js: meshopt with levels of detail, Draco, and KTX2. */
/** The weekly run has them, and `npm run test:frameworks`. */
const isQuick = process.env['ASSETGEN_QUICK'] === '1';

describe.skipIf(isQuick || !installed || !hasChromium || basisu === undefined)('engines', () => {
  let browser: Browser;
  let env: NodeJS.ProcessEnv;
  let before: string;

  beforeAll(async () => {
    before = await readFile(manifest, 'utf8');
    for (const folder of ['dist', '.assetgen', 'node_modules/.vite']) {
      await rm(path.join(root, folder), { recursive: true, force: true });
    }
    env = cleanEnv({ PATH: `${await basisuFolder()}:${process.env['PATH']}` });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await writeFile(manifest, before);
    await browser?.close();
  });

  /** A page of its own; what it asks of other origins, and what goes wrong on it. */
  async function open(url: string): Promise<{ page: Page; wrong: string[] }> {
    const page = await browser.newPage({ viewport: { width: 320, height: 420 } });
    const wrong: string[] = [];
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (!['blob:', 'data:'].includes(protocol) && origin !== new URL(url).origin) {
        wrong.push(request.url());
      }
    });
    page.on('pageerror', (error) => wrong.push(error.message));
    await page.goto(url);
    await page.waitForFunction('globalThis.result ?? globalThis.failed');
    expect(await page.evaluate('globalThis.failed')).toBeUndefined();
    return { page, wrong };
  }

  /** How much is not the stage's blue, where each of the three stands. */
  async function drawn(page: Page): Promise<number[]> {
    const shot = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 100 } });
    const { data, info } = await sharp(shot)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const counts = [0, 0, 0];
    for (let at = 0; at < data.length; at += info.channels) {
      const [red = 0, , blue = 0] = data.subarray(at, at + 3);
      const x = (at / info.channels) % 300;
      const which = x < 120 ? 0 : x < 170 ? 1 : 2;
      if (red > 20 && blue < 235) counts[which] = (counts[which] ?? 0) + 1;
    }
    return counts;
  }

  async function check(page: Page): Promise<void> {
    const facts = await page.evaluate<Facts>('globalThis.result');
    expect(facts).toMatchObject({
      aborted: 'stopped',
      isWhole: true,
      levels: [0, 1, 2],
      // The size on the screen counts, not the distance alone.
      whenBig: 0,
      hasRoot: true,
      count: 3,
      isOwn: true,
      freed: true,
      ktx2: '.ktx2',
    });
    expect(facts.bounds.max).toHaveLength(3);
    const [fine = 0, middle = 0, coarse = 0] = facts.triangles;
    expect([fine > 2 * middle, middle > 2 * coarse, coarse > 0]).toEqual([true, true, true]);
    const [left = 0, middlePixels = 0, right = 0] = await drawn(page);
    expect(left).toBeGreaterThan(500);
    expect(middlePixels).toBeGreaterThan(100);
    expect(right).toBeGreaterThan(5);
  }

  describe('in a build', () => {
    let site: Awaited<ReturnType<typeof serveFolder>>;
    beforeAll(async () => {
      const built = await runNode([vite, 'build'], { cwd: root, env });
      expect(built.code, `${built.stdout}\n${built.stderr}`).toBe(0);
      site = await serveFolder(path.join(root, 'dist'));
    });
    afterAll(() => site?.close());

    test.each(['babylon', 'playcanvas'])(
      '%s: three dragons in three places, each in its own detail',
      async (name) => {
        const { page, wrong } = await open(`${site.url}/${name}.html`);
        await check(page);
        expect(wrong).toEqual([]);
        await page.close();
      },
    );

    test('types: parts go by their names in every engine, and a wrong name is an error', async () => {
      const source = path.join(root, 'names.ts');
      await writeFile(source, NAMES);
      try {
        const options = '--strict --noEmit --skipLibCheck --ignoreConfig --lib ES2023,DOM';
        const modules = '--target ES2022 --module ESNext --moduleResolution Bundler';
        const args = `${options} ${modules} names.ts assets.gen.d.ts`.split(' ');
        const ran = await runNode([TSC, ...args], { cwd: root, env });
        const wrong = [...ran.stdout.matchAll(/^names\.ts\((\d+),.* error (TS\d+): .*'Wing_R'/gm)];
        expect(
          wrong.map(([, line, code]) => `${line}: ${code}`),
          ran.stdout,
        ).toEqual(['17: TS2339', '18: TS2339', '20: TS2353', '21: TS2353']);
        expect(ran.stdout.match(/error/g)).toHaveLength(4);
      } finally {
        await rm(source);
      }
    });

    test.each(COMPONENTS)('%s: components of models, and of pictures and videos', async (name) => {
      const { page, wrong } = await open(`${site.url}/${name}.html`);
      await checkComponents(page, name);
      expect(wrong).toEqual([]);
      await page.close();
    });
  });

  async function checkComponents(page: Page, name: string): Promise<void> {
    await page.waitForFunction('globalThis.dragons?.()?.every(({ level }) => level !== undefined)');
    const dragons = () =>
      page.evaluate<{ level: number; order: number[]; rough: number[] }[]>('globalThis.dragons()');
    await expect.poll(async () => (await dragons()).map(({ level }) => level)).toEqual([0, 1, 2]);
    const [left = 0, middle = 0, right = 0] = await drawn(page);
    expect([left > 500, middle > 100, right > 5]).toEqual([true, true, true]);
    // Props of one are its own.
    if (name === 'threlte') await checkThrelte(page);
    const [first, second] = await dragons();
    expect(second?.order).toEqual([7, 7, 7]);
    expect(second?.rough).toEqual([0.123, 0.123, 0.123]);
    expect(first?.order).toEqual([0, 0, 0]);
    expect(first?.rough).not.toContain(0.123);
    const sky = page.locator('img.sky');
    await expect.poll(() => sky.evaluate((each) => (each as HTMLImageElement).complete)).toBe(true);
    expect(await sky.getAttribute('srcset')).toMatch(/320w, .*640w$/);
    expect(await sky.getAttribute('sizes')).toBe('300px');
    expect(Number(await sky.getAttribute('width'))).toBe(320);
    await expect
      .poll(() => sky.evaluate((each) => getComputedStyle(each).backgroundImage))
      .toBe('none');
    const waves = page.locator('video.waves');
    expect(await waves.getAttribute('width')).toMatch(/^\d+$/);
    expect(await waves.locator('source').count()).toBe(1);
  }

  /** Props that change, and what a page gets of a component. */
  async function checkThrelte(page: Page): Promise<void> {
    const facts = () => page.evaluate('globalThis.facts()');
    await expect
      .poll(facts)
      .toEqual({ instances: 1, isCompressed: true, element: expect.stringMatching(/^sky/) });
    await page.evaluate('globalThis.change()');
    await expect.poll(facts).toMatchObject({ instances: 2 });
  }

  describe('in a dev server', () => {
    let server: DevCommand;
    beforeAll(async () => {
      server = await startDevCommand([vite, '--host', '127.0.0.1', '--port', '0'], root, {
        PATH: env['PATH'] ?? '',
        ASSETGEN_CACHE_DIR: env['ASSETGEN_CACHE_DIR'] ?? '',
      });
    });
    afterAll(() => server?.stop());

    test.each(['babylon', 'playcanvas', ...COMPONENTS])(
      '%s: an edited prompt replaces the model where it stands',
      async (name) => {
        const { page, wrong } = await open(`${server.url}${name}.html`);
        if (COMPONENTS.includes(name)) await checkComponents(page, name);
        else await check(page);
        expect(wrong).toEqual([]);
        expect(server.said()).not.toContain('reloading');
        expect(await greens(page)).toBeLessThan(50);
        await page.evaluate('globalThis.stays = true');
        await writeFile(manifest, before.replace('a small red dragon', 'a small green dragon'));
        await expect.poll(() => greens(page)).toBeGreaterThan(200);
        // The next page begins with what stays.
        await writeFile(manifest, before);
        await expect.poll(() => greens(page)).toBeLessThan(50);
        expect(await page.evaluate('globalThis.stays')).toBe(true);
        if (name === 'threlte') {
          await page.evaluate('globalThis.leave()');
          await expect.poll(() => page.evaluate('globalThis.dragons()')).toBeUndefined();
          expect(wrong).toEqual([]);
        }
        await page.close();
      },
    );
  });
});

/** Green where the nearest dragon stands. */
async function greens(page: Page): Promise<number> {
  const shot = await page.screenshot({ clip: { x: 0, y: 0, width: 120, height: 100 } });
  const { data } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (green > red && green > 30 && blue < 200) count += 1;
  }
  return count;
}
