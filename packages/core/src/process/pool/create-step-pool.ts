import { AssetgenError } from '@assetgen/client/errors';
import type { SourceTask, StepsHost, StepsOutcome } from '../run-steps.ts';
import { createAdmission } from './admission.ts';
import type { Place } from './places.ts';
import { createPlaces } from './places.ts';
import type { PoolPorts, StepPool, TaskOptions } from './step-pool.ts';
import { createWarmUp } from './warm-up.ts';

interface Job {
  readonly task: SourceTask;
  readonly options: TaskOptions;
  readonly settle: (outcome: Promise<StepsOutcome>) => void;
}

/**
 * What takes about as long as the start of a worker: one picture of 1024 × 1024 to WebP. Unit: bytes of
 * sources, once for each output.
 */
const WORTH_A_START = 2_000_000;

/**
 * What a task may take without asking: as much as a picture of 1024 × 1024. Most pictures then begin at once, and not
 * after an answer from this process, which is the busiest. Unit: bytes.
 */
const FIRST_GRANT = 16 * 1024 * 1024;

/**
 * A pool of workers, started as tasks come. Tasks start in their order; each asks for its memory
 * before it reads its source, and waits for it.
 */
export function createStepPool(ports: PoolPorts): StepPool {
  const { size } = ports;
  const admission = createAdmission(ports.memory);
  const places = createPlaces(ports);
  const warmUp = createWarmUp(ports, places);
  const queue: Job[] = [];
  let closed = false;
  /** Calls off the start of one more worker; null: none is near. */
  let callOffHelp: (() => void) | null = null;

  function dispatch(): void {
    for (let job = queue[0]; job !== undefined; job = queue[0]) {
      const place = places.free() ?? (isWorthAnother() ? places.add() : null);
      if (place === null) break;
      queue.shift();
      // Alone, a source's outputs are made side by side; beside others each has a core of its own.
      const threads = Math.max(1, Math.floor(size / (places.busy + 1 + queue.length)));
      job.settle(work(place, job, threads));
    }
    askForHelp();
  }

  function isWorthAnother(): boolean {
    if (places.count === 0 || places.count >= size) return places.count < size;
    return (
      queue.reduce((sum, { task }) => sum + task.bytes * task.steps.length, 0) >= WORTH_A_START
    );
  }

  /** Small tasks wait for those at work a little: they are done before another worker has started. */
  function askForHelp(): void {
    if (queue.length === 0 || places.count >= size) {
      callOffHelp?.();
      callOffHelp = null;
      return;
    }
    callOffHelp ??= ports.afterStart(() => {
      callOffHelp = null;
      if (closed || queue.length === 0 || places.count >= size) return;
      places.add();
      dispatch();
    });
  }

  async function work(place: Place, job: Job, threads: number): Promise<StepsOutcome> {
    const { signal, onMade } = job.options;
    places.begin(place);
    const claims: (() => void)[] = [];
    const first = admission.takeNow(FIRST_GRANT);
    if (first !== null) claims.push(first);
    const host: StepsHost = {
      granted: first === null ? 0 : FIRST_GRANT,
      admit(needs) {
        // Both together would keep it waiting for itself.
        first?.();
        const { granted, release } = admission.acquire(needs.bytes);
        claims.push(release);
        return granted;
      },
      opened: () => undefined,
      made: onMade,
    };
    const stop = (): void => place.worker.kill();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await place.worker.run(job.task, threads, host);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      for (const release of claims) release();
      places.end(place);
      dispatch();
    }
  }

  function enqueue(task: SourceTask, options: TaskOptions): Promise<StepsOutcome> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      const job: Job = { task, options, settle: begin };
      const leave = (): void => {
        queue.splice(queue.indexOf(job), 1);
        reject(signal.reason as Error);
      };
      function begin(outcome: Promise<StepsOutcome>): void {
        signal.removeEventListener('abort', leave);
        resolve(outcome);
      }
      signal.addEventListener('abort', leave, { once: true });
      queue.push(job);
      dispatch();
    });
  }

  return {
    expect: (step, bytes = 0) => warmUp.expect(step, bytes >= WORTH_A_START),
    async run(task, options) {
      if (closed) throw closedError();
      options.signal.throwIfAborted();
      return enqueue(task, options);
    },
    async close() {
      closed = true;
      callOffHelp?.();
      warmUp.close();
      for (const job of queue.splice(0)) job.settle(Promise.reject(closedError()));
      await places.close();
    },
  };
}

function closedError(): AssetgenError {
  return new AssetgenError('ASSETGEN_INTERRUPTED', 'the project was closed during a build');
}
