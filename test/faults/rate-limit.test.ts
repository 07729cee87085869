import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { runNode } from '../support/run-node.ts';

// How near the whole comes to the limit is the benchmark's to say: a busy machine is no fault.
test('jobs over a socket against a rate limit: all done, none bought twice', async () => {
  const result = await runNode(['bench/rate-limit.mjs', '--quick'], {
    cwd: REPOSITORY,
    env: process.env,
  });
  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(result.stdout).toMatch(/: done .* ok$/m);
  expect(result.stdout).toMatch(/: creates sent, without refused ones .* ok$/m);
});
