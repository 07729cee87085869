import { expect, test } from 'vitest';
import { checkPlugNPlay } from './plug-n-play.ts';

test("Yarn's Plug'n'Play fails with the setting to write; other installs have no line", () => {
  expect(checkPlugNPlay({ node: '22.12.0' })).toEqual([]);
  expect(checkPlugNPlay({ node: '22.12.0', pnp: '3' })).toMatchObject([
    { level: 'fail', name: 'packages', hint: expect.stringContaining('nodeLinker: node-modules') },
  ]);
});
