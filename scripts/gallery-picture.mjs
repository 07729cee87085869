// npm run screenshot:gallery: makes a project by the embedded service and takes the pictures of its
// gallery for the guide: docs/gallery.jpg, gallery-compare.webp and gallery-stage.webp. Takes some minutes.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const command = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const docs = fileURLToPath(new URL('../docs/', import.meta.url));
const root = join(mkdtempSync(join(tmpdir(), 'gallery-picture-')), 'harbour-town');
const env = { ...process.env, ASSETGEN_CACHE_DIR: join(root, '.cache') };
delete env.CI;

const model = (prompt, more = {}) => ({ kind: 'model', prompt, ...more });
const image = (prompt, width) => ({
  kind: 'image',
  prompt,
  aspectRatio: '16:9',
  outputs: [{ format: 'webp', width }],
});
const LODS = [
  'glb',
  { format: 'glb', suffix: 'lod1', simplify: 0.25, compress: 'meshopt' },
  { format: 'glb', suffix: 'lod2', simplify: 0.08, compress: 'draco' },
];
const assets = {
  'backdrops/hills': image('rolling green hills at dusk', 960),
  'backdrops/sea': image('a calm sea under a pink sunset', 960),
  'buildings/castle': model('a castle with blue roofs'),
  'buildings/cottage': model('a cozy stone cottage with a red roof'),
  'buildings/windmill': model('a windmill'),
  'characters/fox': model('a fox with a white belly'),
  'characters/knight': model('a knight in shining armor', { variants: 3 }),
  'characters/robot': model('a friendly robot'),
  'nature/mushrooms': model('spotted mushrooms'),
  'props/chair': model('a red wooden chair', { variants: 2 }),
  'props/chest': model('a wooden treasure chest with golden bands, full of gold, open'),
  'props/dragon': model('a small red dragon, game ready', { variants: 3, outputs: LODS }),
  'vehicles/ship': model('a pirate ship'),
};
const defaults = { model: { quality: 'standard', faces: 100_000 } };
const node = (...args) => execFileSync(process.execPath, args, { env, stdio: 'inherit' });

mkdirSync(root);
writeFileSync(join(root, 'assetgen.config.json'), '{ "service": "local" }');
const write = (more = {}) =>
  writeFileSync(
    join(root, 'assets.gen.json'),
    JSON.stringify({ defaults, assets: { ...assets, ...more } }, null, 2),
  );
write();
node(command, 'build', '--root', root);
write({ 'nature/oak': model('an old oak tree') });
node(command, 'build', '--draft', '--root', root);

const args = [command, 'ui', '--root', root, '--port', '0', '--json'];
const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--use-gl=angle', '--use-angle=swiftshader'],
});
try {
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url } = JSON.parse(line);
  const shots = [];
  for (const [route, colorScheme, ready] of [
    ['', 'light', '.card .picture.shown'],
    ['#/asset/props/dragon', 'dark', '.model-view.shown'],
  ]) {
    const viewport = { width: 1120, height: 800 };
    const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
    await page.goto(url + route);
    await page.locator(ready).first().waitFor();
    // Pictures are made one after the other.
    await page.waitForFunction(
      () => {
        const all = [...document.querySelectorAll('.tile img, .variant img, .history img')];
        return all.length > 3 && all.every((each) => each.complete && each.naturalWidth > 0);
      },
      undefined,
      { timeout: 300_000 },
    );
    await page.waitForTimeout(1500);
    shots.push(await page.screenshot());
    await page.close();
  }
  const [left, right] = shots;
  await sharp({ create: { width: 2240, height: 800, channels: 3, background: '#fff' } })
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: 1120, top: 0 },
    ])
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(join(docs, 'gallery.jpg'));
  const page = await browser.newPage({
    viewport: { width: 1200, height: 700 },
    reducedMotion: 'reduce',
  });
  const take = async (name) => {
    await page.waitForTimeout(1500);
    await sharp(await page.screenshot())
      .webp({ quality: 85 })
      .toFile(join(docs, name));
  };
  await page.goto(`${url}#/asset/props/chair?compare=variant:1*variant:2`);
  await page.locator('.comparison .model-view.shown').nth(1).waitFor();
  await take('gallery-compare.webp');
  await page.goto(`${url}#/asset/props/chair`);
  await page.locator('.stage .model-view.shown').waitFor();
  for (const name of ['Wireframe', 'Grid', 'Figure, 1.8 m']) {
    await page.getByRole('checkbox', { name }).check();
  }
  await take('gallery-stage.webp');
  for (const name of ['gallery.jpg', 'gallery-compare.webp', 'gallery-stage.webp']) {
    console.log(`docs/${name}: ${Math.round(statSync(join(docs, name)).size / 1024)} kB`);
  }
} finally {
  await browser.close();
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
  rmSync(join(root, '..'), { recursive: true, force: true });
}
