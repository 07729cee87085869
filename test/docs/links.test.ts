import { execFileSync } from 'node:child_process';
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

/** Pages that a page links to. */
function linkedPages(file: string): string[] {
  return linksOf(file)
    .map((link) => link.split('#')[0] ?? '')
    .filter((target) => target.endsWith('.md') && !target.includes('://'))
    .map((target) => path.join(path.dirname(file), target));
}

test('every page of docs/ is one click from its index, and two from the README', () => {
  expect(linkedPages('README.md')).toContain('docs/README.md');
  const index = new Set(['docs/README.md', ...linkedPages('docs/README.md')]);
  const guides = pages().filter((file) => file.startsWith('docs/'));
  expect(guides.filter((file) => !index.has(file))).toEqual([]);
  expect(guides.length).toBeLessThan(30);
});

test('no page of docs/ is shorter than a screen', () => {
  const short = pages().filter(
    (file) => /^docs\/.+\//.test(file) && readPage(file).split('\n').length < 40,
  );
  expect(short).toEqual([]);
});

test('every page of docs/ that code, a script or a test names is there', () => {
  const found = execFileSync(
    'git',
    ['grep', '--untracked', '-ohE', String.raw`\bdocs/[a-z-]+(/[a-z-]+)*\.md\b`],
    { cwd: REPOSITORY, encoding: 'utf8' },
  );
  const named = [...new Set(found.trim().split('\n'))];
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((file) => !existsSync(path.join(REPOSITORY, file)))).toEqual([]);
});
