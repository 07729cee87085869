import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, REPOSITORY } from '../support/app.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { startDevCommand } from '../support/dev-command.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';
import { serveFolder } from '../support/static-server.ts';

const BUNDLERS = ['vite', 'webpack', 'rspack', 'rollup', 'rolldown', 'esbuild'] as const;

const DEPENDENCIES = {
  '@react-three/fiber': '*',
  react: '*',
  'react-dom': '*',
  svelte: '*',
  three: '*',
  vue: '*',
};

const glb = (more: object) => [{ format: 'glb', ...more }];
const MANIFEST = {
  assets: {
    'props/dragon': {
      kind: 'model',
      prompt: 'a small red dragon',
      quality: 'standard',
      faces: 100_000,
      // Small: what is asserted is which of the levels is drawn, and where.
      outputs: glb({
        lods: [0.2, 0.06, 0.02],
        textures: { format: 'webp', maxSize: 64 },
        compress: 'meshopt',
      }),
    },
    figure: {
      kind: 'model',
      prompt: 'a knight',
      quality: 'standard',
      faces: 100_000,
      outputs: glb({ maxTriangles: 5000, compress: 'draco' }),
    },
    gem: {
      kind: 'model',
      prompt: 'a wooden crate',
      quality: 'standard',
      faces: 100_000,
      pbr: true,
      outputs: glb({ simplify: 0.1, textures: { format: 'ktx2', maxSize: 64 } }),
    },
    sky: {
      kind: 'image',
      prompt: 'clouds',
      outputs: [
        { format: 'webp', width: 160 },
        { format: 'webp', width: 320 },
      ],
    },
  },
};

/** Three dragons, near, farther and far; then what else there is, each alone in the middle. */
const MAIN = `
import { Box3, Color, HemisphereLight, Object3D, OrthographicCamera, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { load, preload } from '@gen/props/dragon?three';
import { load as loadFigure } from '@gen/figure?three';
import { load as loadGem } from '@gen/gem?three';

const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
renderer.setSize(300, 100);
document.body.append(renderer.domElement);
const scene = new Scene();
scene.background = new Color(0x0000ff);
scene.add(new HemisphereLight(0xffffff, 0x888888, 3));
const camera = new PerspectiveCamera(50, 3, 0.01, 200);

/** The colours on the screen where the origins of objects are, a little above. */
function seen(objects) {
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  return objects.map((object) => {
    const at = new Box3().setFromObject(object).getCenter(new Vector3()).project(camera);
    const pixels = new Uint8Array(12 * 12 * 4);
    const [x, y] = [Math.round((at.x + 1) * 150), Math.round((at.y + 1) * 50)];
    gl.readPixels(x - 6, y - 6, 12, 12, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    // What is not the background.
    for (let at = 0; at < pixels.length; at += 4) {
      if (pixels[at] > 20 || pixels[at + 2] < 235) return [...pixels.slice(at, at + 3)];
    }
    return [0, 0, 255];
  });
}

const progress = [];
await preload({ onProgress: (each) => progress.push(each) });
const aborted = await load({ signal: AbortSignal.abort(new Error('stopped')) }).catch((e) => e.message);
const first = await load();
const dragons = [first, first.clone(), await load()];
dragons.forEach(({ scene: dragon }, at) => {
  dragon.position.set([-1.6, 0, 5][at], 0, [-2.5, -5, -16][at]);
  scene.add(dragon);
});
const pixels = seen(dragons.map((dragon) => dragon.scene));
const levelOf = ({ lod }) => (renderer.render(scene, camera), lod.getCurrentLevel());
const sized = [];
const [, , far] = dragons;
far.scene.scale.setScalar(20);
sized.push(levelOf(far));
far.scene.scale.setScalar(1);
sized.push(levelOf(far));
// A camera that sees less sees it larger; the one without perspective sees each as large as the other.
camera.zoom = 12;
camera.updateProjectionMatrix();
sized.push(levelOf(far));
camera.zoom = 1;
camera.updateProjectionMatrix();
for (const half of [1, 60]) {
  const flat = new OrthographicCamera(-3 * half, 3 * half, half, -half, 0.01, 200);
  renderer.render(scene, flat);
  sized.push(far.lod.getCurrentLevel());
}
renderer.render(scene, camera);
globalThis.dragons = dragons;
globalThis.redraw = () => seen(dragons.map((dragon) => dragon.scene));

const figure = await loadFigure();
const second = figure.clone();
const memory = () => renderer.info.memory.geometries;
const before = memory();
for (const dragon of dragons) scene.remove(dragon.scene);
scene.add(figure.scene);
camera.position.set(0, 0.5, 4);
camera.lookAt(0, 0.5, 0);
const figurePixels = seen([figure.scene]);
const [name] = Object.keys(figure.nodes);
figure.dispose();
second.dispose();
const afterDispose = memory() - before;
camera.position.set(0, 0.5, 4);
camera.lookAt(0, 0.5, 0);
const needsRenderer = await loadGem().catch((error) => error.message);
const crate = await loadGem({ renderer });
scene.add(crate.scene);
const map = Object.values(crate.materials)[0].map;
const twice = await loadGem({ renderer });
twice.dispose();
const transcoders = performance.getEntriesByType('resource').filter(({ name }) => /basis_transcoder/.test(name));
const gem = { needsRenderer, transcoders: new Set(transcoders.map(({ name }) => name)).size === transcoders.length, pixels: seen([crate.scene]), compressed: map.isCompressedTexture === true };
crate.dispose();
camera.position.set(0, 0, 0);
camera.rotation.set(0, 0, 0);
for (const dragon of dragons) scene.add(dragon.scene);
globalThis.result = {
  aborted, sized, pixels, figurePixels, afterDispose, gem, progress,
  levels: dragons.map(({ lod }) => lod.getCurrentLevel()),
  triangles: first.lod.levels.map(({ object }) => {
    let count = 0;
    object.traverse((each) => (count += (each.geometry?.index?.count ?? 0) / 3));
    return count;
  }),
  isSame: figure.scene instanceof Object3D,
  isOwn: figure.nodes[name].isObject3D && figure.nodes[name] !== second.nodes[name],
  material: Object.values(figure.materials)[0] === Object.values(second.materials)[0],
};
`;

