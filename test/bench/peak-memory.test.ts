import { expect, test } from 'vitest';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';

const TELL = new URL('../../bench/support/tell-peak.mjs', import.meta.url).href;
const MB = 1e6;

/** The most that a small program held, started by one that holds 400 MB. @param own what it holds itself. Unit: bytes */
async function peakOf(own: number): Promise<number> {
  const program = `const all = Buffer.alloc(${own}, 1);`;
  const starter = `
    const held = Buffer.alloc(${400 * MB}, 1);
    const { spawnSync } = await import('node:child_process');
    const args = ['--import', ${JSON.stringify(TELL)}, '-e', ${JSON.stringify(program)}];
    console.log(spawnSync(process.execPath, args, { encoding: 'utf8' }).stderr, held.length);`;
  const { stdout } = await runNode(['--input-type=module', '-e', starter], {
    cwd: import.meta.dirname,
    env: cleanEnv(),
  });
  return Number(/^peak (\d+)$/m.exec(stdout)?.[1]);
}

test('a program has held what it held itself, and nothing of what started it', async () => {
  const [small, large] = [await peakOf(0), await peakOf(150 * MB)];
  expect(small).toBeGreaterThan(20 * MB);
  expect(small).toBeLessThan(150 * MB);
  expect(large - small).toBeGreaterThan(120 * MB);
  expect(large - small).toBeLessThan(180 * MB);
});
