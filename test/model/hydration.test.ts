import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { compile } from 'svelte/compiler';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, REPOSITORY } from '../support/app.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { runNode } from '../support/run-node.ts';
import { serveFolder } from '../support/static-server.ts';

const RUNTIME = join(REPOSITORY, 'packages/core/runtime/svelte.js');

/** Pictures among other elements, in a block and in a list, whose props change. */
const APP = `<script>
  import { Film, Hero } from './hero.js';
  let count = $state(0);
  let isOn = $state(true);
  let hero = $state();
  const rest = $derived(count > 1 ? { title: 'two' } : { id: 'one' });
  globalThis.clicks = 0;
  globalThis.tick = () => (count += 1);
  globalThis.leave = () => (isOn = false);
  globalThis.element = () => hero?.element;
</script>
<p>before {count}</p>
<Hero bind:this={hero} alt={'n' + count} class={['a', count && 'b']} onclick={() => (globalThis.clicks += 1)} {...rest} />
<p id="after">after</p>
{#if isOn}<Film muted={count > 0} />{/if}
{#each [1, 2] as each}<Hero alt={'each ' + each} />{/each}
`;

const HERO = `import { image, video } from '${RUNTIME}';
const sources = [{ type: 'image/avif', srcset: '/hero.png 10w' }, { type: 'image/png', srcset: '/hero.png 10w' }];
export const Hero = image({ url: '/hero.png', width: 10, height: 10, srcset: '/hero.png 10w', sources, placeholder: 'data:,x' });
export const Film = video({ width: 4, height: 4, sources: [{ type: 'video/mp4', src: '/film.mp4' }], poster: null });
`;

interface State {
  readonly isSame: boolean;
  readonly isElement: boolean;
  readonly images: readonly string[];
  readonly order: readonly string[];
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly muted: boolean | undefined;
  readonly clicks: number;
}

describe.runIf(hasChromium)('components of Svelte that a server rendered', () => {
  let browser: Browser;
  let page: Page;
  let close: () => Promise<void>;
  const told: string[] = [];

  beforeAll(async () => {
    const root = await makeApp({
      'package.json': '{ "type": "module" }',
      'hero.js': HERO,
      'server.js': `import { render } from 'svelte/server';\nimport App from './App.server.js';\nconsole.log(render(App).body);\n`,
      'main.js': `import { hydrate } from 'svelte';\nimport App from './App.client.js';\nhydrate(App, { target: document.getElementById('app') });\nglobalThis.isReady = true;\n`,
    });
    for (const generate of ['server', 'client'] as const) {
      const { js } = compile(APP, { generate, dev: true, filename: 'App.svelte' });
      await writeFile(join(root, `App.${generate}.js`), js.code);
    }
    const ran = await runNode(['--conditions=development', 'server.js'], { cwd: root, env: {} });
    expect(ran.code, ran.stderr).toBe(0);
    // As a browser has it, in Svelte's own development build, which tells what does not fit.
    await build({
      entryPoints: [join(root, 'main.js')],
      outfile: join(root, 'dist/main.js'),
      bundle: true,
      format: 'esm',
      conditions: ['browser', 'development'],
      logLevel: 'error',
    });
    const head = '<!doctype html><link rel="icon" href="data:," />';
    const first = "<script>globalThis.first = document.querySelector('img');</script>";
    const main = '<script type="module" src="/main.js"></script>';
    const html = `${head}<div id="app">${ran.stdout}</div>${first}${main}`;
    await writeFile(join(root, 'dist/index.html'), html);
    const square = sharp({ create: { width: 10, height: 10, channels: 3, background: 'red' } });
    await writeFile(join(root, 'dist/hero.png'), await square.png().toBuffer());
    await writeFile(join(root, 'dist/film.mp4'), await readFile(join(root, 'dist/hero.png')));
    const server = await serveFolder(join(root, 'dist'));
    close = () => server.close();
    browser = await launchChromium();
    page = await browser.newPage();
    page.on('console', (message) => told.push(message.text()));
    page.on('pageerror', (error) => told.push(error.message));
    await page.goto(`${server.url}/`);
    await page.waitForFunction('globalThis.isReady === true');
  });
  afterAll(async () => {
    await browser?.close();
    await close?.();
  });

  const state = (): Promise<State> =>
    page.evaluate(`(() => {
      const images = [...document.querySelectorAll('img')];
      const names = ['alt', 'class', 'id', 'title', 'src'];
      return {
        isSame: images[0] === globalThis.first,
        isElement: images[0] === globalThis.element(),
        images: images.map(({ alt }) => alt),
        order: [...document.getElementById('app').children].map(({ localName }) => localName),
        attributes: Object.fromEntries(names.map((name) => [name, images[0].getAttribute(name)])),
        muted: document.querySelector('video')?.muted,
        clicks: globalThis.clicks,
      };
    })()`);

  it('stay where they are, and follow their props', async () => {
    expect(await state()).toEqual({
      isSame: true,
      isElement: true,
      images: ['n0', 'each 1', 'each 2'],
      order: ['p', 'picture', 'p', 'video', 'picture', 'picture'],
      attributes: { alt: 'n0', class: 'a', id: 'one', title: null, src: '/hero.png' },
      muted: false,
      clicks: 0,
    });
    await page.evaluate('globalThis.tick()');
    await expect.poll(async () => (await state()).muted).toBe(true);
    await page.evaluate('globalThis.tick()');
    await page.click('img');
    await page.evaluate('globalThis.leave()');
    await expect.poll(async () => (await state()).attributes).toMatchObject({ title: 'two' });
    expect(await state()).toEqual({
      isSame: true,
      isElement: true,
      images: ['n2', 'each 1', 'each 2'],
      order: ['p', 'picture', 'p', 'picture', 'picture'],
      attributes: { alt: 'n2', class: 'a b', id: null, title: 'two', src: '/hero.png' },
      muted: undefined,
      clicks: 1,
    });
    // Nothing that Svelte found other than the server had it.
    expect(told).toEqual([]);
  });

  it('take their placeholders away when they are there', async () => {
    const background = "getComputedStyle(document.querySelector('img')).backgroundImage";
    await expect.poll(() => page.evaluate(background)).toBe('none');
  });
});
