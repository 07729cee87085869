// A project of very many assets that is made without a service: pictures of a few files, converted.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const SOURCES = 60;
const FOLDERS = ['props', 'backdrops', 'icons', 'characters', 'ui'];

/**
 * @param {string} root an empty folder
 * @param {number} count
 */
export async function makeManyAssets(root, count) {
  mkdirSync(join(root, 'art'), { recursive: true });
  for (let i = 0; i < SOURCES; i++) {
    const hue = (i * 360) / SOURCES;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360"><rect width="480" height="360" fill="hsl(${hue},35%,72%)"/><circle cx="${120 + i * 4}" cy="190" r="${60 + i}" fill="hsl(${(hue + 40) % 360},60%,45%)"/></svg>`;
    writeFileSync(join(root, `art/${i}.png`), await sharp(Buffer.from(svg)).png().toBuffer());
  }
  const assets = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `${FOLDERS[i % FOLDERS.length]}/asset-${String(i).padStart(4, '0')}`,
      {
        kind: 'image',
        source: `./art/${i % SOURCES}.png`,
        outputs: [{ format: 'webp', width: 320 }],
      },
    ]),
  );
  writeFileSync(join(root, 'assets.gen.json'), JSON.stringify({ assets }, null, 2));
  writeFileSync(join(root, 'assetgen.config.json'), '{ "service": "local" }');
}

/**
 * Opens the gallery and scrolls to its end; unit: milliseconds.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} url
 */
export async function measureGallery(page, url) {
  await page.addInitScript(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        window.longest = Math.max(window.longest, duration);
    }).observe({ type: 'longtask', buffered: true });
    // The first frame in which cards stand.
    const look = () => {
      if (document.querySelector('.card') === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => void (window.painted = performance.now()));
    };
    requestAnimationFrame(look);
  });
  await page.goto(url);
  await page.waitForFunction(() => window.painted !== undefined);
  const firstPaint = await page.evaluate(() => window.painted);
  await page.waitForTimeout(500);
  const scrolled = await page.evaluate(async () => {
    window.longest = 0;
    let frames = 0;
    let most = 0;
    const end = document.documentElement.scrollHeight - innerHeight;
    // As fast as a person spins a wheel, and then a jump to the end and back.
    for (let y = 0; y < Math.min(end, 30_000); y += 120) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      frames += 1;
      most = Math.max(most, document.querySelectorAll('.card').length);
    }
    for (const y of [end, 0, end / 2]) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return { longestTask: window.longest, frames, cards: most, height: end };
  });
  return { firstPaint, ...scrolled };
}

/**
 * From the click on a card until the frame in which the stage of its page shows a picture; unit: milliseconds.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} url
 * @returns {Promise<number>}
 */
export async function measureStage(page, url) {
  await page.goto(url);
  await page.locator('.card img.shown').first().waitFor();
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const began = performance.now();
        const look = () => {
          if (document.querySelector('.stage .poster.shown') === null) requestAnimationFrame(look);
          else requestAnimationFrame(() => resolve(performance.now() - began));
        };
        document.querySelector('.card a').click();
        requestAnimationFrame(look);
      }),
  );
}
