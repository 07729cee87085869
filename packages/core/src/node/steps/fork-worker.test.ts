import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Digest } from '../../brands.ts';
import type { StepNeeds } from '../../process/local-step.ts';
import type { MadeBlob, SourceTask } from '../../process/run-steps.ts';
import { forkWorker } from './fork-worker.ts';
import type { StepWorker } from '../../process/pool/step-pool.ts';

const FILE = new URL('../../testing/step-worker.mjs', import.meta.url);
const task = (file: string): SourceTask => ({
  file,
  digest: 'sha256-x' as Digest,
  bytes: 1,
  storeDir: '',
  root: '',
  steps: [{ type: 'video' }],
  names: ['clip.mp4'],
});
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Time says nothing of the file alone. */
const BUSY = /^Run again when this machine is less busy\. If it fails again, the file of 1 bytes/;

describe('forkWorker', () => {
  const workers: StepWorker[] = [];
  afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.close())));

  /** A worker with the heap of a small machine, and what it tells. */
  function fork(heapMb?: number) {
    const worker = forkWorker(FILE, heapMb);
    workers.push(worker);
    const made: MadeBlob[] = [];
    const asked: number[] = [];
    const host = {
      admit: async ({ bytes }: StepNeeds) => void asked.push(bytes),
      opened: () => undefined,
      made: (_index: number, blob: MadeBlob) => void made.push(blob),
    };
    return { worker, made, asked, host, run: (file: string) => worker.run(task(file), 1, host) };
  }

  it('runs task after task, and grants what they ask for', async () => {
    const { run, made, asked } = fork();
    expect(await run('makes')).toBe('made');
    expect(await run('asks')).toBe('made');
    expect(made).toEqual([{ digest: 'd', bytes: 1, meta: {} }]);
    expect(asked).toEqual([1000]);
  });

  it('gives on the error of a step, and goes on', async () => {
    const { run, worker } = fork();
    const error = await run('fails').catch((each: unknown) => each);
    expect(error).toMatchObject({
      code: 'ASSETGEN_CONTENT',
      message: 'expected an image',
      hint: 'h',
    });
    expect(worker.alive).toBe(true);
    expect(await run('makes')).toBe('made');
  });

  it.each<[string, RegExp]>([
    ['exits', /the worker that made 1 output ended: exit code 7$/],
    ['throws', /ended: exit code 1$/],
    ['is killed', /ended: by SIGKILL$/],
  ])('one that %s is one clear error', async (how, message) => {
    const { run, worker } = fork(40);
    await expect(run(how)).rejects.toMatchObject({
      code: 'ASSETGEN_WORKER',
      message: expect.stringMatching(message),
      hint: expect.any(String),
    });
    expect(worker.alive).toBe(false);
    await expect(run('makes')).rejects.toMatchObject({ code: 'ASSETGEN_WORKER' });
  });

  it.each<[string, RegExp, RegExp]>([
    ['never opens', /^reading the source took longer than its limit of 1 seconds$/, BUSY],
    [
      'never makes',
      /^making 1 output of the source took longer than its limit of 1 seconds$/,
      BUSY,
    ],
    [
      'takes all memory',
      /^making 1 output of the source takes more than its limit of 40 MB of memory$/,
      /^The file of 1 bytes/,
    ],
    [
      'is watched',
      /takes 2862 MB, more than its limit of 1908 MB of memory$/,
      /^The file of 1 bytes/,
    ],
  ])('one that %s is ended, with the limit and the number', async (how, message, hint) => {
    const { run, worker } = fork(40);
    await expect(run(how)).rejects.toMatchObject({
      code: 'ASSETGEN_CONTENT',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
    expect(worker.alive).toBe(false);
  });

  it('one that was granted enough does not ask, and has its deadline', async () => {
    const { worker, asked, host } = fork();
    const running = worker.run(task('never opens'), 1, { ...host, granted: 1000 });
    await expect(running).rejects.toMatchObject({ code: 'ASSETGEN_CONTENT' });
    expect(asked).toEqual([]);
  });

  it('has no deadline while it waits for memory that others have', async () => {
    const worker = forkWorker(FILE);
    workers.push(worker);
    let grant: (() => void) | null = null;
    const host = {
      admit: () => new Promise<void>((resolve) => (grant = resolve)),
      opened: () => undefined,
      made: () => undefined,
    };
    const running = worker.run(task('never opens'), 1, host).catch((error: unknown) => error);
    await expect.poll(() => grant).not.toBeNull();
    // Twice as long as it may take to open, once it may begin.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(worker.alive).toBe(true);
    (grant as unknown as () => void)();
    expect(await running).toMatchObject({ code: 'ASSETGEN_CONTENT' });
  });

  it('says that a worker whose file is gone does not start', async () => {
    const worker = forkWorker(new URL('gone.mjs', FILE));
    const host = {
      admit: () => Promise.resolve(),
      opened: () => undefined,
      made: () => undefined,
    };
    await expect(worker.run(task('makes'), 1, host)).rejects.toMatchObject({
      code: 'ASSETGEN_WORKER',
    });
  });

  it('ends at once when it is killed, in the middle of its work', async () => {
    const { run, worker, made } = fork();
    const running = run('hangs').catch((error: unknown) => error);
    await expect.poll(() => made.length).toBe(1);
    worker.kill();
    expect(await running).toMatchObject({ code: 'ASSETGEN_WORKER' });
    expect(isAlive(made[0]?.bytes ?? 0)).toBe(false);
  });

  it('sees neither the key nor a company’s certificates, and is gone when it was closed', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('ASSETGEN_API_KEY', 'a secret');
    vi.stubEnv('NODE_EXTRA_CA_CERTS', '/etc/company.pem');
    const { run, worker, made } = fork();
    await run('tells its environment');
    expect(made[0]?.digest).toBe('key undefined, trusts undefined');
    await worker.close();
    expect(isAlive(made[0]?.bytes ?? 0)).toBe(false);
  });
});
