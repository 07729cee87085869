import { describe, expect, it } from 'vitest';
import type { Digest } from '../../brands.ts';
import type { SourceTask, StepsHost, StepsOutcome } from '../run-steps.ts';
import { createStepPool } from './create-step-pool.ts';
import type { StepWorker } from './step-pool.ts';

/** Large enough to be worth a worker of its own, unless it says otherwise. */
const task = (file: string, bytes = 5_000_000): SourceTask => ({
  file,
  digest: 'sha256-x' as Digest,
  bytes,
  storeDir: '',
  root: '',
  steps: [{ type: 'video' }],
  names: ['clip.mp4'],
});

interface Started {
  readonly file: string;
  readonly threads: number;
  readonly host: StepsHost;
  readonly end: (outcome?: StepsOutcome) => void;
  readonly fail: (error: Error) => void;
}

function setUp({ size = 2, memory = 100 } = {}) {
  const started: Started[] = [];
  const workers: { alive: boolean; closed: boolean; prepared: number }[] = [];
  const spawn = (): StepWorker => {
    let fail: (error: Error) => void = () => undefined;
    const worker = {
      alive: true,
      closed: false,
      prepared: 0,
      prepare() {
        worker.prepared += 1;
      },
      run: ({ file }: SourceTask, threads: number, host: StepsHost) =>
        new Promise<StepsOutcome>((resolve, reject) => {
          fail = reject;
          started.push({ file, threads, host, end: (how = 'made') => resolve(how), fail });
        }),
      kill() {
        worker.alive = false;
        fail(new Error('killed'));
      },
      close: () => {
        worker.closed = true;
        return Promise.resolve();
      },
    };
    workers.push(worker);
    return worker;
  };
  const idle: (() => void)[] = [];
  const whenIdle = (work: () => void): (() => void) => {
    idle.push(work);
    return () => void idle.splice(0, idle.length, ...idle.filter((each) => each !== work));
  };
  const moments: (() => void)[] = [];
  const soon = (work: () => void): (() => void) => {
    moments.push(work);
    return () => void moments.splice(0, moments.length, ...moments.filter((each) => each !== work));
  };
  const starts: (() => void)[] = [];
  const afterStart = (work: () => void): (() => void) => {
    starts.push(work);
    return () => void starts.splice(0, starts.length, ...starts.filter((each) => each !== work));
  };
  const pool = createStepPool({ size, memory, whenIdle, soon, afterStart, spawn });
  const never = new AbortController().signal;
  const run = (file: string, signal = never, bytes?: number) =>
    pool.run(task(file, bytes), { signal, onMade: () => undefined });
  const runSmall = (file: string) => run(file, never, 10_000);
  const files = () => started.map(({ file }) => file);
  const end = async (file: string): Promise<void> => {
    started.find((each) => each.file === file)?.end();
    await settled();
  };
  return { pool, run, runSmall, started, workers, idle, moments, starts, files, end };
}
const needs = (bytes: number) => ({ bytes, openMs: 1, makeMs: 1 });
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('createStepPool', () => {
  it('starts no worker before there is work, and no more than its size', async () => {
    const { run, workers, files, end } = setUp();
    expect(workers).toEqual([]);
    const all = ['a', 'b', 'c'].map((file) => run(file));
    expect(files()).toEqual(['a', 'b']);
    await end('b');
    expect(files()).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    expect(await Promise.all(all)).toEqual(['made', 'made', 'made']);
    expect(workers).toHaveLength(2);
  });

  it('small tasks wait for the worker that is there as long as another would take to start', async () => {
    const { runSmall, workers, starts, files, end } = setUp({ size: 3 });
    const all = ['a', 'b', 'c', 'd', 'e'].map(runSmall);
    expect(files()).toEqual(['a']);
    expect(starts).toHaveLength(1);
    await end('a');
    expect(files()).toEqual(['a', 'b']);
    expect(workers).toHaveLength(1);
    // They took longer than that: one more, and the next may come as late again.
    starts.shift()?.();
    expect(files()).toEqual(['a', 'b', 'c']);
    expect(starts).toHaveLength(1);
    for (const file of ['b', 'c', 'd', 'e']) await end(file);
    expect(starts).toHaveLength(0);
    await Promise.all(all);
    expect(workers).toHaveLength(2);
  });

  it('many small tasks are as much work as a large one', () => {
    const { run, workers, starts } = setUp({ size: 2 });
    for (let count = 0; count < 300; count += 1) void run(`a${count}`, undefined, 10_000);
    expect(workers).toHaveLength(2);
    expect(starts).toHaveLength(0);
  });

  it('starts as many workers as tasks are expected, and no more than its size', () => {
    const { pool, workers, moments } = setUp({ size: 3 });
    const first = pool.expect({ type: 'video' });
    moments[0]?.();
    expect(workers).toHaveLength(1);
    const others = [1, 2, 3].map(() => pool.expect({ type: 'video' }));
    expect(workers).toHaveLength(3);
    for (const came of [first, ...others]) came();
    // What is expected after all have come waits for a moment of its own.
    expect(moments).toHaveLength(0);
    pool.expect({ type: 'video' });
    expect(moments).toHaveLength(1);
  });

  it('starts a worker at once for each large source that is here', () => {
    const { pool, workers, moments } = setUp({ size: 2 });
    pool.expect({ type: 'video' }, 1_999_999);
    expect(workers).toEqual([]);
    const first = pool.expect({ type: 'video' }, 2_000_000);
    expect(workers.map(({ prepared }) => prepared)).toEqual([1]);
    first();
    // The one that it waited for takes the place; another near one has a worker already.
    pool.expect({ type: 'video' }, 2_000_000);
    expect(workers).toHaveLength(1);
    pool.expect({ type: 'video' }, 2_000_000);
    expect(workers).toHaveLength(2);
    expect(moments).toHaveLength(1);
  });

  it('starts its workers a moment after work is expected, and they stay until it came', async () => {
    const { pool, run, workers, idle, moments, end } = setUp();
    const [first, second] = [pool.expect({ type: 'video' }), pool.expect({ type: 'video' })];
    expect(workers).toEqual([]);
    expect(moments).toHaveLength(1);
    moments[0]?.();
    expect(workers.map(({ prepared }) => prepared)).toEqual([1, 1]);
    void run('a');
    await end('a');
    first();
    expect(idle).toHaveLength(0);
    second();
    expect(idle).toHaveLength(2);
    const due = idle.slice();
    for (const work of due) work();
    await settled();
    expect(workers.map(({ closed }) => closed)).toEqual([true, true]);
  });

  it('a worker that rests while work is expected, and rests again, ends once, and not in a task', async () => {
    const { pool, run, workers, idle, end } = setUp();
    void run('a');
    await end('a');
    expect(idle).toHaveLength(1);
    const came = pool.expect({ type: 'video' });
    expect(idle).toHaveLength(0);
    came();
    expect(idle).toHaveLength(1);
    void run('b');
    expect(idle).toHaveLength(0);
    await end('b');
    expect(workers.map(({ closed }) => closed)).toEqual([false]);
  });

  it('starts none where what was expected came, or failed, before', async () => {
    const { pool, workers, moments } = setUp();
    pool.expect({ type: 'video' })();
    expect(moments).toEqual([]);
    pool.expect({ type: 'video' });
    await pool.close();
    moments[0]?.();
    expect(workers).toEqual([]);
  });

  it('gives a source that is alone every core, and others one', async () => {
    const { run, started } = setUp({ size: 4 });
    void run('a');
    void run('b');
    for (const file of ['c', 'd', 'e']) void run(file);
    expect(started.map(({ threads }) => threads)).toEqual([4, 2, 1, 1]);
  });

  it('grants memory in turn; more than all is granted to one that is alone', async () => {
    const { run, started, end } = setUp({ size: 3 });
    for (const file of ['a', 'b', 'c']) void run(file);
    const order: string[] = [];
    const ask = (index: number, bytes: number) =>
      void started[index]?.host
        .admit(needs(bytes))
        .then(() => order.push(started[index]?.file ?? ''));
    ask(0, 60);
    ask(1, 500);
    ask(2, 10);
    await settled();
    // What came later does not overtake: the large one would wait for ever.
    expect(order).toEqual(['a']);
    await end('a');
    expect(order).toEqual(['a', 'b']);
    await end('b');
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('grants a little with the task, where that much is free, and all of it to one that asks for more', async () => {
    const MIB = 1024 * 1024;
    const { run, started, end } = setUp({ size: 2, memory: 20 * MIB });
    for (const file of ['a', 'b', 'c']) void run(file);
    expect(started.map(({ host }) => host.granted)).toEqual([16 * MIB, 0]);
    let isAdmitted = false;
    void started[1]?.host.admit(needs(5 * MIB)).then(() => (isAdmitted = true));
    await settled();
    expect(isAdmitted).toBe(false);
    // It does not wait for what it has itself.
    await started[0]?.host.admit(needs(15 * MIB));
    await settled();
    expect(isAdmitted).toBe(true);
    await end('b');
    await end('a');
    expect(started[2]?.host.granted).toBe(0);
    await end('c');
    void run('d');
    expect(started[3]?.host.granted).toBe(16 * MIB);
    await started[3]?.host.admit(needs(100 * MIB));
  });

  it('takes a worker that died out, and goes on with another', async () => {
    const { run, started, workers, end } = setUp({ size: 1, memory: 1 });
    const first = run('a');
    const second = run('b');
    void started[0]?.host.admit(needs(1));
    if (workers[0] !== undefined) workers[0].alive = false;
    started[0]?.fail(new Error('died'));
    await expect(first).rejects.toThrow('died');
    await settled();
    expect(workers).toHaveLength(2);
    // It gave its memory back.
    await started[1]?.host.admit(needs(1));
    await end('b');
    expect(await second).toBe('made');
  });

  it('gives no task to a worker that died while it had none', async () => {
    const { run, workers, files, end } = setUp({ size: 1 });
    const first = run('a');
    await end('a');
    await first;
    if (workers[0] !== undefined) workers[0].alive = false;
    void run('b');
    expect(workers).toHaveLength(2);
    expect(files()).toEqual(['a', 'b']);
  });

  it('keeps a worker whose task failed', async () => {
    const { run, started, workers } = setUp();
    const first = run('a');
    started[0]?.fail(new Error('no image'));
    await expect(first).rejects.toThrow('no image');
    void run('b');
    expect(workers).toHaveLength(1);
  });

  it('stops what a signal stops, queued or under way, and nothing else', async () => {
    const { run, files, workers, end } = setUp({ size: 1 });
    const controller = new AbortController();
    const running = run('a', controller.signal).catch((error: unknown) => error);
    const queued = run('b', controller.signal).catch((error: unknown) => error);
    const other = run('c');
    controller.abort(new Error('stopped'));
    expect([await running, await queued]).toEqual([new Error('stopped'), new Error('stopped')]);
    expect(workers[0]?.alive).toBe(false);
    await settled();
    expect(files()).toEqual(['a', 'c']);
    await end('c');
    expect(await other).toBe('made');
    await expect(run('d', controller.signal)).rejects.toThrow('stopped');
    expect(files()).toEqual(['a', 'c']);
  });

  it('lets a worker go that had nothing to do for a while', async () => {
    const { run, workers, idle, end } = setUp();
    const first = run('a');
    await end('a');
    await first;
    const second = run('b');
    // It works: it does not go.
    expect(idle).toEqual([]);
    await end('b');
    await second;
    for (const go of idle) go();
    expect(workers).toEqual([expect.objectContaining({ closed: true })]);
    void run('c');
    expect(workers).toHaveLength(2);
  });

  it('ends all of its workers when it is closed', async () => {
    const { pool, run, workers } = setUp({ size: 1 });
    const running = run('a').catch((error: unknown) => error);
    const queued = run('b').catch((error: unknown) => error);
    await pool.close();
    expect(workers).toEqual([expect.objectContaining({ alive: false, closed: true })]);
    expect(await running).toMatchObject({ message: 'killed' });
    expect(await queued).toMatchObject({ code: 'ASSETGEN_INTERRUPTED' });
    await expect(run('c')).rejects.toMatchObject({ code: 'ASSETGEN_INTERRUPTED' });
  });
});
