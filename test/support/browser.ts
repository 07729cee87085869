import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

const PATH = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** False where no Chromium is installed; tests that need one say so in one line and skip. */
export const hasChromium: boolean = existsSync(PATH);
if (!hasChromium) console.warn(`No Chromium at ${PATH}: set CHROMIUM_PATH to run browser tests.`);

/** Chromium without a GPU, a sandbox or a word to the network. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: PATH,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
