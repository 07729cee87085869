import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { pages, readPage } from './blocks.ts';

/** `[text](target)` and `![alt](target)`, outside of code. */
function linksOf(file: string): string[] {
  const prose = readPage(file)
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/** The anchors that a forge gives to the headings of a page. */
function anchorsOf(file: string): Set<string> {
  const prose = readPage(file).replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
  const seen = new Map<string, number>();
  return new Set(
    [...prose.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = '']) => {
      const anchor = heading
        .toLowerCase()
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-');
      const times = seen.get(anchor) ?? 0;
      seen.set(anchor, times + 1);
      return times === 0 ? anchor : `${anchor}-${times}`;
    }),
  );
}

test('every link leads to a file of the repository, and to a heading of it', () => {
  const broken: string[] = [];
  let count = 0;
  for (const file of pages()) {
    for (const link of linksOf(file)) {
      count += 1;
      if (link.startsWith('https://')) continue;
      const [target = '', anchor] = link.split('#');
      const page = target === '' ? file : path.join(path.dirname(file), target);
      const found = existsSync(path.join(REPOSITORY, page));
      if (!found || (anchor !== undefined && !anchorsOf(page).has(anchor))) {
        broken.push(`${file}: ${link}`);
      }
    }
  }
  expect(broken).toEqual([]);
  expect(count).toBeGreaterThan(30);
});

test('every page of docs/ can be reached from the README', () => {
  const reached = new Set<string>();
  const queue = ['README.md'];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file) || !existsSync(path.join(REPOSITORY, file))) continue;
    reached.add(file);
    for (const link of linksOf(file)) {
      const target = link.split('#')[0] ?? '';
      if (!target.endsWith('.md') || target.includes('://')) continue;
      queue.push(path.join(path.dirname(file), target));
    }
  }
  expect(pages().filter((file) => file.startsWith('docs/') && !reached.has(file))).toEqual([]);
});