const pageOf = (script: string): string =>
  `<!doctype html><html><head><link rel="icon" href="data:," /></head><body><script type="module" src="./${script}"></script></body></html>`;
const PAGE = pageOf('main.js');

/** The same as components of React Three Fiber; below it a picture for React, Vue and Svelte each. */
const COMPONENTS = `
import { createElement as h, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { Canvas, useThree } from '@react-three/fiber';
import { Box3, Vector3 } from 'three';
import { mount } from 'svelte';
import { fromStore, writable } from 'svelte/store';
import { createApp, h as vueElement } from 'vue';
import { Dragon } from '@gen/props/dragon?r3f';
import { Figure } from '@gen/figure?r3f';
import { Gem } from '@gen/gem?r3f';
import { Sky as ReactSky } from '@gen/sky?react';
import { Sky as VueSky } from '@gen/sky?vue';
import { Sky as SvelteSky } from '@gen/sky?svelte';

const place = (id) => document.body.appendChild(Object.assign(document.createElement('div'), { id }));
const stage = place('stage');
stage.style.cssText = 'width:300px;height:100px';

function Ready() {
  const { gl, scene, camera } = useThree();
  useEffect(() => {
    const context = gl.getContext();
    const read = (x, y) => {
      const pixels = new Uint8Array(12 * 12 * 4);
      context.readPixels(x - 6, y - 6, 12, 12, context.RGBA, context.UNSIGNED_BYTE, pixels);
      const all = Array.from({ length: 144 }, (_, at) => [...pixels.slice(4 * at, 4 * at + 3)]);
      const drawn = all.filter(([red, , blue]) => red > 20 || blue < 235);
      return drawn.length === 0 ? [0, 0, 255] : [0, 1, 2].map((each) =>
        Math.round(drawn.reduce((sum, pixel) => sum + pixel[each], 0) / drawn.length));
    };
    globalThis.state = () => {
      gl.render(scene, camera);
      return scene.getObjectByName('dragons').children.map((dragon) => {
        const [lod] = dragon.children;
        const at = new Box3().setFromObject(dragon).getCenter(new Vector3()).project(camera);
        const meshes = lod.levels.map(({ object }) => object.getObjectByProperty('isMesh', true));
        return {
          x: dragon.position.x,
          level: lod.getCurrentLevel(),
          pixel: read(Math.round((at.x + 1) * 150), Math.round((at.y + 1) * 50)),
          order: meshes.map(({ renderOrder }) => renderOrder),
          rough: meshes.map(({ material }) => material.roughness === 0.123),
        };
      });
    };
    const alone = (name) => {
      const group = scene.getObjectByName(name);
      scene.children.forEach((each) => (each.visible = each.isLight || each === group));
      camera.position.set(0, -49.5, 4);
      gl.render(scene, camera);
      const mesh = group.getObjectByProperty('isMesh', true);
      const found = { pixel: read(150, 50), count: mesh.count ?? 1, map: mesh.material.map };
      camera.position.set(0, 0, 0);
      scene.children.forEach((each) => (each.visible = true));
      return { ...found, map: found.map?.isCompressedTexture === true };
    };
    globalThis.parts = { figure: alone('figures'), gem: alone('gem') };
    globalThis.result = globalThis.state();
  }, []);
  return null;
}

const root = createRoot(stage);
root.render(
  h(
    Canvas,
    { frameloop: 'demand', gl: { antialias: false, preserveDrawingBuffer: true }, dpr: 1,
      camera: { fov: 50, near: 0.01, far: 200, position: [0, 0, 0] } },
    h('color', { attach: 'background', args: ['#0000ff'] }),
    h('hemisphereLight', { args: [0xffffff, 0x888888, 3] }),
    h(Suspense, { fallback: null },
      h('group', { name: 'dragons' },
        h(Dragon, { position: [-1.6, 0, -2.5] }),
        h(Dragon, { position: [0, 0, -5],
          nodes: { dragon: { renderOrder: 7 } }, materials: { dragon: { roughness: 0.123 } } }),
        h(Dragon, { position: [5, 0, -16] })),
      h('group', { name: 'figures', position: [0, -50, 0] },
        h(Figure.Instances, { at: [[0, 0, 0], { position: [1, 0, 0], scale: 0.5 }] })),
      h('group', { name: 'gem', position: [0, -50, 0] }, h(Gem)),
      h(Ready))),
);

const given = (id) => ({ id, alt: id, style: id === 'svelte' ? 'width: 200px' : { width: '200px' } });
flushSync(() => createRoot(place('of-react')).render(h(ReactSky, { ...given('react'), sizes: '200px' })));
createApp({ render: () => vueElement(VueSky, { ...given('vue'), sizes: '200px' }) }).mount(place('of-vue'));
const sizes = writable('100px');
const size = fromStore(sizes);
let clicked = 0;
mount(SvelteSky, {
  target: place('of-svelte'),
  props: { ...given('svelte'), class: ['sky', { lit: true, dim: false }], onclick: () => (clicked += 1),
    get sizes() { return size.current; } },
});
const pictures = ['react', 'vue', 'svelte'].map((id) => document.getElementById(id));
const boxes = () => pictures.map((each) => [each.offsetWidth, each.offsetHeight]);
const before = boxes();
pictures.forEach((each) => (each.loading = 'eager'));
sizes.set('200px');
globalThis.pictures = async () => {
  await Promise.all(pictures.map((each) => each.decode()));
  document.getElementById('svelte').click();
  return {
    before, after: boxes(), clicked,
    shown: pictures.map((each) => [each.naturalWidth > 0, each.sizes, each.alt, getComputedStyle(each).backgroundImage]),
    class: document.getElementById('svelte').className,
  };
};
`;

