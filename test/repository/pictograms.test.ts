import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the drawings that are shipped are those of their sources', async () => {
  const script = `${root}scripts/pictograms.mjs`;
  await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toBeDefined();
});

test('they weigh at most 2 MB, and each work that they come from is named', () => {
  expect(statSync(`${root}packages/generators/data/pictograms.bin`).size).toBeLessThan(2e6);
  const notice = readFileSync(`${root}packages/generators/NOTICE`, 'utf8');
  for (const work of ['Fluent Emoji', 'Material Design Icons', 'emojilib', 'WordNet']) {
    expect(notice).toContain(work);
  }
});
