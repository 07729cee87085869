import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import others from '../../bench/support/beside-others.json' with { type: 'json' };
import { REPOSITORY } from '../support/app.ts';

interface Row {
  readonly bench: string;
  readonly name: string;
  readonly peer?: string;
}

test('what the comparison says was measured is on record, and all of that is said', () => {
  const page = readFileSync(join(REPOSITORY, 'docs/background/comparison.md'), 'utf8');
  const [, measured = ''] = page.split(/<!-- (?:Measured|End of what was measured)\b.*-->/);
  const said = measured
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.replaceAll('\\', '').trim()))
    .filter(([, bench]) => bench !== 'benchmark' && !/^-+$/.test(bench ?? ''))
    .map(([, bench, name, peer]) => ({ bench, name, peer }));
  const record = JSON.parse(
    readFileSync(join(REPOSITORY, 'bench/record.json'), 'utf8'),
  ) as readonly Row[];
  // Others are measured beside a smaller one of their own, or a bare start of Node.
  const besideOthers = new Set(others);
  const recorded = record
    .filter(({ bench, peer }) => peer !== undefined && besideOthers.has(bench))
    .map(({ bench, name, peer }) => ({ bench, name, peer }));
  expect(measured.trim()).not.toBe('');
  expect(said).toEqual(recorded);
});
