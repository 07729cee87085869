import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@assetgen/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileRecipeLocks } from './recipe-lock.ts';
import type { RecipeLockTimes } from './recipe-lock.ts';

const FAST: RecipeLockTimes = { beatMs: 20, staleMs: 200, pollMs: 5 };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assetgen-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const locks = (times: RecipeLockTimes = FAST) => fileRecipeLocks(folder, systemClock, times);
const lockFile = (): string => join(folder, 'id-0.lock');

/** What a live holder's file says, with parts of it changed. */
async function plant(change: Record<string, unknown>): Promise<void> {
  const held = await locks().acquire('id-0', {});
  const [, own = ''] = (await readFile(lockFile(), 'utf8')).split('\n');
  await held.release();
  await writeFile(
    lockFile(),
    `000000000000\n${JSON.stringify({ ...JSON.parse(own), ...change })}\n`,
  );
}

describe('fileRecipeLocks', () => {
  it('lets one in at a time', async () => {
    let inside = 0;
    let most = 0;
    const enter = async (): Promise<void> => {
      const held = await locks().acquire('id-0', {});
      inside += 1;
      most = Math.max(most, inside);
      await delay(3);
      inside -= 1;
      await held.release();
    };
    await Promise.all(Array.from({ length: 12 }, enter));
    expect(most).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it('tells once that it waits, and stops waiting by its signal', async () => {
    const held = await locks().acquire('id-0', {});
    let told = 0;
    const waiting = locks().acquire('id-0', {
      signal: AbortSignal.timeout(100),
      onWait: () => {
        told += 1;
      },
    });
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(told).toBe(1);
    await held.release();
  });

  it('a holder that beats is waited for, however old its file is', async () => {
    const held = await locks().acquire('id-0', {});
    const day = new Date(Date.now() - 86_400_000);
    await utimes(lockFile(), day, day);
    const waiting = locks().acquire('id-0', { signal: AbortSignal.timeout(600) });
    await expect(waiting).rejects.toBeDefined();
    await held.release();
  });

  it.runIf(process.platform === 'linux')('a dead holder is found at once', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    await plant({ nonce: 'dead', pid: child.pid, started: '1' });
    const started = performance.now();
    const held = await locks({ ...FAST, staleMs: 60_000 }).acquire('id-0', {});
    expect(performance.now() - started).toBeLessThan(2_000);
    await held.release();
  });

  it.runIf(process.platform === 'linux')('a reused pid does not keep a dead lock', async () => {
    await plant({ nonce: 'dead', started: '1' });
    const held = await locks({ ...FAST, staleMs: 60_000 }).acquire('id-0', {});
    await held.release();
  });

  it('the same pid in another container is not taken for this one: its beat decides', async () => {
    await plant({ nonce: 'elsewhere', space: 'another-boot/pid:[1]', pid: process.pid });
    const started = performance.now();
    const held = await locks().acquire('id-0', {});
    expect(performance.now() - started).toBeGreaterThan(150);
    await held.release();
  });

  it('a pid that is free here may live elsewhere: its beat decides', async () => {
    await plant({ nonce: 'elsewhere', space: 'another-boot/pid:[1]', pid: 2_147_000_000 });
    const beat = async (): Promise<void> => {
      const text = await readFile(lockFile(), 'utf8');
      for (let count = 1; count <= 20; count += 1) {
        await writeFile(lockFile(), `${String(count).padStart(12, '0')}${text.slice(12)}`);
        await delay(30);
      }
    };
    const beating = beat();
    await expect(
      locks().acquire('id-0', { signal: AbortSignal.timeout(400) }),
    ).rejects.toBeDefined();
    await beating;
  });

  it('a folder in its place is told at once', async () => {
    await mkdir(lockFile(), { recursive: true });
    await expect(locks().acquire('id-0', {})).rejects.toMatchObject({
      code: 'ASSETGEN_DISK',
      message: expect.stringContaining('id-0.lock: the path is not a file'),
      hint: 'Move it away.',
    });
  });

  it('a file that says nothing is broken when nothing changes in it', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(lockFile(), '');
    const held = await locks().acquire('id-0', {});
    await held.release();
  });

  it('a holder that lost its lock neither beats into nor removes its successor', async () => {
    const first = await locks({ ...FAST, beatMs: 60_000 }).acquire('id-0', {});
    await rm(lockFile());
    const second = await locks().acquire('id-0', {});
    await first.release();
    expect(await readdir(folder)).toEqual(['id-0.lock']);
    await second.release();
    expect(await readdir(folder)).toEqual([]);
  });
});
