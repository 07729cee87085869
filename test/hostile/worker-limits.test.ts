import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { cleanEnv } from '../support/env.ts';

const BUILT = new URL('../../scripts/built-module.mjs', import.meta.url).href;

/** A process that watches itself, and then does this. */
async function watched(limitMb: number, work: string) {
  const code = `
    const { builtModule } = await import(${JSON.stringify(BUILT)});
    const { watchMemory } = await builtModule('packages/core/src/node/steps/watch-memory.ts');
    watchMemory().limit(${limitMb} * 1e6);
    ${work}`;
  const args = ['--input-type=module', '-e', code];
  const child = spawn(process.execPath, args, {
    env: cleanEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr, [status, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { stderr, status: status as number | null, signal: signal as string | null };
}

test('a worker that takes too much memory within one call is ended, and says why', async () => {
  const work = `
    const all = [];
    const late = Date.now() + 60_000;
    while (Date.now() < late) if (all.length < 300) all.push(new Uint8Array(4e6).fill(1));`;
  const { stderr, signal } = await watched(400, work);
  expect(signal).toBe('SIGKILL');
  const [, found, limit] = /^assetgen: memory of a worker: (\d+) (\d+)$/m.exec(stderr) ?? [];
  expect(Number(limit)).toBe(400e6);
  expect(Number(found)).toBeGreaterThan(400e6);
});

test('one that stays below it ends by itself, and the watch holds it not', async () => {
  const { stderr, status } = await watched(400, 'new Uint8Array(4e6).fill(1);');
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});
