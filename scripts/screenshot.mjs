// npm run screenshot: builds the example and takes the README's picture of it.
import { createRequire } from 'node:module';
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

process.env.ASSETGEN_MODE ??= 'generate';

const repository = fileURLToPath(new URL('..', import.meta.url));
const root = join(repository, 'examples/vite-three');
const picture = join(repository, 'docs/vite-three.jpg');
const { build, preview } = await import(createRequire(join(root, 'package.json')).resolve('vite'));

await build({ root, logLevel: 'warn' });
const server = await preview({ root, logLevel: 'warn', preview: { host: '127.0.0.1', port: 0 } });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--use-gl=angle', '--use-angle=swiftshader'],
});
try {
  // Still, so that two pictures of one page are one picture.
  const page = await browser.newPage({
    viewport: { width: 1280, height: 720 },
    deviceScaleFactor: 1.25,
    reducedMotion: 'reduce',
  });
  await page.goto(server.resolvedUrls.local[0]);
  await page.locator('html[data-state=ready]').waitFor();
  await page.waitForFunction(() => document.getElementById('backdrop').complete);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  mkdirSync(dirname(picture), { recursive: true });
  await page.screenshot({ path: picture, type: 'jpeg', quality: 84 });
} finally {
  await browser.close();
  await server.close();
}
console.log(`${relative(process.cwd(), picture)}: ${Math.round(statSync(picture).size / 1024)} kB`);
