// npm run picture:models: docs/models.jpg, a model as the service gave it beside what pages and games
// load of it: drawn by our own rasteriser, and by three.js in Chromium.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderThumbnail } from '@assetgen/core';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { serveViewer } from './three-viewer/serve.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const PROMPT = 'a small red dragon with golden horns, game ready';
const TILE = 440;
const COLUMNS = [
  { suffix: null, title: 'As the service gave it', code: '"glb"' },
  { suffix: 'web', title: 'For a page', code: '"preset": "web"' },
  { suffix: 'mobile', title: 'For a phone', code: '"preset": "mobile"' },
  { suffix: 'far', title: 'Far away in a game', code: '"maxTriangles": 3000' },
];
const OUTPUTS = [
  'glb',
  { format: 'glb', suffix: 'web', preset: 'web' },
  { format: 'glb', suffix: 'mobile', preset: 'mobile' },
  { format: 'glb', suffix: 'far', preset: 'mobile', maxTriangles: 3000, maxError: 0.05 },
];

const folder = mkdtempSync(join(tmpdir(), 'assetgen-picture-'));
const columns = build(folder);
const viewer = await serveViewer(new Map(columns.map((each) => [each.name, each.glb])));
const executablePath =
  process.env.CHROMIUM_PATH ?? spawnSync('which', ['chromium'], { encoding: 'utf8' }).stdout.trim();
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader'],
});
try {
  const page = await browser.newPage({ viewport: { width: TILE * 4 + 120, height: 1000 } });
  await page.goto(viewer.url);
  await page.waitForFunction('globalThis.ready === true');
  for (const each of columns) {
    const options = { size: TILE * 2 };
    each.three = await page.evaluate(([url, o]) => globalThis.show(url, o), [each.name, options]);
    each.wires = await page.evaluate(
      ([url, o]) => globalThis.show(url, { ...o, wireframe: true }),
      [each.name, options],
    );
    const own = await renderThumbnail(each.glb, { width: TILE, background: 'studio' });
    each.own = `data:image/png;base64,${Buffer.from(own).toString('base64')}`;
    console.log(`${each.name}: ${each.facts.join(', ')}`);
  }
  await page.setContent(html(columns));
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  const picture = await page.screenshot({ fullPage: true });
  await sharp(picture).jpeg({ quality: 86, mozjpeg: true }).toFile(join(root, 'docs/models.jpg'));
} finally {
  await browser.close();
  viewer.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Runs the command on a project of one model. */
function build(cwd) {
  mkdirSync(join(cwd, 'cache'));
  writeFileSync(join(cwd, 'assetgen.config.json'), JSON.stringify({ service: 'local' }));
  const dragon = { kind: 'model', prompt: PROMPT, quality: 'standard', faces: 500_000 };
  const manifest = { assets: { dragon: { ...dragon, outputs: OUTPUTS } } };
  writeFileSync(join(cwd, 'assets.gen.json'), JSON.stringify(manifest));
  const { status } = spawnSync(process.execPath, [join(root, 'dist/main.js'), 'build'], {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, CI: '', ASSETGEN_CACHE_DIR: join(cwd, 'cache') },
  });
  if (status !== 0) throw new Error('the build failed');
  const { outputs } = JSON.parse(readFileSync(join(cwd, 'assets.gen.lock.json'), 'utf8')).assets
    .dragon;
  return COLUMNS.map(({ suffix, ...texts }) => {
    const name = `dragon${suffix === null ? '' : `.${suffix}`}.glb`;
    const { bytes, meta } = outputs[name];
    const facts = [size(bytes), `${meta.triangles.toLocaleString('en')} triangles`];
    return { ...texts, name, facts, glb: readFileSync(join(cwd, '.assetgen/files', name)) };
  });
}

function size(bytes) {
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function html(all) {
  const row = (title, image) => `
    <div class="label">${title}</div>
    ${all.map((each) => `<img src="${image(each)}" alt="" />`).join('')}`;
  return `<!doctype html>
    <style>
      body { margin: 0; padding: 44px 52px 48px; background: #fbfaf8; color: #22252c;
        font: 18px/1.4 'Inter', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif; }
      main { display: grid; grid-template-columns: 24px repeat(4, ${TILE - 28}px); gap: 14px; align-items: center; }
      header { align-self: end; padding: 0 2px 6px; }
      h2 { margin: 0 0 2px; font-size: 23px; letter-spacing: -0.01em; }
      code { font: 15px/1.4 'DejaVu Sans Mono', monospace; color: #6a6f7c; }
      p { margin: 8px 0 0; font-size: 21px; font-variant-numeric: tabular-nums; }
      p b { color: #b8322a; }
      img { display: block; width: 100%; border-radius: 10px; }
      .label { writing-mode: vertical-rl; transform: rotate(180deg); justify-self: center;
        font-size: 15px; color: #6a6f7c; white-space: nowrap; }
    </style>
    <main>
      <div></div>
      ${all
        .map(
          ({ title, code, facts }) =>
            `<header><h2>${title}</h2><code>${code}</code><p><b>${facts[0]}</b> · ${facts[1]}</p></header>`,
        )
        .join('')}
      ${row('renderThumbnail', (each) => each.own)}
      ${row('three.js', (each) => each.three.image)}
      ${row('three.js, its triangles', (each) => each.wires.image)}
    </main>`;
}
