import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';

const FILES = {
  'hooks.test.js': `
    describe('a group', () => {
      beforeAll(() => { throw new Error('its set-up'); });
      test('never runs', () => {});
    });`,
  'tests.test.js': `
    let tries = 0;
    test('at the second try', { retry: 1 }, () => { expect(++tries).toBe(2); });
    test('never', () => { throw new Error('always'); });
    test('at once', () => {});
    test.skip('not now', () => {});`,
  'broken.test.js': `import './away.js';`,
};

test('the summary of `npm test` names what failed, set-ups and files that do not load too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'counts-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const file = join(folder, 'counts.json');
  const reporter = join(import.meta.dirname, '../../scripts/counts-reporter.mjs');
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--globals', `--root=${folder}`, `--reporter=${reporter}`];
  await runNode(args, { cwd: folder, env: { ...cleanEnv(), TEST_COUNTS_FILE: file } });

  const counts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  expect(counts).toMatchObject({ passed: 2, skipped: 2 });
  expect((counts['failures'] as string[]).toSorted()).toEqual([
    expect.stringMatching(/^broken.test.js: .*away\.js/),
    'hooks.test.js › a group: its set-up',
    'tests.test.js › never: always',
  ]);
  expect(counts['secondTries']).toEqual([
    expect.stringContaining('tests.test.js › at the second try: expected 1 to be 2'),
  ]);
  // Of these it prints the slowest.
  const files = counts['files'] as { file: string; seconds: number }[];
  expect(files.map(({ file }) => file).toSorted()).toEqual(Object.keys(FILES).toSorted());
  expect(files.find(({ file }) => file === 'tests.test.js')?.seconds).toBeGreaterThan(0);
});