/** All of it again, on a server. */
const SERVER = `
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Canvas } from '@react-three/fiber';
import { render } from 'svelte/server';
import { createSSRApp, h } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import { load } from '@gen/figure?three';
import { Dragon } from '@gen/props/dragon?r3f';
import { Gem } from '@gen/gem?r3f';
import sky from '@gen/sky';
import { Sky as ReactSky } from '@gen/sky?react';
import { Sky as VueSky } from '@gen/sky?vue';
import { Sky as SvelteSky } from '@gen/sky?svelte';

const print = (element) => renderToString(createElement(element));
console.log(JSON.stringify({
  load: typeof load,
  canvas: renderToString(createElement(Canvas, {}, createElement(Dragon), createElement(Gem))),
  url: sky.url,
  pictures: [
    print(ReactSky),
    await renderVue(createSSRApp({ render: () => h(VueSky) })),
    render(SvelteSky, { props: {} }).body,
  ],
}));
`;

interface Rendered {
  readonly load: string;
  readonly canvas: string;
  readonly url: string;
  readonly pictures: readonly string[];
}

interface Part {
  readonly pixel: readonly number[];
  /** Instances. */
  readonly count: number;
  /** Whether its texture stays compressed. */
  readonly map: boolean;
}

interface Pictures {
  readonly before: readonly (readonly number[])[];
  readonly after: readonly (readonly number[])[];
  readonly shown: readonly unknown[];
}

