import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, REPOSITORY } from '../support/app.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { startDevCommand } from '../support/dev-command.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';
import { serveFolder } from '../support/static-server.ts';

const BUNDLERS = ['vite', 'webpack', 'rspack', 'rolldown', 'esbuild'] as const;

const glb = (more: object) => [{ format: 'glb', ...more }];
const MANIFEST = {
  assets: {
    'props/dragon': {
      kind: 'model',
      prompt: 'a small red dragon',
      quality: 'standard',
      faces: 100_000,
      outputs: glb({ lods: [1, 0.3, 0.1], compress: 'meshopt' }),
    },
    figure: {
      kind: 'model',
      prompt: 'a knight',
      outputs: glb({ maxTriangles: 5000, compress: 'draco' }),
    },
    gem: {
      kind: 'model',
      prompt: 'a wooden crate',
      quality: 'standard',
      faces: 100_000,
      pbr: true,
      outputs: glb({ textures: { format: 'ktx2', maxSize: 256 } }),
    },
    sky: { kind: 'image', prompt: 'clouds' },
  },
};

/** Three dragons, near, farther and far; then what else there is, each alone in the middle. */
const MAIN = `
import { Box3, Color, HemisphereLight, OrthographicCamera, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
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
const gem = { needsRenderer, pixels: seen([crate.scene]), compressed: map.isCompressedTexture === true };
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
  isOwn: figure.nodes[name].isObject3D && figure.nodes[name] !== second.nodes[name],
  material: Object.values(figure.materials)[0] === Object.values(second.materials)[0],
};
`;

const PAGE =
  '<!doctype html><html><head><link rel="icon" href="data:," /></head><body><script type="module" src="./main.js"></script></body></html>';

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
    readonly pixels: readonly (readonly number[])[];
    readonly compressed: boolean;
  } | null;
  readonly progress: readonly { readonly loaded: number; readonly total: number }[];
  readonly levels: readonly number[];
  readonly triangles: readonly number[];
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
      'package.json': '{ "type": "module", "dependencies": { "three": "*" } }',
      'main.js': MAIN,
      'index.html': PAGE,
      'bundle.mjs': await readFile(new URL('code-bundle.mjs', import.meta.url), 'utf8'),
    });
    env = cleanEnv();
    browser = await launchChromium();
    const built = await runNode(['bundle.mjs', ...BUNDLERS], { cwd: root, env });
    expect(built.code, built.stderr).toBe(0);
  });
  afterAll(() => browser.close());

  async function open(url: string) {
    const page = await browser.newPage();
    const foreign: string[] = [];
    const told: string[] = [];
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'blob:' && origin !== new URL(url).origin) foreign.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') told.push(message.text());
    });
    page.on('pageerror', (error) => told.push(error.message));
    await page.goto(url);
    await page
      .waitForFunction('globalThis.result !== undefined', null, { timeout: 90_000 })
      .catch((error: unknown) => {
        throw new Error(`no result: ${told.join('\n')}`, { cause: error });
      });
    return { page, result: await page.evaluate<Result>('globalThis.result'), foreign, told };
  }

  function check(result: Result): void {
    const isDrawn = ([red = 0, , blue = 255]: readonly number[]) => !(red < 20 && blue > 235);
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
    expect(result.isOwn).toBe(true);
    expect(result.material).toBe(true);
    expect(result.afterDispose).toBe(0);
    expect(result.gem?.needsRenderer).toContain('load({ renderer })');
    expect(result.gem?.pixels.map(isDrawn)).toEqual([true]);
    expect(result.gem?.compressed).toBe(true);
  }

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
      expect(server.said()).not.toContain('reloading');
      const state = `(() => {
        const [dragon] = globalThis.dragons;
        return { x: dragon.scene.position.x, pixels: globalThis.redraw() };
      })()`;
      await page.evaluate('globalThis.stays = true');
      const red = await page.evaluate<{ pixels: number[][]; x: number }>(state);
      await edit('green');
      await expect
        .poll(async () => (await page.evaluate<{ pixels: number[][] }>(state)).pixels, {
          timeout: 120_000,
        })
        .not.toEqual(red.pixels);
      const green = await page.evaluate<{ pixels: number[][]; x: number }>(state);
      expect(green.x).toBe(red.x);
      expect(await page.evaluate('globalThis.stays')).toBe(true);
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
