import { pageAddress } from '@assetgen/core/warm';
import { expect, test } from 'vitest';
import { printError } from './error.ts';

const repository = { url: 'git+https://host.example/team/assetgen.git' };

test('of the site, or of the page in the repository; none before a release has said where', () => {
  const address = (homepage: string): string | null =>
    pageAddress('reference/errors', 'assetgen_budget', { homepage, repository });
  expect(address('https://assetgen.example/')).toBe(
    'https://assetgen.example/reference/errors#assetgen_budget',
  );
  expect(address('https://host.example/team/assetgen/tree/main/docs#readme')).toBe(
    'https://host.example/team/assetgen/blob/main/docs/reference/errors.md#assetgen_budget',
  );
  expect(pageAddress('reference/errors', 'x', {})).toBe(null);
  // The repository names no host, so neither do messages of what was built from it.
  expect(pageAddress('reference/errors', 'x')).toBe(null);
});

test('an error ends with the address of its row', () => {
  const error = { code: 'ASSETGEN_BUDGET', message: 'hero needs 20 points', hint: 'Raise it.' };
  const addresses = { homepage: 'https://assetgen.example', repository };
  expect(printError(error, false, null, addresses).split('\n').slice(1)).toEqual([
    '  → Raise it.',
    '  See https://assetgen.example/reference/errors#assetgen_budget',
  ]);
  expect(printError(error, false)).not.toContain('See ');
});
