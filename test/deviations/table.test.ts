import { readFileSync } from 'node:fs';
import { DEVIATION_GROUPS, DEVIATIONS } from '@assetgen/service/deviations';
import { expect, test } from 'vitest';
import { EXPECTED_NAMES, expectedOf } from './expectations.ts';

test('every row is played by one of the files beside this one', () => {
  const files = ['creates', 'refusals', 'results'].map((name) =>
    readFileSync(new URL(`${name}.test.ts`, import.meta.url), 'utf8'),
  );
  for (const title of Object.keys(DEVIATION_GROUPS)) {
    expect([title, files.filter((text) => text.includes(`'${title}'`)).length]).toEqual([title, 1]);
  }
});

test('an expectation of its own belongs to a row, and every row that fails says with what words', () => {
  const names = new Set(DEVIATIONS.map(({ name }) => name));
  expect(EXPECTED_NAMES.filter((name) => !names.has(name))).toEqual([]);
  const mute = DEVIATIONS.filter(
    (row) => row.outcome !== 'taken' && expectedOf(row).words.length === 0,
  );
  expect(mute.map(({ name }) => name)).toEqual([]);
});

test('no row expects more points than one purchase costs', () => {
  for (const row of DEVIATIONS) {
    const { points, journey } = expectedOf(row);
    expect([row.name, points[1] <= journey.price]).toEqual([row.name, true]);
  }
});
