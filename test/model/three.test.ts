import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { validateBytes } from 'gltf-validator';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ModelStepOptions } from '../../packages/core/src/manifest/manifest.ts';
import { basisu, basisuFolder } from '../../packages/core/src/testing/basisu.ts';
import { figureGlb } from '../../packages/core/src/testing/figure.ts';
import { modelStep } from '../../packages/core/src/testing/model-step.ts';
import { sampleGlb } from '../../packages/core/src/testing/sample-glb.ts';
import { makeModel } from '../../packages/generators/src/model/make-model.ts';
import { serveViewer } from '../../scripts/three-viewer/serve.mjs';
import { hasChromium, launchChromium } from '../support/browser.ts';

const MESHOPT = ['EXT_meshopt_compression', 'KHR_mesh_quantization'];
const DRAGON = {
  prompt: 'a small red dragon',
  seed: 'ktx2',
  quality: 'standard',
  pbr: true,
  meshOnly: false,
  enhance: false,
  draft: false,
} as const;

/** What three.js made of a GLB. */
interface Shown {
  readonly triangles: number;
  /** As the graphics library counted them. */
  readonly drawn: number;
  readonly skinned: number;
  readonly morphed: number;
  readonly names: readonly string[];
  readonly textures: readonly (readonly [number, number])[];
  readonly animations: readonly string[];
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly image: string;
}

declare const show: (url: string, options?: { size?: number; time?: number }) => Promise<Shown>;

describe.runIf(hasChromium)('three.js in Chromium opens', () => {
  const models = new Map<string, Uint8Array>();
  const told: string[] = [];
  let viewer: Awaited<ReturnType<typeof serveViewer>>;
  let browser: Browser;
  let page: Page;
  let sample: { glb: Uint8Array; triangles: number };
  let dragon: Uint8Array;

  beforeAll(async () => {
    viewer = await serveViewer(models);
    browser = await launchChromium();
    page = await browser.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') told.push(message.text());
    });
    page.on('pageerror', (error) => told.push(error.message));
    await page.goto(viewer.url);
    await page.waitForFunction('globalThis.ready === true');
    sample = await sampleGlb(60);
    dragon = await makeModel({ ...DRAGON, faces: 6000 });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  afterAll(async () => {
    await browser.close();
    viewer.close();
  });

  async function shown(glb: Uint8Array, time?: number): Promise<Shown> {
    const name = `model-${models.size}.glb`;
    models.set(name, glb);
    const options = time === undefined ? { size: 128 } : { size: 128, time };
    const found = await page.evaluate(([url, each]) => show(url, each), [
      `/${name}`,
      options,
    ] as const);
    expect(told).toEqual([]);
    return found;
  }

  async function difference(one: Shown, two: Shown): Promise<number> {
    const [a, b] = await Promise.all(
      [one, two].map(({ image }) =>
        sharp(Buffer.from(image.slice(image.indexOf(',') + 1), 'base64'))
          .raw()
          .toBuffer(),
      ),
    );
    if (a === undefined || b === undefined) throw new Error('no pictures');
    return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
  }

  const close = (values: readonly number[] | undefined) =>
    values?.map((value) => expect.closeTo(value, 1));

  it.each<ModelStepOptions>([
    { compress: 'meshopt' },
    { compress: 'draco' },
    { compress: 'quantize' },
    { simplify: 0.2, textures: { format: 'webp', maxSize: 32 }, compress: 'meshopt' },
    { lod: 0.1, textures: { format: 'avif', maxSize: 64 }, compress: 'draco' },
    { textures: { format: 'jpeg', maxCount: 1 } },
    { center: true, ground: true, scale: { height: 2 }, compress: 'meshopt' },
  ])('%j: what our facts say, and what looks the same', async (options) => {
    const { bytes, meta } = await modelStep(sample.glb, options);
    if (bytes === null) throw new Error('expected new bytes');
    const [before, after] = [await shown(sample.glb), await shown(bytes)];
    expect(before.triangles).toBe(sample.triangles);
    expect(after.triangles).toBe(meta.triangles);
    expect(after.drawn).toBe(meta.triangles);
    expect(after.min).toEqual(close(meta.bounds?.min));
    expect(after.max).toEqual(close(meta.bounds?.max));
    expect(after.textures).toHaveLength(meta.textures ?? 0);
    const limit = options.textures?.maxSize ?? 64;
    for (const size of after.textures) expect(Math.max(...size)).toBeLessThanOrEqual(limit);
    // Seen from the same side and fitted alike.
    expect(await difference(before, after)).toBeLessThan(4);
  });

  it.each([
    ['the encoder that comes with us', { format: 'ktx2', maxSize: 256 }],
    ['whichever takes the least memory', { format: 'auto', maxSize: 256 }],
    ...(basisu === undefined
      ? []
      : [['one of the PATH', { format: 'ktx2', maxSize: 256, encoder: 'native' }] as const]),
  ] as const)('KTX2 textures of %s, on the graphics library itself', async (_, textures) => {
    if ('encoder' in textures) {
      vi.stubEnv('PATH', `${await basisuFolder()}:${process.env['PATH'] ?? ''}`);
    }
    const { bytes, meta } = await modelStep(dragon, { textures, compress: 'meshopt' });
    if (bytes === null) throw new Error('expected new bytes');
    expect((await validateBytes(bytes)).issues.numErrors).toBe(0);
    expect(meta).toMatchObject({ textures: 3, extensions: [...MESHOPT, 'KHR_texture_basisu'] });
    expect(meta.maps?.map(({ format }) => format)).toEqual(['etc1s', 'etc1s', 'uastc']);
    const [before, after] = [await shown(dragon), await shown(bytes)];
    expect(after.textures).toEqual([
      [256, 256],
      [256, 256],
      [256, 256],
    ]);
    expect(await difference(before, after)).toBeLessThan(4);
  });

  it.each(['meshopt', 'draco', 'quantize'] as const)(
    'a figure in %s, which moves as before',
    async (compress) => {
      const figure = await figureGlb();
      const { bytes } = await modelStep(figure, { compress, maxTriangles: 900, maxError: 0.05 });
      if (bytes === null) throw new Error('expected new bytes');
      for (const time of [0, 1.5]) {
        const [before, after] = [await shown(figure, time), await shown(bytes, time)];
        expect(after).toMatchObject({ skinned: 1, morphed: 1, animations: ['wave'] });
        expect(after.names).toEqual(expect.arrayContaining(['hips', 'chest', 'hand', 'body']));
        expect(after.triangles).toBeLessThan(before.triangles * 0.6);
        expect(after.min).toEqual(close(before.min));
        expect(after.max).toEqual(close(before.max));
        expect(await difference(before, after)).toBeLessThan(4);
      }
      const still = await shown(bytes, 0);
      expect(await difference(still, await shown(bytes, 1.5))).toBeGreaterThan(1);
    },
  );
});
