import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';
import { mutatedBytes, mutatedJson } from './fuzz/mutate.mjs';
import { randomOf, seedOf } from './fuzz/random.mjs';

const FUZZ = fileURLToPath(new URL('../../scripts/fuzz.mjs', import.meta.url));
const fuzz = (...args: string[]) => runNode([FUZZ, ...args], { cwd: '.', env: cleanEnv() });

test('all targets have their turn, and each case is read or refused', async () => {
  const { code, stdout } = await fuzz('--seed', '7', '--cases', '20');
  expect(stdout).toMatch(/^fuzz: seed 7$/m);
  for (const name of ['manifest', 'lock', 'config', 'answers', 'glb', 'png', 'mp4']) {
    expect(stdout).toMatch(
      new RegExp(`^  ${name} +20 cases: \\d+ read, \\d+ refused, 0 broken`, 'm'),
    );
  }
  expect(stdout).toMatch(/^fuzz: seed 7: 140 cases, 0 broken, at most \d+ MB$/m);
  expect(code).toBe(0);
});

test('a case can be had again, by its seed and its number', async () => {
  const { code, stdout } = await fuzz('--seed', '1', '--only', 'mp4', '--case', '4917');
  expect(stdout).toMatch(/mp4 +1 cases: 0 read, 1 refused/);
  expect(code).toBe(0);
  const made = (seed: number) => {
    const random = randomOf(seedOf(seed, 'glb', 3));
    const json = mutatedJson(random, { nodes: [{ mesh: 0 }], accessors: [{ count: 3 }] });
    return [JSON.stringify(json), mutatedBytes(random, Buffer.alloc(100)).toString('hex')];
  };
  expect(made(5)).toEqual(made(5));
  expect(made(5)).not.toEqual(made(6));
});

test.each([
  [['--seed', 'x'], '--seed: expected a whole number, received "x".'],
  [['--only', 'gif'], '--only: expected one of manifest, lock, config'],
  [['--case', '3'], '--case needs --only.'],
])('%j is told', async (args, message) => {
  const { code, stderr } = await fuzz(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
