import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';

/** Rows of the table below a heading of a page, each as its cells. */
function tableBelow(page: string, heading: string): string[][] {
  const text = readFileSync(join(REPOSITORY, page), 'utf8');
  const section = text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('each promise of docs/background/security.md names whom it holds against, and tests that are there', () => {
  const rows = tableBelow('docs/background/security.md', 'Promises and their tests');
  expect(rows.length).toBeGreaterThan(15);
  for (const [promise = '', against = '', held = ''] of rows) {
    expect(promise).not.toBe('');
    expect(against, promise).not.toBe('');
    const files = [...held.matchAll(/\(\.\.\/\.\.\/([^)]+\.test\.ts)\)/g)].map(
      ([, file = '']) => file,
    );
    expect(files, promise).not.toEqual([]);
    for (const file of files)
      expect([file, existsSync(join(REPOSITORY, file))]).toEqual([file, true]);
  }
});
