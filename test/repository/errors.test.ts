import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exitCodeOf } from '../../src/exit-codes.ts';
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

test('the command ends with the exit code that docs/reference/errors.md tells', () => {
  const sections = read('docs/reference/errors.md').split(/^## /m);
  const told = sections.flatMap((section) => {
    const whole = /^[^\n]*: exit (\d+)$/m.exec(section.split('\n')[0] ?? '')?.[1];
    const rows = section.split('\n').filter((line) => line.startsWith('| `ASSETGEN_'));
    return rows.flatMap((row) => {
      const [, codes = '', own = ''] = row.split('|');
      const exit = /^\s*\d+\s*$/.test(own) ? own : whole;
      const names = codes.match(/ASSETGEN_[A-Z_]+/g) ?? [];
      return exit === undefined ? [] : names.map((code) => [code, Number(exit)]);
    });
  });
  expect(told.length).toBeGreaterThan(60);
  expect(told.map(([code]) => [code, exitCodeOf([String(code)])])).toEqual(told);
});

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
