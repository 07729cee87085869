import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { runNode } from '../support/run-node.ts';

test('large uploads and downloads stream: memory stays far below their size', async () => {
  const result = await runNode(['bench/memory.mjs', '--quick'], {
    cwd: REPOSITORY,
    env: process.env,
  });
  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(result.stdout.match(/ ok$/gm)).toHaveLength(2);
});
