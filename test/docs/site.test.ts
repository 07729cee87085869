import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { pages, readPage } from './blocks.ts';

const docs = path.join(REPOSITORY, 'docs');
const ofSite = async (file: string) =>
  import(pathToFileURL(path.join(docs, '.vitepress', file)).href);

test('sidebar and llms.txt have every page once, in three parts, with what it is for', async () => {
  const { pagesOfIndex } = await ofSite('pages-of-index.mjs');
  const parts = pagesOfIndex(readPage('docs/README.md'));
  expect(parts.map((part: { text: string }) => part.text)).toEqual([
    'Guides',
    'Reference',
    'Background',
  ]);
  const links = parts.flatMap((part: { items: { link: string }[] }) =>
    part.items.map(({ link }) => `docs${link}.md`),
  );
  const all = pages().filter((file) => /^docs\/.+\//.test(file));
  expect([...links].sort()).toEqual([...all].sort());

  const { llmsText } = await ofSite('llms-text.mjs');
  const texts = llmsText(docs, readPage('docs/README.md')) as Record<string, string>;
  expect(texts['llms.txt']?.match(/^- \[.+\]\(\/\w+\/[\w-]+\): \w.+$/gm)).toHaveLength(all.length);
  for (const file of all) {
    const title = /^# .+$/m.exec(readPage(file))?.[0] ?? '?';
    expect(texts['llms-full.txt']).toContain(title);
  }
  expect(texts['llms-full.txt']).not.toContain('<!-- docs:');
});

test('the first page of the site is the index, so every page is one click away', async () => {
  const { default: config } = await ofSite('config.mjs');
  expect(config.rewrites).toEqual({ 'README.md': 'index.md' });
  const { pagesOfIndex } = await ofSite('pages-of-index.mjs');
  expect(config.themeConfig.sidebar).toEqual(pagesOfIndex(readPage('docs/README.md')));
});

test('anchors of the site are those of a forge', async () => {
  const { anchorOf } = await ofSite('anchor-of.mjs');
  const heading = "What's `expect`? Images, videos & 3D (new_one)";
  expect(anchorOf(heading)).toBe('whats-expect-images-videos--3d-new_one');
});
