import { AssetgenError } from '@assetgen/client/errors';
import type { LocalStep } from '../local-step.ts';
import type { SourceTask, StepsHost, StepsOutcome } from '../run-steps.ts';
import { createAdmission } from './admission.ts';
import type { PoolPorts, StepPool, StepWorker, TaskOptions } from './step-pool.ts';

interface Job {
  readonly task: SourceTask;
  readonly options: TaskOptions;
  readonly settle: (outcome: Promise<StepsOutcome>) => void;
}

interface Place {
  readonly worker: StepWorker;
  job: Job | null;
  /** Calls off that it goes for want of work. */
  stay: () => void;
}

/**
 * A pool of workers, started as tasks come. Tasks start in their order; each asks for its memory
 * before it reads its source, and waits for it.
 */
export function createStepPool({ size, memory, whenIdle, soon, spawn }: PoolPorts): StepPool {
  const admission = createAdmission(memory);
  const queue: Job[] = [];
  const places = new Set<Place>();
  let closed = false;
  /** Those who said that a task of theirs is to come. */
  let expected = 0;
  let callOff = (): void => undefined;

  function dispatch(): void {
    for (let job = queue[0]; job !== undefined; job = queue[0]) {
      const place = freePlace();
      if (place === null) return;
      queue.shift();
      const running = [...places].filter((each) => each.job !== null).length + 1;
      // Alone, a source's outputs are made side by side; beside others each has a core of its own.
      const threads = Math.max(1, Math.floor(size / (running + queue.length)));
      job.settle(work(place, job, threads));
    }
  }

  function freePlace(): Place | null {
    for (const place of places) {
      if (place.job !== null) continue;
      if (place.worker.alive) return place;
      // It died while it had nothing to do.
      places.delete(place);
    }
    if (places.size >= size) return null;
    return addPlace();
  }

  function addPlace(): Place {
    const place: Place = { worker: spawn(), job: null, stay: () => undefined };
    places.add(place);
    return place;
  }

  /** Starts the workers that are not there yet, and has the idle ones load what a step needs. */
  function warmUp(step: LocalStep): void {
    if (closed) return;
    while (places.size < size) addPlace();
    for (const { worker, job } of places) {
      if (job === null && worker.alive) worker.prepare(step);
    }
  }

  async function work(place: Place, job: Job, threads: number): Promise<StepsOutcome> {
    const { worker } = place;
    const { signal, onMade } = job.options;
    place.job = job;
    place.stay();
    const claims: (() => void)[] = [];
    const host: StepsHost = {
      admit(needs) {
        const { granted, release } = admission.acquire(needs.bytes);
        claims.push(release);
        return granted;
      },
      opened: () => undefined,
      made: onMade,
    };
    const stop = (): void => worker.kill();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await worker.run(job.task, threads, host);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      for (const release of claims) release();
      place.job = null;
      rest(place);
      dispatch();
    }
  }

  function rest(place: Place): void {
    if (!place.worker.alive) {
      places.delete(place);
      return;
    }
    // One that rests already waits from now on: an older wait would end it in the middle of its next task.
    place.stay();
    if (expected > 0) return;
    place.stay = whenIdle(() => {
      places.delete(place);
      void place.worker.close();
    });
  }

  return {
    expect(step) {
      expected += 1;
      for (const place of places) place.stay();
      if (expected === 1) callOff = soon(() => warmUp(step));
      return function came() {
        expected -= 1;
        if (expected > 0) return;
        callOff();
        for (const place of places) {
          if (place.job === null) rest(place);
        }
      };
    },
    run(task, options) {
      const { signal } = options;
      return new Promise((resolve, reject) => {
        if (closed) {
          reject(closedError());
          return;
        }
        const job: Job = { task, options, settle: begin };
        const leave = (): void => {
          queue.splice(queue.indexOf(job), 1);
          reject(signal.reason as Error);
        };
        function begin(outcome: Promise<StepsOutcome>): void {
          signal.removeEventListener('abort', leave);
          resolve(outcome);
        }
        if (signal.aborted) {
          reject(signal.reason as Error);
          return;
        }
        signal.addEventListener('abort', leave, { once: true });
        queue.push(job);
        dispatch();
      });
    },
    async close() {
      closed = true;
      for (const job of queue.splice(0)) job.settle(Promise.reject(closedError()));
      const all = [...places];
      places.clear();
      await Promise.all(
        all.map((place) => {
          place.stay();
          if (place.job !== null) place.worker.kill();
          return place.worker.close();
        }),
      );
    },
  };
}

function closedError(): AssetgenError {
  return new AssetgenError('ASSETGEN_INTERRUPTED', 'the project was closed while it was built');
}
