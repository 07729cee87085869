import { expect, test } from 'vitest';
import { installed } from '../../bench/support/installed.mjs';
import { REPOSITORY } from '../support/app.ts';

const namesOf = (names: readonly string[]): string[] => {
  const found = installed(REPOSITORY, names);
  return [...found.values()].map((name) => name.slice(0, name.lastIndexOf('@')));
};

// What they weigh is measured by `npm run bench -- --only install`.
test('`npm i -D assetgen @assetgen/vite-plugin` sets up at most 60 packages beyond Vite, sharp once', () => {
  const vite = new Set(namesOf(['vite']));
  const added = namesOf(['assetgen', '@assetgen/vite-plugin']).filter((name) => !vite.has(name));
  expect(added).toContain('@assetgen/core');
  expect(added.length).toBeLessThanOrEqual(60);
  expect(added.filter((name) => name === 'sharp')).toHaveLength(1);
  // Joined to ours: what they bring is not set up any more.
  expect(added).not.toEqual(expect.arrayContaining(['cosmiconfig']));
  expect(added).not.toEqual(expect.arrayContaining(['h264-mp4-encoder']));
});
