import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { cleanEnv } from '../support/env.ts';

const BUILT = new URL('../../scripts/built-module.mjs', import.meta.url).href;

/** A process that watches itself, and then does this. */
async function watched(limitMb: number, isBlocked: boolean, work: string) {
  const code = `
    const { builtModule } = await import(${JSON.stringify(BUILT)});
    const { watchMemory } = await builtModule('packages/core/src/node/steps/watch-memory.ts');
    watchMemory().limit(${limitMb} * 1e6, ${isBlocked});
    ${work}`;
  const args = ['--input-type=module', '-e', code];
  const child = spawn(process.execPath, args, {
    env: cleanEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr, [status, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { stderr, status: status as number | null, signal: signal as string | null };
}

const take = 'if (all.length < 300) all.push(new Uint8Array(4e6).fill(1));';
const late = 'const all = []; const late = Date.now() + 60_000;';

test.each([
  ['within one call', true, `${late} while (Date.now() < late) ${take}`],
  [
    'piece by piece',
    false,
    `${late} while (Date.now() < late) { ${take} await new Promise((resolve) => setTimeout(resolve, 1)); }`,
  ],
])('a worker that takes too much memory %s is ended, and says why', async (_, isBlocked, work) => {
  const { stderr, signal } = await watched(400, isBlocked, work);
  expect(signal).toBe('SIGKILL');
  const [, found, limit] = /^assetgen: memory of a worker: (\d+) (\d+)$/m.exec(stderr) ?? [];
  expect(Number(limit)).toBe(400e6);
  expect(Number(found)).toBeGreaterThan(400e6);
});

test.each([true, false])(
  'one that stays below it ends by itself, and the watch holds it not (by a thread: %s)',
  async (isBlocked) => {
    const { stderr, status } = await watched(400, isBlocked, 'new Uint8Array(4e6).fill(1);');
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  },
);
