import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { AssetgenError } from '@assetgen/client/errors';
import type { SourceTask, StepsHost, StepsOutcome } from '../process/run-steps.ts';
import type { FromWorker, ToWorker } from '../process/pool/messages.ts';
import { asError } from '../process/pool/messages.ts';
import type { StepWorker } from '../process/pool/step-pool.ts';

/** Heap of a worker; buffers of images and geometry do not count. Unit: MiB. */
const HEAP_MB = 2048;
/** How long a worker may take to go when it is told to. Unit: milliseconds. */
const CLOSE_MS = 1000;
const KEPT_STDERR = 8192;

interface Running {
  readonly task: SourceTask;
  readonly host: StepsHost;
  readonly resolve: (outcome: StepsOutcome) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Steps in a process of their own, not in a thread: sharp works on the threads that all file
 * access of a process shares, so that a read waits for the images before it; an encoder's number
 * of threads, which decides AVIF's bytes, is set for a whole process; and one that crashes, or runs
 * out of memory, takes its process along.
 * @param file the built worker.js
 * @param heapMb most heap of JavaScript. Unit: MiB. @default 2048
 */
export function forkWorker(file: URL, heapMb: number = HEAP_MB): StepWorker {
  const child = fork(file, [], {
    execArgv: [`--max-old-space-size=${heapMb}`],
    serialization: 'advanced',
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let running: Running | null = null;
  let alive = true;
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-KEPT_STDERR);
  });
  hold(child, false);

  function finish(): Running | null {
    const ended = running;
    running = null;
    if (alive) hold(child, false);
    return ended;
  }
  function tell(message: ToWorker): void {
    // A worker that just went says so by its end.
    if (child.connected) child.send(message, () => undefined);
  }

  child.on('message', (message: FromWorker) => {
    switch (message.type) {
      case 'needs':
        void running?.host.admit(message.bytes).then(() => tell({ type: 'admitted' }));
        break;
      case 'made':
        running?.host.made(message.index, message.blob);
        break;
      case 'ended':
        finish()?.resolve(message.outcome);
        break;
      case 'failed':
        finish()?.reject(asError(message.error));
        break;
    }
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      alive = false;
      finish()?.reject(new AssetgenError('ASSETGEN_WORKER', `no worker starts: ${error.message}`));
      resolve();
    });
    child.once('close', (code, signal) => {
      alive = false;
      const last = finish();
      last?.reject(died(last.task, code, signal, stderr));
      resolve();
    });
  });

  return {
    get alive() {
      return alive;
    },
    run(task, threads, host) {
      return new Promise((resolve, reject) => {
        running = { task, host, resolve, reject };
        if (!alive) finish()?.reject(died(task, child.exitCode, child.signalCode, stderr));
        hold(child, true);
        tell({ type: 'task', task, threads });
      });
    },
    kill() {
      alive = false;
      child.kill('SIGKILL');
    },
    async close() {
      // Not by disconnect(): after that no 'close' comes.
      tell({ type: 'close' });
      const late = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS);
      hold(child, true);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Whether this process waits for the worker before it ends. */
function hold(child: ChildProcess, holds: boolean): void {
  const doIt = holds ? 'ref' : 'unref';
  child[doIt]();
  child.channel?.[doIt]();
  (child.stderr as { ref?(): void; unref?(): void } | null)?.[doIt]?.();
}

/**
 * What a worker sees of the environment: all but the key, which it needs for nothing. One thread an
 * image, as on every machine: AV1 encoded by two has other bytes.
 */
function environment(): NodeJS.ProcessEnv {
  const { ASSETGEN_API_KEY: _key, ...rest } = process.env;
  return { ...GLIBC, ...rest, VIPS_CONCURRENCY: '1' };
}

/**
 * The allocator of glibc keeps what large buffers leave: a worker grew by a third from model to
 * model. Large blocks of their own go back to the system when they are freed. Others ignore this.
 */
const GLIBC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(1024 * 1024),
};

function died(
  { steps }: SourceTask,
  code: number | null,
  signal: NodeJS.Signals | null,
  stderr: string,
): AssetgenError {
  const isMemory = /heap out of memory|Array buffer allocation failed|bad_alloc/.test(stderr);
  const how = isMemory ? 'out of memory' : signal === null ? `exit code ${code}` : `by ${signal}`;
  const what = `${steps.length} output${steps.length === 1 ? '' : 's'}`;
  return new AssetgenError('ASSETGEN_WORKER', `the worker that made ${what} ended: ${how}`, {
    hint:
      isMemory || signal === 'SIGKILL'
        ? 'The source is too large for the memory of this machine, or something else took it. Close other programs, or run with `--concurrency 1`.'
        : 'Run again with `--verbose`; if it goes on, the source file breaks a library of ours: tell us.',
    cause: stderr === '' ? undefined : new Error(stderr),
  });
}
