import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { expandHome } from './expand-home.ts';

it.each([
  ['~', os.homedir()],
  ['~/.cache/assetgen', path.join(os.homedir(), '.cache/assetgen')],
  ['~someone/cache', '~someone/cache'],
  ['./~/cache', './~/cache'],
  ['/a/~/cache', '/a/~/cache'],
  ['', ''],
])('%s is %s', (given, folder) => {
  expect(expandHome(given)).toBe(folder);
});
