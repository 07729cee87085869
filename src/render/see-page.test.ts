import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { seePage } from './see-page.ts';

const ADDRESSES = {
  homepage: 'https://docs.example/',
  repository: { url: 'git+https://host.example/team/assetgen.git' },
};
const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));

it('gives the address of a page or of a place on it, and no line without one', () => {
  expect(seePage('guides/ci', '', {}, ADDRESSES)).toEqual(['  See https://docs.example/guides/ci']);
  expect(seePage('guides/ci', 'let-ci-buy', {}, ADDRESSES)).toEqual([
    '  See https://docs.example/guides/ci#let-ci-buy',
  ]);
  expect(seePage('guides/ci', '', {}, {})).toEqual([]);
});

it('every page and place that a message names is there', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const named = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(path.join(SOURCES, file), 'utf8').matchAll(
        /seePage\(\s*'(?<page>[^']+)',\s*(?:'(?<anchor>[^']*)')?/g,
      ),
    ]);
  expect(named.length).toBeGreaterThan(4);
  for (const { groups } of named) {
    const file = path.join(DOCS, `${groups?.['page']}.md`);
    expect(existsSync(file), file).toBe(true);
    const anchor = groups?.['anchor'] ?? '';
    const headings = readFileSync(file, 'utf8').match(/^#+ .*/gm) ?? [];
    const anchors = headings.map((text) =>
      text.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'),
    );
    if (anchor !== '') expect(anchors, `${groups?.['page']}#${anchor}`).toContain(anchor);
  }
});
