import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';

/** The digests of all files below a folder. */
export async function digestsOf(folder: string): Promise<Set<string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  return new Set(
    await Promise.all(
      files.map(async (file) => sha256(await readFile(path.join(file.parentPath, file.name)))),
    ),
  );
}

/** A URL, absolute or not, of a file that we made. */
const FILE = /(?:https?:\/\/[\w.:-]+)?[\w./@%-]+\.(?:glb|webp)\b/g;

export interface Answer {
  readonly status: number;
  readonly digest: string;
}
/** All files that the page (as the browser has it) and its style sheets name. */
export async function filesOfPage(
  site: string,
  browser: Browser | null,
): Promise<Map<string, Answer>> {
  const html = browser === null ? await text(site) : await rendered(site, browser);
  const sheets = [...html.matchAll(/(?:href|src)="([^"]+\.css)"/g)].map(
    ([, url = '']) => new URL(url, site).href,
  );
  const texts = await Promise.all(sheets.map(async (url) => ({ url, text: await text(url) })));
  // Relative URLs of a style sheet are relative to it.
  const urls = new Set(
    [{ url: `${site}/`, text: html }, ...texts].flatMap((each) =>
      (each.text.match(FILE) ?? []).map((found) => new URL(found, each.url).href),
    ),
  );
  const answers = await Promise.all(
    [...urls].map(async (url): Promise<[string, Answer]> => {
      const response = await fetch(url);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return [url, { status: response.status, digest: sha256(bytes) }];
    }),
  );
  return new Map(answers);
}

async function rendered(site: string, browser: Browser): Promise<string> {
  const page = await browser.newPage();
  await page.goto(site, { waitUntil: 'networkidle' });
  // A page that scripts draw may be empty long after they came.
  await page.getByAltText('hero').waitFor();
  const html = await page.content();
  await page.close();
  return html;
}

export async function text(url: string | URL): Promise<string> {
  const response = await fetch(url);
  expect({ url: String(url), status: response.status }).toEqual({ url: String(url), status: 200 });
  return response.text();
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
