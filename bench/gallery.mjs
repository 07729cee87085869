// The gallery of 2,000 assets in Chromium: until the first cards are painted, and while scrolling; and of a model until
// its stage shows its thumbnail.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { median, quick, report } from './report.mjs';
import { chromiumPath } from './support/chromium-path.mjs';
import { makeManyAssets, measureGallery, measureStage } from './support/many-assets.mjs';

const command = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'gallery-'));
const env = { ...process.env, CI: '', ASSETGEN_CACHE_DIR: join(root, '.cache') };
delete env.CI;

await makeManyAssets(root, 2000);
execFileSync(process.execPath, [command, 'build', '--root', root], { env, stdio: 'ignore' });
/** A project of one model. */
const alone = join(root, 'alone');
mkdirSync(alone);
writeFileSync(join(alone, 'assetgen.config.json'), '{ "service": "local" }');
const crate = { kind: 'model', prompt: 'a wooden crate', quality: 'standard', faces: 100_000 };
writeFileSync(join(alone, 'assets.gen.json'), JSON.stringify({ assets: { crate } }));
execFileSync(process.execPath, [command, 'build', '--root', alone], { env, stdio: 'ignore' });

const children = [];
/** @param {string} of @returns {Promise<string>} the URL of its gallery */
async function serve(of) {
  const args = [command, 'ui', '--root', of, '--port', '0', '--json'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return JSON.parse(line).url;
}
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const url = await serve(root);
  // The first visit finds a server that has not looked at the project yet.
  const visits = [];
  for (let i = 0; i < (quick ? 2 : 6); i++) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    visits.push(await measureGallery(page, url));
    await page.close();
  }
  const [cold, ...warm] = visits;
  const of = (key) => median(warm.map((visit) => visit[key]));
  report({
    name: '2,000 assets, first visit: first cards',
    value: of('firstPaint'),
    target: 500,
    unit: 'ms',
  });
  report({
    name: '2,000 assets, first visit: all cards',
    value: cold.firstPaint,
    target: 1000,
    unit: 'ms',
  });
  report({
    name: 'longest task while scrolling',
    value: of('longestTask'),
    target: 100,
    unit: 'ms',
  });
  report({ name: 'cards in the page at once', value: of('cards'), target: 80 });
  const model = await serve(alone);
  const stages = [];
  for (let i = 0; i < (quick ? 2 : 6); i++) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    stages.push(await measureStage(page, model));
    await page.close();
  }
  report({
    name: 'a model, until its stage shows its thumbnail',
    value: median(stages),
    target: 200,
    unit: 'ms',
  });
} finally {
  await browser.close();
  for (const child of children) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
  rmSync(root, { recursive: true, force: true });
}
