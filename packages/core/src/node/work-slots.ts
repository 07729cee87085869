import { AsyncLocalStorage } from 'node:async_hooks';

/** Work of a run, bounded: so much at once, and so much begun. */
export interface WorkSlots {
  /** Does a task in its turn; it holds a slot except while it waits {@link outside}. */
  run<T>(task: () => Promise<T>): Promise<T>;
  /**
   * Waits for something that is no work of this machine, as a job at the service or the task of
   * another one is: the task's slot is free meanwhile. Afterwards it goes on before tasks begin.
   */
  outside<T>(wait: () => Promise<T>): Promise<T>;
}

/** A task that runs. */
interface Task {
  /** The slots that it was given one of. */
  readonly working: Semaphore;
  /** How much it waits for outside, at once. */
  waits: number;
}

/**
 * Which task the code at hand belongs to. One for the process, and on only while tasks run: each storage that
 * is on costs at every promise of the process, and a dev server has hundreds of runs.
 */
const current = new AsyncLocalStorage<Task>();
let running = 0;

/**
 * @param slots tasks at work at once
 * @param begun tasks begun and not done
 */
export function createWorkSlots(slots: number, begun: number): WorkSlots {
  const working = semaphore(slots);
  const open = semaphore(Math.max(begun, slots));
  return {
    async run(task) {
      await open.take(false);
      await working.take(false);
      running += 1;
      try {
        return await current.run({ working, waits: 0 }, task);
      } finally {
        running -= 1;
        if (running === 0) current.disable();
        working.give();
        open.give();
      }
    },
    async outside(wait) {
      const task = current.getStore();
      if (task?.working !== working) return wait();
      // A task may wait for several things at once: it goes on when the first has come.
      task.waits += 1;
      if (task.waits === 1) working.give();
      try {
        return await wait();
      } finally {
        task.waits -= 1;
        if (task.waits === 0) await working.take(true);
      }
    },
  };
}

interface Semaphore {
  /** @param isFirst before those that wait already */
  take(isFirst: boolean): Promise<void>;
  give(): void;
}

function semaphore(count: number): Semaphore {
  let free = count;
  const first: (() => void)[] = [];
  const others: (() => void)[] = [];
  return {
    async take(isFirst) {
      if (free > 0) {
        free -= 1;
        return;
      }
      await new Promise<void>((resolve) => {
        (isFirst ? first : others).push(resolve);
      });
    },
    give() {
      const next = first.shift() ?? others.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}