interface Shown {
  readonly x: number;
  readonly level: number;
  readonly pixel: readonly number[];
  readonly order: readonly number[];
  readonly rough: readonly boolean[];
}

const FAMILY = (plugin: string): string => `
  import assetgen from '${plugin}';
  export default {
    mode: 'development',
    entry: './main.js',
    output: { path: process.cwd() + '/dist', filename: 'main.js' },
    devServer: { host: '127.0.0.1', port: 'auto', static: './pages' },
    plugins: [assetgen()],
  };`;

/** Each with its command, and what it needs beside. */
const SERVERS: Readonly<
  Record<string, { script: readonly [string, ...string[]]; config: Record<string, string> }>
> = {
  Vite: {
    script: ['vite/bin/vite.js', '--host', '127.0.0.1', '--port', '0'],
    config: {
      'vite.config.js':
        "import assetgen from '@assetgen/vite-plugin'; export default { plugins: [assetgen()] };",
    },
  },
  webpack: {
    script: ['webpack/bin/webpack.js', 'serve'],
    config: { 'webpack.config.mjs': FAMILY('@assetgen/webpack-plugin'), 'pages/index.html': PAGE },
  },
  Rspack: {
    script: ['@rspack/cli/bin/rspack.js', 'serve'],
    config: { 'rspack.config.mjs': FAMILY('@assetgen/unplugin/rspack'), 'pages/index.html': PAGE },
  },
};

interface Result {
  readonly aborted: string;
  readonly sized: readonly number[];
  readonly pixels: readonly (readonly number[])[];
  readonly figurePixels: readonly (readonly number[])[];
  readonly afterDispose: number;
  readonly gem: {
    readonly needsRenderer: string;
    /** Whether each file of the transcoder came once: one loader for a renderer. */
    readonly transcoders: boolean;
    readonly pixels: readonly (readonly number[])[];
    readonly compressed: boolean;
  } | null;
  readonly progress: readonly { readonly loaded: number; readonly total: number }[];
  readonly levels: readonly number[];
  readonly triangles: readonly number[];
  /** Of the three.js that the page itself imports. */
  readonly isSame: boolean;
  readonly isOwn: boolean;
  readonly material: boolean;
}

