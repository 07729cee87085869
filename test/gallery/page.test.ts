import { readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Document, NodeIO } from '@gltf-transform/core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figureGlb } from '../../packages/core/src/testing/figure.ts';
import { WIDTHS, axeEverywhere } from '../support/axe.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { createProject, runCommand, writeManifest } from '../support/command.ts';
import type { RunningGallery } from '../support/gallery.ts';
import { BUILT_PAGE, startGallery } from '../support/gallery.ts';
import { serveFolder } from '../support/static-server.ts';

const MANIFEST = {
  defaults: { model: { quality: 'standard', faces: 100_000 } },
  assets: {
    'art/hill': {
      kind: 'image',
      prompt: 'a hill',
      variants: 2,
      outputs: [
        { format: 'webp', width: 64 },
        { format: 'png', width: 32 },
      ],
    },
    'art/sea': {
      kind: 'image',
      prompt: 'a sea',
      expect: { maxBytes: 1 },
      outputs: [{ format: 'webp', width: 16 }],
    },
    crate: {
      kind: 'model',
      prompt: 'a wooden crate',
      outputs: [
        { format: 'glb', simplify: 0.3 },
        {
          format: 'glb',
          suffix: 'lod1',
          simplify: 0.1,
          textures: { format: 'ktx2', codec: 'etc1s', maxSize: 128 },
          compress: 'meshopt',
        },
        { format: 'glb', suffix: 'lod2', simplify: 0.05, compress: 'draco' },
        { format: 'json', collider: 'hulls:4' },
      ],
    },
    barrel: {
      kind: 'model',
      prompt: 'a wooden barrel',
      outputs: [
        { format: 'glb', simplify: 0.1 },
        { format: 'glb', collider: 'hull' },
      ],
    },
    clip: { kind: 'video', prompt: 'waves', duration: 4, resolution: '480p' },
    flux: {
      kind: 'image',
      prompt: 'a blorptastic snarfwangle',
      outputs: [{ format: 'webp', width: 16 }],
    },
    later: { kind: 'image', prompt: 'not made yet' },
  },
};

/** Roles of what a person uses; each needs a name. */
const CONTROLS: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'combobox',
  'image',
  'link',
  'searchbox',
  'slider',
  'textbox',
]);

/** Without a GPU every pixel costs the processor. */
const SMALL = { width: 720, height: 560 };

let gallery: RunningGallery;
let root: string;

beforeAll(async () => {
  root = await createProject(MANIFEST, { service: 'local' });
  const env = { ASSETGEN_CACHE_DIR: join(root, '.cache') };
  const only = Object.keys(MANIFEST.assets).filter((name) => name !== 'later');
  await runCommand(root, ['build', ...only.flatMap((name) => ['--only', name])], env);
  gallery = await startGallery(root, env);
});
afterAll(() => gallery?.close());

it('the page is under 60 kB gzipped without the 3D viewer', () => {
  const html = readFileSync(join(BUILT_PAGE, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file]) => file!);
  expect(files.some((file) => file.endsWith('.js'))).toBe(true);
  expect(files.some((file) => file.endsWith('.css'))).toBe(true);
  const bytes = ['index.html', ...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(BUILT_PAGE, file))).length,
    0,
  );
  expect(bytes).toBeLessThan(60_000);
  expect(readFileSync(join(BUILT_PAGE, files[0]!), 'utf8')).not.toContain('WebGLRenderer');
  // It ships with what it needs: nothing is asked for elsewhere.
  expect(readdirSync(join(BUILT_PAGE, 'assets')).some((file) => file.startsWith('viewer-'))).toBe(
    true,
  );
  expect(readFileSync(join(BUILT_PAGE, 'licenses.md'), 'utf8')).toMatch(/preact[\s\S]*three/);
});

