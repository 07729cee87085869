import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { createProject } from '../support/command.ts';
import { cleanEnv } from '../support/env.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** An output that takes a core for many seconds, beside one that takes none. */
const SLOW = {
  assets: {
    slow: {
      kind: 'image',
      source: './noise.png',
      outputs: [{ format: 'avif', quality: 90, effort: 9 }],
    },
    quick: { kind: 'image', source: './small.png', outputs: [{ format: 'webp', width: 16 }] },
  },
};

async function slowProject(): Promise<string> {
  const root = await createProject(SLOW, { service: 'local' });
  const noise = (side: number) =>
    sharp({
      create: {
        width: side,
        height: side,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    }).png();
  await noise(3000).toFile(path.join(root, 'noise.png'));
  await noise(32).toFile(path.join(root, 'small.png'));
  return root;
}

/** Starts a build, that ends with its test at the latest. */
function build(root: string): { child: ChildProcess; output: () => string } {
  const started = spawn(process.execPath, [MAIN, 'build', '--json'], {
    cwd: root,
    env: cleanEnv(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  started.stdout.setEncoding('utf8').on('data', (more: string) => (output += more));
  running.push(started);
  return { child: started, output: () => output };
}
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** The workers of a process that have loaded the image library. */
function workers(pid: number | undefined): number[] {
  return list(`/proc/${pid}/task`)
    .flatMap((task) => text(`/proc/${pid}/task/${task}/children`).split(' '))
    .filter((id) => id !== '' && text(`/proc/${id}/maps`).includes('libvips'))
    .map(Number);
}

// Threads and processes come and go while they are looked at.
function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
function text(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went by itself meanwhile.
  }
}

describe.runIf(existsSync('/proc/self/task'))('the workers of a build', () => {
  test('one that dies is one clear error of its asset, and the others are made', async () => {
    const root = await slowProject();
    const { child, output } = build(root);
    const quick = path.join(root, '.assetgen/files/quick.16w.webp');
    await expect.poll(() => existsSync(quick)).toBe(true);
    // The slow one is still at work, or not yet begun.
    const killing = setInterval(() => {
      for (const worker of workers(child.pid)) kill(worker);
    }, 50);
    const [code] = (await once(child, 'close')) as [number | null];
    clearInterval(killing);
    expect(code).toBe(1);
    expect(JSON.parse(output())).toMatchObject({
      ok: false,
      errors: [
        {
          code: 'ASSETGEN_WORKER',
          asset: 'slow',
          message: expect.stringMatching(/made 1 output ended: by SIGKILL$/),
          hint: expect.stringContaining('memory'),
        },
      ],
    });
  });

  test.each(['SIGINT', 'SIGKILL'] as const)('are gone after %s of the build', async (signal) => {
    const { child } = build(await slowProject());
    let seen: number[] = [];
    await expect.poll(() => (seen = workers(child.pid)).length).toBeGreaterThan(0);
    child.kill(signal);
    const [code] = (await once(child, 'close')) as [number | null];
    expect(code).toBe(signal === 'SIGINT' ? 130 : null);
    await expect
      .poll(() => seen.filter((pid) => existsSync(`/proc/${pid}`)), { timeout: 20_000 })
      .toEqual([]);
  });
});
