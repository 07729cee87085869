import type { Page } from 'playwright-core';

/**
 * Opens a page of a Vite dev server and waits until its socket is open: an update that the server
 * sends before then reaches nobody, and a test that waits for what it changes waits for ever.
 */
export async function gotoDev(page: Page, url: string): Promise<void> {
  const connected = page.waitForEvent('console', (line) => line.text() === '[vite] connected.');
  await Promise.all([page.goto(url), connected]);
}