describe.skipIf(!hasChromium)('in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  async function open(context: BrowserContext, route = ''): Promise<Page> {
    const page = await context.newPage();
    await page.goto(gallery.url + route);
    await page
      .locator(route === '' ? '.card' : '.stage-frame, .comparison')
      .first()
      .waitFor();
    return page;
  }

  /** The stage has drawn what it was told until now: its frames come before those that we ask for. */
  function drawn(page: Page): Promise<void> {
    return page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        }),
    );
  }

  /** The picture once two in a row are the same: a stage that has its model may draw it a second later. */
  async function still(page: Page, stage: Locator): Promise<Buffer> {
    let last: Buffer = Buffer.alloc(0);
    const isStill = async (): Promise<boolean> => {
      const before = last;
      await drawn(page);
      last = await stage.screenshot();
      return last.equals(before);
    };
    await expect.poll(isStill).toBe(true);
    return last;
  }

  it('loads the 3D viewer with the first model, and everything from its own origin', async () => {
    const context = await browser.newContext({ reducedMotion: 'no-preference' });
    const page = await context.newPage();
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.goto(gallery.url);
    await page.locator('.card').first().waitFor();
    await page.waitForLoadState('load');
    expect(urls.filter((url) => url.includes('viewer-'))).toEqual([]);
    await page.locator('.card a[data-name=crate]').hover();
    await page.locator('.card .model-view.shown').waitFor();
    expect(urls.filter((url) => url.includes('viewer-'))).toHaveLength(1);
    await page.locator('.card a[data-name=clip]').hover();
    await page.locator('.card .model-view').waitFor({ state: 'detached' });
    const video = page.locator('.card video[autoplay]');
    await expect
      .poll(() => video.evaluate((each: HTMLVideoElement) => each.currentTime))
      .toBeGreaterThan(0);
    for (const url of urls) expect(url).toMatch(new RegExp(`^(?:${gallery.origin}/|blob:|data:)`));
    await context.close();
  });

  it('shows each level of detail, compressed by meshopt, draco and KTX2, wireframes, bounds and collider', async () => {
    const context = await browser.newContext({ viewport: SMALL, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(`${gallery.url}#/asset/crate`);
    const triangles = async (): Promise<number> => {
      await page.locator('.stage .model-view.shown').waitFor();
      const text = await page.locator('.facts').getByText('triangles').innerText();
      return Number(text.replace(/\D/g, ''));
    };
    const all = await triangles();
    expect(all).toBeGreaterThan(20_000);
    await page.getByRole('button', { name: 'lod1.glb' }).first().click();
    await expect.poll(triangles).toBeLessThan(all * 0.5);
    const facts = await page.locator('.facts').innerText();
    expect(facts).toMatch(/kB[\s\S]*of GPU memory[\s\S]*1 draw call/);
    await page.locator('.files').getByText('baseColor 128 × 128 etc1s').waitFor();
    await page.getByRole('button', { name: 'lod2.glb' }).first().click();
    await expect.poll(triangles).toBeLessThan(all * 0.25);
    const picture = () => page.locator('.stage canvas').screenshot();
    const canvas = page.locator('.stage canvas');
    await canvas.focus();
    await page.keyboard.press('ArrowLeft');
    await drawn(page);
    const solid = await picture();
    await page.getByRole('checkbox', { name: 'Wireframe' }).check();
    await expect.poll(async () => (await picture()).equals(solid)).toBe(false);
    await drawn(page);
    const wires = await picture();
    await page.getByRole('checkbox', { name: 'Wireframe' }).uncheck();
    await expect.poll(async () => (await picture()).equals(wires)).toBe(false);
    await drawn(page);
    const plain = await picture();
    const hulls = page.waitForResponse((response) => response.url().includes('/content/'));
    await page.getByLabel('Bounds and collider').check();
    expect(await (await hulls).json()).toMatchObject({ shape: 'hulls' });
    await expect.poll(async () => (await picture()).equals(plain)).toBe(false);
    await page.getByLabel('Bounds and collider').uncheck();
    await expect.poll(async () => (await picture()).equals(plain)).toBe(true);
    // A collider of meshes is laid over its model too; looked at by itself, it has none.
    await page.goto(`${gallery.url}#/asset/barrel`);
    await page.locator('.stage .model-view.shown').waitFor();
    const barrel = await still(page, canvas);
    await page.getByLabel('Bounds and collider').check();
    await expect.poll(async () => (await picture()).equals(barrel)).toBe(false);
    await page.getByRole('button', { name: 'collider.glb' }).first().click();
    await page.getByLabel('Bounds', { exact: true }).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('shows a model that holds nothing, and the next page', async () => {
    const context = await browser.newContext({ viewport: SMALL });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const body = Buffer.from(await new NodeIO().writeBinary(new Document()));
    await page.route(/\/model\//, (route) => route.fulfill({ body }));
    await page.goto(`${gallery.url}#/asset/crate`);
    await page.locator('.stage .model-view.shown').waitFor();
    for (const label of ['Bounds and collider', 'Grid', 'Figure, 1.8 m', 'Wireframe']) {
      await page.getByRole('checkbox', { name: label }).check();
    }
    await drawn(page);
    await page.goto(`${gallery.url}#/asset/art/hill`);
    await page.locator('.stage .image-view').waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('says what to do when the server has the viewer of another version', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route(/viewer-/, (route) => route.fulfill({ status: 404 }));
    await page.goto(`${gallery.url}#/asset/crate`);
    await page.getByText('The viewer did not load: reload this page').waitFor();
    await context.close();
  });

  it('shows the whole model on a narrow page, and after it was made wide, low and narrow', async () => {
    const context = await browser.newContext({
      viewport: { width: 300, height: 900 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(`${gallery.url}#/asset/crate`);
    await page.locator('.stage .model-view.shown').waitFor();
    const canvas = page.locator('.stage canvas');
    /** Whether nothing of the model is at the edges, rounded corners aside. */
    const isWhole = async (): Promise<boolean> => {
      const { data, info } = await sharp(await canvas.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => data.readUIntBE((y * info.width + x) * 3, 3);
      const seen = new Set<number>();
      for (let y = 20; y < info.height - 20; y++) seen.add(at(1, y)).add(at(info.width - 2, y));
      for (let x = 20; x < info.width - 20; x++) seen.add(at(x, 9)).add(at(x, info.height - 10));
      return seen.size === 1;
    };
    expect(await isWhole()).toBe(true);
    for (const [width, height] of [
      [900, 900],
      [1280, 700],
      [300, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(isWhole).toBe(true);
    }
    await context.close();
  });

  it('no page of an asset is wider than a phone', async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
    const page = await context.newPage();
    await page.goto(gallery.url);
    const links = page.locator('.card a[data-name]');
    await links.first().waitFor();
    for (const name of await links.evaluateAll((all) => all.map((each) => each.dataset['name']))) {
      await page.goto(`${gallery.url}#/asset/${name}`);
      await page.locator('.detail .stage').waitFor();
      await page.getByText('As declared').waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, name).toBeLessThanOrEqual(360);
    }
    await context.close();
  });

  it('a thumbnail stands until the stage does, and tiles until the thumbnail', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(gallery.url);
    await page.locator('.card a[data-name=crate] img.shown').waitFor();
    // The viewer and the model do not come: what stands is there without them.
    await page.route(/viewer-|\/model\/|api\/asset/, () => undefined);
    await page.locator('.card a[data-name=crate]').click();
    await page.locator('.detail .stage .poster.shown').waitFor();
    await page.getByText('a wooden crate').waitFor();
    await page.unroute(/viewer-|\/model\/|api\/asset/);
    await page.route(/viewer-|\/model\//, () => undefined);
    await page.reload();
    await page.locator('.stage-frame .poster.shown').waitFor();
    expect(
      await page.locator('.stage-frame canvas').evaluate((each) => getComputedStyle(each).opacity),
    ).toBe('0');
    // A thumbnail that does not come leaves a tile that shows that something does.
    await page.route(/\/thumbnail\//, () => undefined);
    await page.goto(gallery.url);
    await page.reload();
    await page.locator('.card .tile .skeleton, .card .tile .placeholder').first().waitFor();
    await context.close();
  });

  it('compares two to four with one camera, and the address shows the same again', async () => {
    const context = await browser.newContext({ viewport: { width: 1120, height: 560 } });
    const page = await context.newPage();
    await page.goto(`${gallery.url}#/asset/crate`);
    await page.getByLabel('Compare with').selectOption({ label: 'lod1.glb' });
    const standing = page.locator('.comparison .model-view.shown');
    await standing.nth(1).waitFor();
    await page.getByLabel('Add to the comparison').selectOption({ label: 'lod2.glb' });
    await standing.nth(2).waitFor();
    const sides = page.locator('.side');
    expect(await sides.evaluateAll((all) => all.map((each) => each.ariaLabel))).toEqual([
      'glb',
      'lod1.glb',
      'lod2.glb',
    ]);
    const triangles = await sides.locator('.facts span:first-child').allInnerTexts();
    const counts = triangles.map((text) => Number(text.replace(/\D/g, '')));
    expect(counts[1]).toBeLessThan(counts[0]! * 0.5);
    expect(counts[2]).toBeLessThan(counts[1]!);
    // One is turned by the keys: all are.
    const pictures = () =>
      Promise.all([0, 1, 2].map((index) => sides.nth(index).locator('canvas').screenshot()));
    const before = await pictures();
    await sides.nth(0).locator('canvas').press('ArrowLeft');
    await expect
      .poll(async () => (await pictures()).map((each, index) => each.equals(before[index]!)))
      .toEqual([false, false, false]);
    await page.getByLabel('Link cameras').uncheck();
    const turned = await pictures();
    await sides.nth(0).locator('canvas').press('ArrowLeft');
    await expect
      .poll(async () => (await pictures()).map((each, index) => each.equals(turned[index]!)))
      .toEqual([false, true, true]);
    await page.reload();
    await expect.poll(() => sides.count()).toBe(3);
    await page.getByRole('button', { name: 'Take lod1.glb out' }).click();
    await expect.poll(() => sides.count()).toBe(2);
    await page.keyboard.press('Escape');
    await page.locator('.stage-frame').waitFor();
    expect(new URL(page.url()).hash).toBe('#/asset/crate');
    await context.close();
  });

  it('a picture is seen 1:1, and two of them with a handle between', async () => {
    const context = await browser.newContext({ viewport: SMALL });
    const page = await context.newPage();
    await page.goto(`${gallery.url}#/asset/art/hill?show=variant:1`);
    const full = page.locator('.stage img.full').first();
    await full.waitFor();
    await page.getByRole('button', { name: '1:1' }).click();
    const sizes = () =>
      full.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.clientWidth]);
    await expect.poll(async () => new Set(await sizes()).size).toBe(1);
    const left = () => full.evaluate((image: HTMLImageElement) => image.offsetLeft);
    const before = await left();
    await page.locator('.image-view').press('ArrowRight');
    await expect.poll(left).toBeLessThan(before);
    const back = () => full.evaluate((image) => getComputedStyle(image).backgroundImage);
    expect(await back()).toContain('conic-gradient');
    await page.getByLabel('Checkerboard behind transparency').uncheck();
    await expect.poll(back).toBe('none');
    await page.getByLabel('Compare with').selectOption({ index: 2 });
    const handle = page.locator('.handle');
    await handle.waitFor();
    const box = (await handle.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x - 150, box.y + 20);
    await page.mouse.up();
    await expect.poll(() => page.getByRole('slider').inputValue().then(Number)).toBeLessThan(45);
    await page.getByRole('button', { name: 'Side by side' }).click();
    await page.getByRole('button', { name: '1:1' }).click();
    /** Of each, by how much it is not 1:1. */
    const widths = () =>
      page
        .locator('.side img.full')
        .evaluateAll((all: HTMLImageElement[]) =>
          all.map((each) => each.clientWidth - each.naturalWidth),
        );
    await expect.poll(widths).toEqual([0, 0]);
    await page.reload();
    await expect.poll(() => page.locator('.side img.full').count()).toBe(2);
    // Four at most: two outputs and two variants.
    const add = page.getByLabel('Add to the comparison');
    for (const count of [3, 4]) {
      await add.selectOption({ index: 1 });
      await expect.poll(() => page.locator('.side img.full').count()).toBe(count);
    }
    await add.waitFor({ state: 'detached' });
    await context.close();
  });

  it('films play, stop and are wound together, until they are not linked', async () => {
    const context = await browser.newContext({ viewport: SMALL });
    const page = await context.newPage();
    await page.goto(`${gallery.url}#/asset/clip`);
    await page.locator('.stage video').waitFor();
    await page.getByLabel('Compare with').selectOption({ index: 1 });
    const films = page.locator('.side video');
    await expect.poll(() => films.count()).toBe(2);
    const all = <T>(read: (film: HTMLVideoElement) => T): Promise<T[]> =>
      Promise.all([0, 1].map((at) => films.nth(at).evaluate(read as never) as Promise<T>));
    await expect.poll(() => all(({ readyState }) => readyState > 1)).toEqual([true, true]);
    /** Ends when what listens to the film has heard of it. */
    const wind = (at: number, to: number): Promise<void> =>
      films.nth(at).evaluate(
        (film: HTMLVideoElement, time) =>
          new Promise<void>((done) => {
            film.addEventListener('seeked', () => done(), { once: true });
            film.currentTime = time;
          }),
        to,
      );
    await wind(0, 2);
    await expect.poll(() => all(({ currentTime }) => currentTime)).toEqual([2, 2]);
    await wind(1, 1);
    await expect.poll(() => all(({ currentTime }) => currentTime)).toEqual([1, 1]);
    await films.nth(1).evaluate((film: HTMLVideoElement) => film.play());
    await expect.poll(() => all(({ paused }) => paused)).toEqual([false, false]);
    await films.nth(0).evaluate((film: HTMLVideoElement) => film.pause());
    await expect.poll(() => all(({ paused }) => paused)).toEqual([true, true]);
    await page.getByLabel('Play together').uncheck();
    let to = 3;
    await expect
      .poll(async () => {
        to = to === 3 ? 2.5 : 3;
        await wind(0, to);
        const [first, second] = await all(({ currentTime }) => currentTime);
        return [first === to, second === to];
      })
      .toEqual([true, false]);
    await context.close();
  });

  it('a wireframe can be read at 100,000 triangles', async () => {
    const context = await browser.newContext({ viewport: SMALL });
    const page = await context.newPage();
    await page.goto(`${gallery.url}#/asset/crate?show=variant:1`);
    await page.locator('.stage .model-view.shown').waitFor();
    const text = await page.locator('.facts').getByText('triangles').innerText();
    expect(Number(text.replace(/\D/g, ''))).toBeGreaterThan(90_000);
    const solid = await still(page, page.locator('.stage canvas'));
    await page.getByRole('checkbox', { name: 'Wireframe' }).check();
    /** Parts of the picture's middle that are dark, as lines are, and bright, as what is between them. */
    const parts = async (): Promise<{ dark: number; bright: number }> => {
      const shot = await page.locator('.stage canvas').screenshot();
      if (shot.equals(solid)) return { dark: 1, bright: 0 };
      const { width = 0, height = 0 } = await sharp(shot).metadata();
      const middle = {
        left: width * 0.4,
        top: height * 0.4,
        width: width * 0.2,
        height: height * 0.2,
      };
      const box = Object.fromEntries(
        Object.entries(middle).map(([key, at]) => [key, Math.round(at)]),
      );
      const grey = await sharp(shot)
        .extract(box as typeof middle)
        .greyscale()
        .raw()
        .toBuffer();
      const share = (is: (value: number) => boolean): number =>
        grey.filter(is).length / grey.length;
      return { dark: share((value) => value < 90), bright: share((value) => value > 105) };
    };
    // Every line at full strength would leave a dark blot.
    await expect.poll(async () => (await parts()).bright).toBeGreaterThan(0.5);
    expect((await parts()).dark).toBeLessThan(0.3);
    // From close the lines are there.
    for (let step = 0; step < 6; step++) await page.locator('.stage canvas').press('+');
    await expect.poll(async () => (await parts()).dark).toBeGreaterThan(0.01);
    expect((await parts()).bright).toBeGreaterThan(0.4);
    await context.close();
  });

  it('shows light, grid, figure, materials, textures and UVs of a model', async () => {
    const context = await browser.newContext({ viewport: SMALL });
    const page = await context.newPage();
    await page.goto(`${gallery.url}#/asset/barrel`);
    await page.locator('.stage .model-view.shown').waitFor();
    const shown = async (): Promise<string> =>
      (await page.locator('.stage .model-view').screenshot()).toString('base64');
    const first = await still(page, page.locator('.stage .model-view'));
    const seen = new Set([first.toString('base64')]);
    /** Each look is another picture than all before it. */
    const isNew = async (): Promise<void> => {
      let last = '';
      await expect.poll(async () => seen.has((last = await shown()))).toBe(false);
      seen.add(last);
    };
    const choose = (name: string, value: string) =>
      page.getByRole('combobox', { name }).selectOption(value);
    await choose('Light', 'sunset');
    await isNew();
    await page.getByLabel('Exposure').fill('1.5');
    await isNew();
    await choose('Background', 'surroundings');
    await isNew();
    await page.getByLabel('Grid').check();
    await isNew();
    await page.getByLabel('Figure, 1.8 m').check();
    await isNew();
    for (const surface of ['clay', 'colour', 'normal', 'roughness', 'uv']) {
      await choose('Surface', surface);
      await isNew();
    }
    await page.locator('.inspector summary').click();
    const gpu = await page.getByLabel('On the graphics card').innerText();
    expect(gpu).toMatch(/Triangles[\s\S]*Draw calls\s+1[\s\S]*Geometry[\s\S]*[kM]B/);
    expect(await page.locator('.materials li').count()).toBe(1);
    expect(await page.locator('.materials').innerText()).toMatch(/rough \d/);
    const large = page.locator('.texture-large canvas');
    const layout = () => large.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const withUv = await layout();
    await page.getByLabel('UV layout').uncheck();
    await expect.poll(layout).not.toBe(withUv);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(async () => seen.has(await shown())).toBe(true);
    await context.close();
  });

  it('plays, winds and stops an animation, and shows the bones', async () => {
    const context = await browser.newContext({ viewport: SMALL });
    const page = await context.newPage();
    // The embedded service makes no bones: a figure with them stands in for the barrel.
    const body = Buffer.from(await figureGlb());
    await page.route('**/model/*', (route) => route.fulfill({ body }));
    await page.goto(`${gallery.url}#/asset/barrel`);
    await page.locator('.stage .model-view.shown').waitFor();
    const player = page.getByRole('group', { name: 'Animation' });
    // Who wants no motion starts it.
    await player.getByRole('button', { name: 'Play' }).waitFor();
    const picture = () => page.locator('.stage canvas').screenshot();
    const before = await still(page, page.locator('.stage canvas'));
    const time = player.getByLabel('Time');
    await time.fill('1.3');
    await expect.poll(async () => (await picture()).equals(before)).toBe(false);
    expect(await player.locator('output').innerText()).toBe('1.30 s');
    await player.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => time.inputValue()).not.toBe('1.3');
    await player.getByRole('button', { name: 'Pause' }).click();
    await player
      .getByRole('combobox', { name: 'Animation' })
      .selectOption('Pose without animation');
    await expect.poll(async () => (await picture()).equals(before)).toBe(true);
    await page.getByLabel('Skeleton').check();
    await expect.poll(async () => (await picture()).equals(before)).toBe(false);
    await page.locator('.inspector summary').click();
    expect(await page.getByLabel('On the graphics card').innerText()).toMatch(/Bones\s+2/);
    await context.close();
  });

  it('a stage draws while something moves, and no frame after that', async () => {
    const context = await browser.newContext({
      viewport: { width: 320, height: 320 },
      reducedMotion: 'no-preference',
    });
    const page = await context.newPage();
    /** `waiting`: frames that are asked for and have not come yet. */
    type Counting = {
      counts: {
        frames: number;
        waiting: number;
        draws: number;
        drawnAtPause?: number;
        frameMs: number;
      };
    };
    // Time stands still until the model is paused; then each frame is half a second: a turn of a model is over soon.
    await page.addInitScript(() => {
      const timers = new Set<number>();
      const counts = {
        frames: 0,
        get waiting() {
          return timers.size;
        },
        draws: 0,
        frameMs: 0,
      };
      Object.assign(window, { counts });
      let now = 0;
      window.requestAnimationFrame = (draw) => {
        counts.frames += 1;
        const timer = window.setTimeout(() => {
          timers.delete(timer);
          draw((now += counts.frameMs));
        }, 5);
        timers.add(timer);
        return timer;
      };
      window.cancelAnimationFrame = (timer) => {
        clearTimeout(timer);
        timers.delete(timer);
      };
      const { drawElements } = WebGL2RenderingContext.prototype;
      WebGL2RenderingContext.prototype.drawElements = function count(...args) {
        counts.draws += 1;
        drawElements.apply(this, args);
      };
    });
    const body = Buffer.from(await figureGlb());
    await page.route('**/model/*', (route) => route.fulfill({ body }));
    await page.goto(`${gallery.url}#/asset/barrel`);
    await page.locator('.stage .model-view.shown').waitFor();
    const counts = () => page.evaluate(() => (window as unknown as Counting).counts);
    const rests = async (): Promise<void> => {
      await expect
        .poll(async () => {
          const before = await counts();
          await page.waitForTimeout(150);
          const after = await counts();
          // A busy machine may run none for longer than that.
          return after.frames - before.frames + after.waiting;
        })
        .toBe(0);
    };
    /** What is done draws, and then it is still again. Returns the calls that draw. */
    const draws = async (act: () => Promise<unknown>): Promise<number> => {
      const before = await counts();
      await act();
      await expect.poll(async () => (await counts()).draws).toBeGreaterThan(before.draws);
      await rests();
      return (await counts()).draws - before.draws;
    };
    const player = page.getByRole('group', { name: 'Animation' });
    const canvas = page.locator('.stage canvas');
    // It turns once by itself. Some frames in which neither time nor the model moves, and it would rest.
    await page.evaluate(() => {
      const { counts } = window as unknown as Counting;
      addEventListener('click', () => {
        counts.drawnAtPause ??= counts.draws;
        counts.frameMs = 500;
      });
    });
    await player.getByRole('button', { name: 'Pause' }).click();
    await rests();
    const turn = await counts();
    expect(turn.draws).toBeGreaterThan(turn.drawnAtPause! + 50);
    await draws(() => canvas.press('ArrowLeft'));
    const { x, y } = (await canvas.boundingBox())!;
    await draws(async () => {
      await page.mouse.move(x + 100, y + 100);
      await page.mouse.down();
      await page.mouse.move(x + 160, y + 120, { steps: 3 });
      await page.mouse.up();
    });
    await draws(() => page.mouse.wheel(0, 100));
    // Each picture of this model is one call.
    expect(await draws(() => page.setViewportSize({ width: 400, height: 400 }))).toBe(1);
    await draws(() => page.getByLabel('Exposure').fill('1'));
    await draws(() => player.getByLabel('Time').fill('0.5'));
    await player.getByRole('button', { name: 'Play' }).click();
    for (let time = 0; time < 3; time++) {
      const { draws: before } = await counts();
      await expect.poll(async () => (await counts()).draws).toBeGreaterThan(before + 20);
    }
    await player.getByRole('button', { name: 'Pause' }).click();
    await rests();
    await context.close();
  });

  it('shows a thumbnail of everything that was made', async () => {
    const context = await browser.newContext();
    const page = await open(context);
    const shown = page.locator('.card .picture.shown');
    await expect.poll(() => shown.count()).toBe(6);
    const model = page.locator('.card a[data-name=crate] img.shown');
    expect(await model.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    await context.close();
  });

  it('the embedded service costs no points anywhere, and a stand-in is marked', async () => {
    const context = await browser.newContext();
    const page = await open(context);
    const badge = page.locator('.card', { hasText: 'flux' }).getByText('Stand-in');
    expect(await badge.getAttribute('title')).toBe(
      'the embedded service does not know `blorptastic`, `snarfwangle`: a stand-in',
    );
    expect(await page.getByText('Stand-in').count()).toBe(1);
    // The service answers after the cards.
    await page.getByText('embedded service: free').waitFor();
    const texts = [await page.innerText('body')];
    for (const route of ['#/asset/flux', '#/asset/art/hill', '#/asset/later']) {
      await page.goto(gallery.url + route);
      await page.locator('.parameters').waitFor();
      texts.push(await page.innerText('body'));
    }
    // Nor where it is asked before something is made, or where a limit of points would be set.
    await page.goto(gallery.url);
    await page.locator('.card a').first().focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Reroll…' }).click();
    await page.getByText('It costs nothing.').waitFor();
    texts.push(await page.innerText('body'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys and theme' }).waitFor();
    texts.push(await page.innerText('body'));
    for (const text of texts) expect(text).not.toMatch(/points|price unknown/i);
    expect(texts[1]).toMatch(/does not know `blorptastic`[\s\S]*cost\s+free/i);
    for (const each of [/Reroll\s+free/, /One more\s+free/, /in the lock now\s+free/]) {
      expect(texts[2]).toMatch(each);
    }
    await context.close();
  });

  it('shows what was bought though acceptance refused it, and says why', async () => {
    const context = await browser.newContext();
    const page = await open(context, '#/asset/art/sea');
    await page.locator('.stage img.full').waitFor();
    await page.locator('.right').getByText('expected maxBytes 1').waitFor();
    // The same once more would fail once more.
    expect(await page.getByRole('button', { name: 'Make it free' }).count()).toBe(0);
    await page.getByRole('spinbutton', { name: 'maxBytes, now 1' }).waitFor();
    await page.locator('.top').getByText('Failed').waitFor();
    await page.locator('.right').getByText('The result is kept').waitFor();
    // Who opens a gallery later is told too.
    const later = await startGallery(root, { ASSETGEN_CACHE_DIR: join(root, '.cache') });
    try {
      await page.goto(`${later.url}#/asset/art/sea`);
      await page.locator('.right').getByText('expected maxBytes 1').waitFor();
      await page.locator('.top').getByText('Failed').waitFor();
    } finally {
      await later.close();
    }
    await context.close();
  });

  it.each([
    '',
    '#/asset/art/hill',
    '#/asset/crate',
    '#/asset/later',
    '#/asset/art/hill?compare=variant:1*variant:2',
  ])('never scrolls sideways, from a phone to a desk: %s', async (route) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await open(context, route);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate(() => scrollTo(500, 0));
      expect([width, await page.evaluate(() => scrollX)]).toEqual([width, 0]);
    }
    await context.close();
  });

  /** What axe looks at draws nothing of a model: a small one, with bones, stands in for all. */
  async function smallModels(context: BrowserContext): Promise<void> {
    const body = Buffer.from(await figureGlb());
    await context.route(/\/model\/|\.glb$/, (route) => route.fulfill({ body }));
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name }).click();
  const standing = (page: Page) => page.locator('.model-view.shown').last().waitFor();

  /** What there is to look at: a route, and what is done there. */
  const PAGES: readonly (readonly [route: string, act?: (page: Page) => Promise<unknown>])[] = [
    ['#/asset/art/hill', (page) => button(page, 'Edit')],
    ['#/asset/art/hill?compare=variant:1*variant:2'],
    ['#/asset/art/sea'],
    ['#/asset/clip'],
    ['#/asset/clip?compare=file:clip.mp4*variant:1'],
    ['#/asset/later'],
    [
      '#/asset/crate',
      async (page) => {
        await standing(page);
        await page.locator('.inspector summary').click();
        await page.getByRole('checkbox', { name: 'Wireframe' }).check();
      },
    ],
    ['#/asset/crate?compare=file:crate.glb*file:crate.lod1.glb', standing],
    [
      '',
      async (page) => {
        await page.locator('.card a').first().focus();
        await page.keyboard.press('Control+a');
      },
    ],
  ];

  it('tells a screen reader where it is, and what every control and card is', async () => {
    const context = await browser.newContext();
    const page = await open(context);
    const session = await context.newCDPSession(page);
    const named = async (): Promise<string[]> => {
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      return nodes
        .filter(({ ignored, role }) => !ignored && CONTROLS.has(String(role?.value)))
        .map(({ role, name }) => `${role?.value}: ${name?.value}`);
    };
    const where = page.getByRole('status', { name: 'Page' });
    expect(await page.title()).toMatch(/^project-\w+ · assetgen gallery$/);
    expect(await where.innerText()).toBe('All assets');
    const card = /^link: art\/hill, Image: Ready 2 variants \d/;
    expect(await named()).toContainEqual(expect.stringMatching(card));
    for (const name of ['crate', 'art/hill', 'clip', 'art/sea', 'later']) {
      await page.goto(`${gallery.url}#/asset/${name}`);
      await page.getByRole('heading', { level: 2, name: 'Import' }).waitFor();
      await expect.poll(() => page.title()).toContain(`${name} · project-`);
      expect(await where.innerText()).toBe(name);
      const controls = await named();
      expect(controls.length).toBeGreaterThan(9);
      expect(controls.filter((each) => each.endsWith(': '))).toEqual([]);
      const alike = controls.filter((each) => /Use this|Copy/.test(each));
      expect(new Set(alike).size).toBe(alike.length);
    }
    await context.close();
  });

  it('axe finds nothing, at each width, light and dark', async () => {
    const context = await browser.newContext({ bypassCSP: true });
    await smallModels(context);
    const page = await open(context);
    for (const [route, act] of PAGES) {
      await page.goto(gallery.url + route);
      await page
        .locator(route === '' ? '.card' : '.stage-frame, .comparison')
        .first()
        .waitFor();
      await act?.(page);
      expect([route, await axeEverywhere(page)]).toEqual([route, {}]);
    }
    await context.close();
  });

  it('axe finds nothing in the dialogs, at each width, light and dark', async () => {
    const context = await browser.newContext({ bypassCSP: true });
    const page = await open(context);
    const looked: [title: string, found: object][] = [];
    const look = async (title: string | RegExp, act: () => Promise<unknown>): Promise<void> => {
      await act();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.waitFor();
      looked.push([
        await dialog.getByRole('heading').innerText(),
        await axeEverywhere(page, 'dialog'),
      ]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    await look('New asset', () => page.keyboard.press('n'));
    await look('Keys and theme', () => page.keyboard.press('?'));
    await page.locator('.card a').first().focus();
    await page.keyboard.press('Control+a');
    await look(/^Reroll: /, () => button(page, 'Reroll…'));
    await look(/^Decide about /, () => button(page, 'Decide…'));
    await look(/^Change style: /, () => button(page, 'Change style…'));
    await page.goto(`${gallery.url}#/asset/later`);
    await look('Rename later', () => button(page, 'Rename…'));
    await look('Duplicate later', () => button(page, 'Duplicate…'));
    expect(looked.filter(([, found]) => Object.keys(found).length > 0)).toEqual([]);
    expect(looked).toHaveLength(7);
    await context.close();
  });

  describe('a static copy, served from a path of a server that knows nothing of it', () => {
    let copy: string;
    let server: Awaited<ReturnType<typeof serveFolder>>;
    let url: string;
    beforeAll(async () => {
      copy = join(root, 'site/deep path/copy');
      const env = { ASSETGEN_CACHE_DIR: join(root, '.cache') };
      expect((await runCommand(root, ['report', '--all-pictures', '--out', copy], env)).code).toBe(
        0,
      );
      server = await serveFolder(join(root, 'site'));
      url = `${server.url}/deep%20path/copy/`;
    });
    afterAll(() => server?.close());

    it('shows grid and models, offers nothing that acts, and asks nobody else', async () => {
      const context = await browser.newContext({ reducedMotion: 'reduce' });
      const page = await context.newPage();
      const wrong: string[] = [];
      page.on('pageerror', (error) => wrong.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') wrong.push(message.text());
      });
      page.on('request', (request) => {
        if (!request.url().startsWith(url) && !/^(?:blob|data):/.test(request.url())) {
          wrong.push(request.url());
        }
      });
      const offersNothing = async (): Promise<void> => {
        const buttons = await page.getByRole('button').allInnerTexts();
        const acting =
          /make|generate|reroll|one more|use this|edit|approve|undo|add|delete|rename/i;
        expect(buttons.filter((each) => acting.test(each))).toEqual([]);
        expect(await page.locator('input[type=text], textarea').count()).toBe(0);
      };
      await page.goto(`${url}#/?kind=model`);
      await page.getByRole('complementary').getByText('A copy of 2').waitFor();
      await expect.poll(() => page.locator('.card .picture.shown').count()).toBe(2);
      await page.locator('.card a[data-name=crate]').click();
      const facts = page.locator('.facts').getByText('triangles');
      const triangles = async () => Number((await facts.innerText()).replace(/\D/g, ''));
      await expect.poll(triangles).toBeGreaterThan(20_000);
      const all = await triangles();
      await offersNothing();
      // In KTX2, which the page cannot decode by itself.
      await page.getByRole('button', { name: 'lod1.glb' }).first().click();
      await expect.poll(triangles).toBeLessThan(all * 0.5);
      await page.goto(`${url}#/asset/art/hill`);
      await page.getByRole('button', { name: 'Look at Variant 2' }).click();
      const image = page.locator('.stage img').last();
      await expect
        .poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth))
        .toBeGreaterThan(64);
      await offersNothing();
      for (const route of ['#/', '#/asset/later']) {
        await page.goto(url + route);
        await page
          .locator(route === '#/' ? '.card' : '.parameters')
          .first()
          .waitFor();
        await offersNothing();
      }
      expect(wrong).toEqual([]);
      await context.close();
    });

    it('axe finds nothing in it, at each width, light and dark', async () => {
      const context = await browser.newContext({ bypassCSP: true });
      await smallModels(context);
      const page = await context.newPage();
      for (const [route, ready] of [
        ['#/', '.card'],
        ['#/asset/art/hill', '.stage img.full'],
        ['#/asset/crate', '.model-view.shown'],
        ['#/asset/clip', 'video'],
        [
          '#/asset/crate?compare=file:crate.glb*file:crate.lod1.glb',
          '.comparison .model-view.shown',
        ],
      ] as const) {
        await page.goto(url + route);
        await page.locator(ready).last().waitFor();
        expect([route, await axeEverywhere(page)]).toEqual([route, {}]);
      }
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys and theme' }).waitFor();
      expect(await axeEverywhere(page, 'dialog')).toEqual({});
      await context.close();
    });

    it('opened as a file, it says what it needs', async () => {
      const page = await browser.newPage();
      await page.goto(pathToFileURL(join(copy, 'index.html')).href);
      await page.getByText('This copy needs a web server').waitFor();
      await page.close();
    });

    it('holds no path of the machine, and no URL that gives access', () => {
      const files = readdirSync(copy, { recursive: true, withFileTypes: true });
      for (const file of files.filter((each) => each.isFile())) {
        const bytes = readFileSync(join(file.parentPath, file.name));
        for (const secret of [
          root,
          `${homedir()}/`,
          'signature=',
          'Signature=',
          'X-Amz-',
          '%TOKEN%',
        ]) {
          expect(bytes.includes(secret), `${secret} in ${file.name}`).toBe(false);
        }
      }
    });
  });

  it('axe finds nothing where there is nothing, or it is broken', async () => {
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    for (const manifest of ['{ "assets": {} }', '{ "assets": ']) {
      writeManifest(root, manifest);
      await page.goto(gallery.url);
      await page.reload();
      await page.locator('.empty, [role=alert]').first().waitFor();
      expect(await axeEverywhere(page)).toEqual({});
    }
    await context.close();
  });
});
