// A model as a component of React Three Fiber: `@gen/dragon?r3f` beside gltfjsx and drei's useGLTF. Each is one page
// with one model, built by Vite for production and opened in Chromium: bytes of code (scripts and decoders, gzip),
// requests, and the time from the start of the page to the first frame with the model. Once with the peer's defaults
// (`gltfjsx --transform`, whose decoder comes from another origin; that origin is answered here, at once), and once
// with equal settings: the same file. The peers stand in bench/peers/gltfjsx.
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { median, quick, report } from './report.mjs';
import { chromiumPath } from './support/chromium-path.mjs';

const RUNS = quick ? 2 : 9;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const PEERS = here('./peers/gltfjsx');

/** One file of a model, of which the peers get the same bytes, or those that the service gave. */
const MANIFEST = {
  assets: {
    dragon: {
      kind: 'model',
      prompt: 'a small red dragon with golden horns, game ready',
      quality: 'standard',
      faces: 100_000,
      pbr: true,
      outputs: [
        { format: 'glb', textures: { format: 'webp', maxSize: 1024 }, compress: 'meshopt' },
        { format: 'glb', suffix: 'raw' },
      ],
    },
  },
};

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

const page = (model) => `
import { Canvas } from '@react-three/fiber';
import { createElement as h, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
${model}

/** Suspends with the model: what runs here comes with it. */
function Ready() {
  useEffect(() => {
    requestAnimationFrame(() => requestAnimationFrame(() => (globalThis.shown = performance.now())));
  }, []);
  return null;
}

createRoot(document.getElementById('root')).render(
  h(Canvas, { camera: { position: [0, 1, 3] }, dpr: 1, gl: { antialias: false } },
    h('hemisphereLight', { args: [0xffffff, 0x888888, 3] }),
    h(Suspense, { fallback: null }, h(Model), h(Ready))),
);
`;
const HTML =
  '<!doctype html><html><head><link rel="icon" href="data:," /></head><body style="margin:0">' +
  '<div id="root" style="width:320px;height:240px"></div><script type="module" src="/main.jsx"></script></body></html>';

install();
const folder = mkdtempSync(join(tmpdir(), 'assetgen-components-'));
const ours = await buildOurs();
const raw = join(ours, '.assetgen/files/dragon.raw.glb');
const packed = join(ours, '.assetgen/files/dragon.glb');
const equal = await buildPeer('equal', packed, []);
const defaults = await buildPeer('defaults', raw, ['--transform']);

const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--use-gl=angle', '--use-angle=swiftshader'],
});
const results = { ours: [], equal: [], defaults: [] };
const roots = { ours, equal, defaults };
const names = Object.keys(roots);
for (let run = 0; run < RUNS; run++) {
  // Each is first as often as the others.
  const turn = names.map((_, at) => names[(at + run) % names.length]);
  for (const name of turn) results[name].push(await open(join(roots[name], 'dist')));
}
await browser.close();
rmSync(folder, { recursive: true, force: true });

const of = (name, key) => median(results[name].map((each) => each[key]));
for (const [name, title] of [
  ['equal', 'the same file'],
  ['defaults', 'its defaults'],
]) {
  const peer = `gltfjsx + drei, ${title}`;
  const row = (what, key, unit) =>
    report({
      name: `${what} (${title})`,
      value: of('ours', key),
      target: of(name, key),
      unit,
      peer,
    });
  row('code shipped, gzip', 'code', 'KB');
  row('requests', 'requests', '');
  row('requests to other origins', 'foreign', '');
  row('the model', 'model', 'KB');
  row('first frame with the model', 'shown', 'ms');
}

/** The peers, got once before anything is timed. */
function install() {
  if (existsSync(join(PEERS, 'node_modules'))) return;
  const flags = [
    '--no-save',
    '--engine-strict=false',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  const options = { cwd: PEERS, stdio: 'ignore', shell: process.platform === 'win32' };
  const { status } = spawnSync('npm', ['install', ...flags], options);
  if (status !== 0) throw new Error('the peers could not be installed');
}

function project(name, modules, files) {
  const root = join(folder, name);
  mkdirSync(join(root, 'public'), { recursive: true });
  symlinkSync(modules, join(root, 'node_modules'), 'junction');
  const all = { 'index.html': HTML, 'package.json': '{ "type": "module" }', ...files };
  for (const [file, text] of Object.entries(all)) writeFileSync(join(root, file), text);
  return root;
}

async function buildOurs() {
  const root = project('ours', here('../node_modules'), {
    'main.jsx': page("import { Dragon as Model } from '@gen/dragon?r3f';\nvoid Model.preload();"),
    'assets.gen.json': JSON.stringify(MANIFEST),
    'assetgen.config.json': '{ "service": "local" }',
    'package.json':
      '{ "type": "module", "dependencies": { "@react-three/fiber": "*", "three": "*" } }',
    'vite.config.js':
      "import assetgen from '@assetgen/vite-plugin';\nexport default { plugins: [assetgen({ mode: 'generate' })] };\n",
  });
  const env = { ...process.env, CI: '', ASSETGEN_CACHE_DIR: join(folder, 'cache') };
  await run([here('../node_modules/vite/bin/vite.js'), 'build'], root, env);
  return root;
}

/** @param args of gltfjsx, which writes the component and, by its transform, another file */
async function buildPeer(name, glb, args) {
  const root = project(name, join(PEERS, 'node_modules'), {
    'main.jsx': page("import { Model } from './Model.jsx';"),
  });
  cpSync(glb, join(root, 'model.glb'));
  await run(
    [join(PEERS, 'node_modules/gltfjsx/cli.js'), 'model.glb', '-o', 'Model.jsx', ...args],
    root,
  );
  const [, file] =
    /useGLTF\('\/([^']+)'\)/.exec(readFileSync(join(root, 'Model.jsx'), 'utf8')) ?? [];
  cpSync(join(root, file), join(root, 'public', file));
  await run([join(PEERS, 'node_modules/vite/bin/vite.js'), 'build'], root);
  return root;
}

function run(args, cwd, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (said += text));
    }
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${said.slice(-2000)}`));
    });
  });
}

/** One visit with an empty cache. */
async function open(dist) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const file = join(dist, path === '/' ? 'index.html' : decodeURIComponent(path));
    if (!file.startsWith(dist) || !existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const context = await browser.newContext();
  const sizes = { code: 0, model: 0, requests: 0, foreign: 0 };
  // The place from which drei takes its decoder: here, from the three.js of the peers.
  await context.route(/^https:/, async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1);
    const path = join(PEERS, 'node_modules/three/examples/jsm/libs/draco/gltf', name);
    await route.fulfill({ path, headers: { 'access-control-allow-origin': '*' } });
  });
  const bodies = [];
  context.on('response', (response) => {
    const url = new URL(response.url());
    if (!/^https?:$/.test(url.protocol) || url.pathname === '/') return;
    sizes.requests += 1;
    if (url.origin !== origin) sizes.foreign += 1;
    bodies.push(
      response.body().then((body) => {
        const isModel = url.pathname.endsWith('.glb');
        return (sizes[isModel ? 'model' : 'code'] +=
          (isModel ? body : gzipSync(body)).length / 1e3);
      }),
    );
  });
  const tab = await context.newPage();
  await tab.goto(origin);
  await tab.waitForFunction('globalThis.shown', null, { timeout: 120_000 });
  const shown = await tab.evaluate('globalThis.shown');
  await Promise.all(bodies);
  await context.close();
  server.close();
  return { ...sizes, shown };
}
