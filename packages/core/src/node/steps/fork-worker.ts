import type { StepNeeds } from '../../process/local-step.ts';
import type { SourceTask, StepsHost, StepsOutcome } from '../../process/run-steps.ts';
import type { FromWorker, ToWorker } from '../../process/pool/messages.ts';
import { asError } from '../../process/pool/messages.ts';
import type { StepWorker } from '../../process/pool/step-pool.ts';
import { hold, startWorker } from './start-worker.ts';
import { died, notStarted, tooLate } from './worker-failures.ts';
import type { Late } from './worker-failures.ts';

/** Heap of a worker; buffers of images and geometry do not count. Unit: MiB. */
const HEAP_MB = 2048;
/** How long a worker may take to go when it is told to. Unit: milliseconds. */
const CLOSE_MS = 1000;
/** How long it may take to start, and to look at the head of a source. Unit: milliseconds. */
const START_MS = 120_000;
/** The longest that a timer of Node waits. */
const LONGEST_MS = 2_147_483_647;
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
 * of threads, which decides AVIF's bytes, is set for a whole process; and one that crashes, or takes
 * more time or memory than its source warrants, takes its process along.
 * @param file the built worker.js
 * @param heapMb most heap of JavaScript. Unit: MiB. @default 2048
 */
export function forkWorker(file: URL, heapMb: number = HEAP_MB): StepWorker {
  const child = startWorker(file, heapMb);
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
