import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';

const read = (file: string): string => readFileSync(`${REPOSITORY}/${file}`, 'utf8');
/** Variables of the environment look like codes, and some are both: those that the docs list. */
const VARIABLES = new Set(
  read('docs/reference/config.md').match(/(?<=^\| `)ASSETGEN_[A-Z_]+(?=`)/gm) ?? [],
);
/** In the journal only; never shown. */
const INNER = /^ASSETGEN_UNEXPECTED$/;
/** The conformance suite of the service and its fuzzing, which are tests. */
const TESTS = /^ASSETGEN_(CONFORMANCE_|FUZZ)/;

test('every code of an error stands in docs/reference/errors.md, and no other', () => {
  const files = execFileSync('git', ['ls-files', 'packages/*/src/*.ts', 'src/*.ts'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && !/\.test(-d)?\.ts$|\/testing\//.test(file));
  expect(files.length).toBeGreaterThan(100);
  const used = new Set<string>();
  for (const file of files) {
    for (const [, code = ''] of read(file).matchAll(/['"](ASSETGEN_[A-Z_]+)['"]/g)) {
      const isOther = INNER.test(code) || TESTS.test(code);
      if (!isOther) used.add(code);
    }
  }
  const page = read('docs/reference/errors.md');
  const told = new Set(
    page
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => line.split('|')[1]?.match(/ASSETGEN_[A-Z_]+/g) ?? []),
  );
  expect([...used].filter((code) => !told.has(code) && !VARIABLES.has(code))).toEqual([]);
  expect([...told].filter((code) => !used.has(code))).toEqual([]);
});
