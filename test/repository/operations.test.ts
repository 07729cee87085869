import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { OPERATIONS } from '@assetgen/client';
import { expect, test } from 'vitest';

const page = new URL('../../docs/reference/operations.md', import.meta.url);

test('docs/reference/operations.md has a whole row for every operation, and its tests exist', () => {
  const rows = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter((cells) => cells.length === 5);
  for (const [name, { method, path, class: kind }] of Object.entries(OPERATIONS)) {
    const row = rows.find((cells) => cells[0] === `\`${method} ${path}\``) ?? [];
    expect(row.slice(1, 3)).toEqual([`\`${name}\``, kind]);
    expect(row[3]).not.toBe('');
    const tests = [...(row[4] ?? '').matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file ?? '');
    expect(tests.length).toBeGreaterThan(0);
    for (const file of tests) {
      expect([file, existsSync(fileURLToPath(new URL(file, page)))]).toEqual([file, true]);
    }
  }
  expect(rows).toHaveLength(Object.keys(OPERATIONS).length);
});