describe.runIf(hasChromium)('code of a model for three.js', () => {
  let root: string;
  let env: NodeJS.ProcessEnv;
  let browser: Browser;

  beforeAll(async () => {
    root = await makeApp({
      'assets.gen.json': JSON.stringify(MANIFEST),
      'assetgen.config.json': '{ "service": "local" }',
      'package.json': JSON.stringify({ type: 'module', dependencies: DEPENDENCIES }),
      'main.js': MAIN,
      'index.html': PAGE,
      'components.js': COMPONENTS,
      'components.html': pageOf('components.js'),
      'bundle.mjs': await readFile(new URL('code-bundle.mjs', import.meta.url), 'utf8'),
    });
    env = cleanEnv();
    browser = await launchChromium();
    const built = await runNode(['bundle.mjs', ...BUNDLERS], { cwd: root, env });
    expect(built.code, built.stderr).toBe(0);
  });
  afterAll(() => browser.close());

  async function open<T = Result>(url: string) {
    const page = await browser.newPage();
    const foreign: string[] = [];
    const told: string[] = [];
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (!['blob:', 'data:'].includes(protocol) && origin !== new URL(url).origin) {
        foreign.push(request.url());
      }
    });
    page.on('console', (message) => {
      // Two copies of three.js tell each other as a warning.
      const isWrong = message.type() === 'error' || /multiple instances/i.test(message.text());
      if (isWrong) told.push(message.text());
    });
    page.on('pageerror', (error) => told.push(error.message));
    await page.goto(url);
    await page.waitForFunction('globalThis.result !== undefined').catch((error: unknown) => {
      throw new Error(`no result: ${told.join('\n')}`, { cause: error });
    });
    return { page, result: await page.evaluate<T>('globalThis.result'), foreign, told };
  }

  const isDrawn = ([red = 0, , blue = 255]: readonly number[]): boolean =>
    !(red < 20 && blue > 235);

  const greenest = ([red = 0, green = 0]: readonly number[] = []): boolean => green > red;

  function check(result: Result): void {
    expect(result.pixels.map(isDrawn)).toEqual([true, true, true]);
    expect(result.figurePixels.map(isDrawn)).toEqual([true]);
    expect(result.levels).toEqual([0, 1, 2]);
    expect(result.sized).toEqual([0, 2, 0, 0, 2]);
    const [fine = 0, middle = 0, coarse = 0] = result.triangles;
    expect(fine).toBeGreaterThan(middle);
    expect(middle).toBeGreaterThan(coarse);
    expect(result.aborted).toBe('stopped');
    const last = result.progress.at(-1);
    expect(last?.loaded).toBe(last?.total);
    expect(result.isSame).toBe(true);
    expect(result.isOwn).toBe(true);
    expect(result.material).toBe(true);
    expect(result.afterDispose).toBe(0);
    expect(result.gem?.transcoders).toBe(true);
    expect(result.gem?.needsRenderer).toContain('load({ renderer })');
    expect(result.gem?.pixels.map(isDrawn)).toEqual([true]);
    expect(result.gem?.compressed).toBe(true);
  }

  /** Components of React Three Fiber, and pictures of React, Vue and Svelte. */
  async function openComponents(url: string): Promise<Page> {
    const { page, result, foreign, told } = await open<readonly Shown[]>(url);
    expect(told).toEqual([]);
    expect(result.map(({ level }) => level)).toEqual([0, 1, 2]);
    expect(result.map(({ pixel }) => isDrawn(pixel))).toEqual([true, true, true]);
    // Props of one are its own, on every level.
    expect(result.map(({ order }) => order)).toEqual([
      [0, 0, 0],
      [7, 7, 7],
      [0, 0, 0],
    ]);
    expect(result.map(({ rough }) => rough)).toEqual([
      [false, false, false],
      [true, true, true],
      [false, false, false],
    ]);
    const { figure, gem } = await page.evaluate<Record<'figure' | 'gem', Part>>('globalThis.parts');
    expect([isDrawn(figure.pixel), figure.count]).toEqual([true, 2]);
    expect([isDrawn(gem.pixel), gem.map]).toEqual([true, true]);

    const pictures = await page.evaluate<Pictures>('globalThis.pictures()');
    // Nothing moves when a picture arrives.
    expect(pictures.before).toEqual(pictures.after);
    expect(pictures.after.map(([width]) => width)).toEqual([200, 200, 200]);
    expect(pictures.shown).toEqual(
      ['react', 'vue', 'svelte'].map((id) => [true, '200px', id, 'none']),
    );
    expect(pictures).toMatchObject({ clicked: 1, class: 'sky lit' });
    expect(foreign).toEqual([]);
    return page;
  }

  it('components, built by Vite: each in its own detail, and pictures in their place', async () => {
    const server = await serveFolder(join(root, 'dist-vite'));
    const page = await openComponents(`${server.url}/components.html`);
    await page.close();
    await server.close();
  });

  it.each(BUNDLERS)('%s: loads, draws and frees, and asks nobody else', async (bundler) => {
    if (bundler !== 'vite') await writeFile(join(root, `dist-${bundler}/index.html`), PAGE);
    const server = await serveFolder(join(root, `dist-${bundler}`));
    const { page, result, foreign, told } = await open(`${server.url}/`);
    await server.close();
    await page.close();
    expect(told).toEqual([]);
    check(result);
    expect(foreign).toEqual([]);
  });

  it.each(Object.keys(SERVERS))(
    "%s's dev server: an edited prompt replaces the model where it stands",
    async (name) => {
      const { script, config } = SERVERS[name]!;
      const edit = (colour: string): Promise<void> => {
        const edited = structuredClone(MANIFEST);
        edited.assets['props/dragon'].prompt = `a small ${colour} dragon`;
        return writeFile(join(root, 'assets.gen.json'), JSON.stringify(edited));
      };
      await edit('red');
      for (const [file, text] of Object.entries(config)) {
        await mkdir(dirname(join(root, file)), { recursive: true });
        await writeFile(join(root, file), text);
      }
      const server = await startDevCommand(
        [join(REPOSITORY, 'node_modules', script[0]), ...script.slice(1)],
        root,
        {
          PATH: env['PATH'] ?? '',
          ASSETGEN_CACHE_DIR: env['ASSETGEN_CACHE_DIR'] ?? '',
        },
      );
      const { page, result, foreign } = await open(server.url);
      check(result);
      expect(foreign).toEqual([]);
      // What the scan of imports missed would have reloaded the page.
      const isVite = name === 'Vite';
      const components = isVite
        ? await openComponents(new URL('components.html', server.url).href)
        : null;
      const shown = (): Promise<readonly Shown[]> | undefined =>
        components?.evaluate<readonly Shown[]>('globalThis.state()');
      const [, second] = (await shown()) ?? [];
      expect(greenest(second?.pixel)).toBe(false);
      expect(server.said()).not.toContain('reloading');
      const state = `(() => {
        const [dragon] = globalThis.dragons;
        return { x: dragon.scene.position.x, pixels: globalThis.redraw() };
      })()`;
      await page.evaluate('globalThis.stays = true');
      const red = await page.evaluate<{ pixels: number[][]; x: number }>(state);
      await edit('green');
      await expect
        .poll(async () => (await page.evaluate<{ pixels: number[][] }>(state)).pixels)
        .not.toEqual(red.pixels);
      const green = await page.evaluate<{ pixels: number[][]; x: number }>(state);
      expect(green.x).toBe(red.x);
      expect(await page.evaluate('globalThis.stays')).toBe(true);
      if (components !== null) {
        // Red is green now; its place and what its props changed are as before.
        await expect.poll(async () => greenest((await shown())?.[1]?.pixel)).toBe(true);
        const [, after] = (await shown()) ?? [];
        expect(after).toEqual({ ...second, pixel: expect.anything() });
        await components.close();
      }
      await page.close();
      await server.stop();
    },
  );

  it('of an unused model leaves nothing in a bundle, and a name that it lacks is told', async () => {
    await writeFile(
      join(root, 'unused.js'),
      `import { load } from '@gen/props/dragon?three';
       globalThis.used = (dragon) => [dragon.nodes.Wing_R, dragon.nodes.dragon];`,
    );
    // Vite bundles by Rolldown.
    const bundlers = BUNDLERS.filter((bundler) => bundler !== 'vite');
    const built = await runNode(['bundle.mjs', ...bundlers], {
      cwd: root,
      env: { ...env, ENTRY: 'unused.js' },
    });
    expect(built.code, built.stderr).toBe(0);
    const told = (built.stdout + built.stderr).match(/unused\.js: .* has no node "\w+".*$/gm);
    expect(told).toHaveLength(bundlers.length);
    expect(new Set(told?.map((line) => /"\w+"/.exec(line)?.[0]))).toEqual(new Set(['"Wing_R"']));
    for (const bundler of bundlers) {
      const folder = join(root, `dist-${bundler}-unused`);
      const scripts = (await readdir(folder, { recursive: true })).filter((file) =>
        file.endsWith('.js'),
      );
      const texts = await Promise.all(scripts.map((file) => readFile(join(folder, file), 'utf8')));
      // Neither our loader nor that of three.js.
      expect(texts.join(''), bundler).not.toMatch(/TransformStream|KHR_draco_mesh_compression/);
      // Of three.js itself at most what Rollup keeps, which knows nothing of packages.
      expect(texts.join('').length, bundler).toBeLessThan(60_000);
    }
  });

  it('is imported and rendered on a server: pictures whole, of models the place', async () => {
    await writeFile(join(root, 'server.js'), SERVER);
    const built = await runNode(['bundle.mjs', 'ssr'], {
      cwd: root,
      env: { ...env, ENTRY: 'server.js' },
    });
    expect(built.code, built.stderr).toBe(0);
    const ran = await runNode(['dist-ssr-server/server.js'], { cwd: root, env });
    expect(ran.code, ran.stderr).toBe(0);
    const { load, canvas, url, pictures } = JSON.parse(ran.stdout) as Rendered;
    expect(load).toBe('function');
    expect(canvas).toMatch(/^<div/);
    expect(pictures).toHaveLength(3);
    for (const html of pictures) {
      expect(html).toContain(`src="${url}"`);
      expect(html).toMatch(/^(?:<!--.*?-->)*<picture .*<img .*<\/picture>/);
    }
  });

  it('of an image is refused, with what there is', async () => {
    await writeFile(join(root, 'main.js'), "import '@gen/sky?three';");
    const built = await runNode(['bundle.mjs', 'rolldown'], { cwd: root, env });
    expect(built.code).not.toBe(0);
    expect(built.stderr).toContain('ASSETGEN_UNKNOWN_IMPORT');
    expect(built.stderr).toContain('"@gen/sky?three": expected a model, found an image');
    expect(built.stderr).toContain('"@gen/sky?react"');
  });
});
