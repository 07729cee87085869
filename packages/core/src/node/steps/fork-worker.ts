import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { AssetgenError } from '@assetgen/client/errors';
import { diskError } from '../../fs/disk-error.ts';
import { isCode } from '../../fs/is-code.ts';
import type { StepNeeds } from '../../process/local-step.ts';
import type { SourceTask, StepsHost, StepsOutcome } from '../../process/run-steps.ts';
import { MEMORY_MARK } from './memory-mark.ts';
import type { FromWorker, ToWorker } from '../../process/pool/messages.ts';
import { asError } from '../../process/pool/messages.ts';
import type { StepWorker } from '../../process/pool/step-pool.ts';

/** Heap of a worker; buffers of images and geometry do not count. Unit: MiB. */
const HEAP_MB = 2048;
/** How long a worker may take to go when it is told to. Unit: milliseconds. */
const CLOSE_MS = 1000;
/** How long it may take to start, and to look at the head of a source. Unit: milliseconds. */
const START_MS = 120_000;
/** The longest that a timer of Node waits. */
const LONGEST_MS = 2_147_483_647;
const KEPT_STDERR = 8192;
const MIB = 1024 * 1024;

interface Running {
  readonly task: SourceTask;
  readonly host: StepsHost;
  readonly resolve: (outcome: StepsOutcome) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Steps in a process of their own, not in a thread: sharp works on the threads that all file
 * access of a process shares, so that a read waits for the images before it; an encoder's number
 * of threads, which decides AVIF's bytes, is set for a whole process; and one that crashes, or takes
 * more time or memory than its source warrants, takes its process along.
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
  let needed: StepNeeds | null = null;
  let late: Late | null = null;
  let timer: NodeJS.Timeout | undefined;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-KEPT_STDERR);
  });
  hold(child, false);

  /** Ends the worker where what it does now is not done by then. */
  function until(ms: number, what: Late['what']): void {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        late = { ms, what };
        child.kill('SIGKILL');
      },
      Math.min(ms, LONGEST_MS),
    );
  }
  function begin(needs: StepNeeds): void {
    needed = needs;
    until(needs.openMs, 'opened');
  }
  async function admit(needs: StepNeeds): Promise<void> {
    // It waits for others: that takes as long as they do.
    clearTimeout(timer);
    const { host } = running ?? {};
    await host?.admit(needs);
    if (running?.host !== host) return;
    begin(needs);
    tell({ type: 'admitted' });
  }
  function finish(): Running | null {
    clearTimeout(timer);
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
        // It went on already: the next message may be here.
        if (message.needs.bytes <= (running?.host.granted ?? 0)) begin(message.needs);
        else void admit(message.needs);
        break;
      case 'opened':
        running?.host.opened();
        until(needed?.makeMs ?? START_MS, 'made');
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
      finish()?.reject(notStarted(error) as Error);
      resolve();
    });
    child.once('close', (code, signal) => {
      alive = false;
      const last = finish();
      last?.reject(
        late === null
          ? died(last.task, { code, signal, stderr, heapMb })
          : tooLate(last.task, late),
      );
      resolve();
    });
  });

  return {
    get alive() {
      return alive;
    },
    prepare: (step) => tell({ type: 'prepare', step }),
    run(task, threads, host) {
      return new Promise((resolve, reject) => {
        running = { task, host, resolve, reject };
        const { exitCode: code, signalCode: signal } = child;
        if (!alive) finish()?.reject(died(task, { code, signal, stderr, heapMb }));
        else until(START_MS, 'opened');
        hold(child, true);
        tell({ type: 'task', task, threads, granted: host.granted ?? 0 });
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

/** A process needs some open files of its own, which are the user's to allow. */
function notStarted(error: Error): unknown {
  const what = 'no worker could start';
  return isCode(error, 'EMFILE') || isCode(error, 'ENFILE')
    ? diskError(error, what)
    : new AssetgenError('ASSETGEN_WORKER', `${what}: ${error.message}`);
}

interface Holdable {
  ref?(): void;
  unref?(): void;
}

/** Whether this process waits for the worker before it ends. */
function hold(child: ChildProcess, holds: boolean): void {
  const doIt = holds ? 'ref' : 'unref';
  child[doIt]();
  // Bun's channels have neither: there the process waits for the worker until it is closed.
  (child.channel as Holdable | null | undefined)?.[doIt]?.();
  (child.stderr as Holdable | null)?.[doIt]?.();
}

/**
 * What a worker sees of the environment. It talks to nobody, so it gets neither the key nor the
 * certificates that a company adds: Node reads those as it starts, which takes 30 ms of a core where
 * they are all that the machine trusts. One thread an image, as on every machine: AV1 encoded by two
 * has other bytes.
 */
function environment(): NodeJS.ProcessEnv {
  const { ASSETGEN_API_KEY: _key, NODE_EXTRA_CA_CERTS: _certificates, ...rest } = process.env;
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

interface Death {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
  readonly heapMb: number;
}

function died(task: SourceTask, { code, signal, stderr, heapMb }: Death): AssetgenError {
  const seen = new RegExp(`${MEMORY_MARK}(\\d+) (\\d+)`).exec(stderr);
  if (seen !== null) return tooLarge(task, Number(seen[2]) / MIB, Number(seen[1]) / MIB);
  if (/heap out of memory/.test(stderr)) return tooLarge(task, heapMb, null);
  const isMemory = /Array buffer allocation failed|bad_alloc/.test(stderr);
  const how = isMemory ? 'out of memory' : signal === null ? `exit code ${code}` : `by ${signal}`;
  const message = `the worker that made ${outputs(task)} ended: ${how}`;
  return new AssetgenError('ASSETGEN_WORKER', message, {
    hint:
      isMemory || signal === 'SIGKILL'
        ? 'The source is too large for the memory of this machine, or other programs use it. Close other programs, or run with `--concurrency 1`.'
        : 'Run again with `--verbose`. If it fails again, the source file breaks a library that assetgen uses: please report it.',
    cause: stderr === '' ? undefined : new Error(stderr),
  });
}

/** What a worker had not done in time. */
interface Late {
  readonly what: 'opened' | 'made';
  readonly ms: number;
}

function tooLate(task: SourceTask, { what, ms }: Late): AssetgenError {
  const work = what === 'opened' ? 'reading the source' : `making ${outputs(task)} of the source`;
  const message = `${work} took longer than its limit of ${Math.ceil(ms / 1000)} seconds`;
  return new AssetgenError('ASSETGEN_CONTENT', message, {
    hint: `The file of ${task.bytes} bytes expands to far more work than its size suggests. Export it again, or smaller.`,
  });
}

function tooLarge(task: SourceTask, limitMb: number, foundMb: number | null): AssetgenError {
  const found = foundMb === null ? 'more' : `${Math.ceil(foundMb)} MB, more`;
  const message = `making ${outputs(task)} of the source takes ${found} than its limit of ${Math.ceil(limitMb)} MB of memory`;
  return new AssetgenError('ASSETGEN_CONTENT', message, {
    hint: `The file of ${task.bytes} bytes expands to far more than its size suggests. Export it again, or smaller.`,
  });
}

function outputs({ steps }: SourceTask): string {
  return `${steps.length} output${steps.length === 1 ? '' : 's'}`;
}
