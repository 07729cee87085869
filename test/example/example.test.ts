import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { preview } from 'vite';
import type { PreviewServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { startCountedService } from '../support/counted-service.ts';
import type { CountedService } from '../support/counted-service.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';
import { typeCheck } from '../support/type-check.ts';
import { copyExample, exampleTypes } from './copy-example.ts';

describe('the example, built from a clone', () => {
  let service: CountedService;
  let root: string;

  beforeAll(async () => {
    service = await startCountedService({ key: 'k', light: false });
    root = await copyExample('vite-three');
    const env = cleanEnv({ ASSETGEN_API_URL: service.url, ASSETGEN_API_KEY: 'k' });
    const vite = join(REPOSITORY, 'node_modules/vite/bin/vite.js');
    const built = await runNode([vite, 'build'], { cwd: root, env });
    expect(built.code, built.stderr).toBe(0);
    expect(built.stdout).toContain('3 assets, 6 files · 3 generated');
  });
  afterAll(async () => {
    await service?.close();
    await rm(root, { recursive: true, force: true });
  });

  it('has types that fit its code, and leaves those in git as they are', async () => {
    expect(await exampleTypes('vite-three', root)).toBe(await exampleTypes('vite-three'));
    expect(await typeCheck(root)).toEqual([]);
  });

  describe.skipIf(!hasChromium)('in Chromium', () => {
    let browser: Browser;
    let server: PreviewServer;
    let page: Page;
    const outside: string[] = [];
    const problems: string[] = [];

    beforeAll(async () => {
      browser = await launchChromium();
      server = await preview({
        root,
        configFile: false,
        logLevel: 'silent',
        preview: { host: '127.0.0.1', port: 0 },
      });
      const [url] = server.resolvedUrls!.local;
      page = await browser.newPage({ viewport: { width: 900, height: 600 } });
      page.on('request', (request) => {
        if (!request.url().startsWith(url!) && !/^(?:data|blob):/.test(request.url())) {
          outside.push(request.url());
        }
      });
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('response', (response) => {
        if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
      });
      await page.addInitScript(keepObservers);
      await page.goto(url!);
      await page.locator('html[data-state=ready]').waitFor();
    });
    afterAll(async () => {
      await browser?.close();
      await server?.close();
    });

    it('parses the GLB and draws it: the dragon is red, and the canvas around it is empty', async () => {
      const drawn = await page.evaluate(async () => {
        const canvas = document.querySelector('canvas')!;
        const copy = new OffscreenCanvas(canvas.width, canvas.height);
        const context = copy.getContext('2d')!;
        // In the frame in which it was drawn: WebGL clears the canvas after it.
        await new Promise((resolve) => {
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              context.drawImage(canvas, 0, 0);
              resolve(null);
            }),
          );
        });
        const { data } = context.getImageData(0, 0, copy.width, copy.height);
        let red = 0;
        let empty = 0;
        for (let i = 0; i < data.length; i += 4) {
          const [r, g, b, a] = [data[i]!, data[i + 1]!, data[i + 2]!, data[i + 3]!];
          if (a === 0) empty += 1;
          else if (a === 255 && r > 60 && r > 1.8 * g && r > 1.8 * b) red += 1;
        }
        return { red: red / (data.length / 4), empty: empty / (data.length / 4) };
      });
      expect(drawn.red).toBeGreaterThan(0.02);
      expect(drawn.empty).toBeGreaterThan(0.4);
    });

    it('has come to its finest level of detail, and shows the others where asked', async () => {
      const levels = page.locator('#levels button');
      expect(await levels.allTextContents()).toEqual([
        expect.stringMatching(/^(?:99|100),\d{3} triangles, 1\.\d MB$/),
        expect.stringMatching(/^2[45],\d{3} triangles, \d{3} KB$/),
        expect.stringMatching(/^[45],\d{3} triangles, \d{2,3} KB$/),
      ]);
      const pressed = () => page.locator('#levels [aria-pressed=true]').allTextContents();
      expect(await pressed()).toEqual([expect.stringMatching(/^(?:99|100),/)]);
      await levels.nth(1).click();
      const loaded = await page.evaluate(() =>
        performance.getEntriesByType('resource').flatMap(({ name }) => /lod\d/.exec(name) ?? []),
      );
      expect(loaded.sort()).toEqual(['lod0', 'lod1', 'lod2']);
      expect(await pressed()).toEqual([expect.stringMatching(/^2[45],/)]);
      await levels.nth(0).click();
    });

    it('decodes the backdrop at the width that fits the window', async () => {
      const backdrop = page.locator('#backdrop');
      const shown = await backdrop.evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return { width: image.naturalWidth, src: image.currentSrc, srcset: image.srcset };
      });
      expect(shown.width).toBeGreaterThan(0);
      expect(shown.srcset).toMatch(/ 896w, .* 1792w$/);
      expect(shown.src).toMatch(/valley\.1792w-[\w-]+\.webp$/);
    });

    it('plays the film where it is on the screen, and waits for a click where motion is unwelcome', async () => {
      const film = page.locator('#film');
      await film.scrollIntoViewIfNeeded();
      await tellFilm([true]);
      expect(await film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await tellFilm([true]);
      const facts = await film.evaluate(async (video: HTMLVideoElement) => {
        while (video.currentTime < 0.3) await new Promise((r) => setTimeout(r, 20));
        return {
          duration: video.duration,
          width: video.videoWidth,
          height: video.videoHeight,
          ready: video.readyState,
        };
      });
      expect(facts).toMatchObject({ width: 854, height: 480 });
      expect(facts.duration).toBeCloseTo(4, 1);
      expect(facts.ready).toBeGreaterThanOrEqual(2);
    });

    it.each([
      ['it left the screen and came back', [false, true], false],
      ['it came to the screen and left', [true, false], true],
    ])('where the page is told late that %s, the last counts', async (_, shown, paused) => {
      await tellFilm(shown);
      const film = page.locator('#film');
      expect(await film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(paused);
    });

    it('tells the facts that came with the imports', async () => {
      expect(await page.locator('#dragon-facts').textContent()).toMatch(/^[\d,]+ triangles · /);
      expect(await page.locator('#flight-facts').textContent()).toMatch(/^854 × 480 · 4 seconds/);
    });

    /** Says to the page in one go whether the film was on the screen, change by change, as a busy browser does. */
    async function tellFilm(shown: boolean[]): Promise<void> {
      await page.locator('#film').evaluate((video, told) => {
        const { observers } = window as unknown as WithObservers;
        const entries = told.map((isIntersecting) => ({ isIntersecting }));
        observers.get(video)!(entries as IntersectionObserverEntry[]);
      }, shown);
    }

    it('asks nobody else for anything, and nothing fails', () => {
      expect(outside).toEqual([]);
      expect(problems).toEqual([]);
    });
  });
});

type Told = (entries: IntersectionObserverEntry[]) => void;
interface WithObservers {
  readonly observers: Map<Element, Told>;
}

/** Runs in the page, before its own code: keeps what is called for each element that an `IntersectionObserver` watches. */
function keepObservers(): void {
  const observers = new Map<Element, Told>();
  const Native = IntersectionObserver;
  Object.assign(window, {
    observers,
    IntersectionObserver: class extends Native {
      readonly #told: Told;
      constructor(told: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(told, options);
        this.#told = (entries) => told(entries, this);
      }
      override observe(target: Element) {
        observers.set(target, this.#told);
        super.observe(target);
      }
    },
  });
}
