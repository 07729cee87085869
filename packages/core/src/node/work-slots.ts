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

/** A task that runs: how much it waits for outside, at once. */
interface Task {
  waits: number;
}

/**
 * @param slots tasks at work at once
 * @param begun tasks begun and not done
 */
export function createWorkSlots(slots: number, begun: number): WorkSlots {
  const working = semaphore(slots);
  const open = semaphore(Math.max(begun, slots));
  const current = new AsyncLocalStorage<Task>();
  return {
    async run(task) {
      await open.take(false);
      await working.take(false);
      try {
        return await current.run({ waits: 0 }, task);
      } finally {
        working.give();
        open.give();
      }
    },
    async outside(wait) {
      const task = current.getStore();
      if (task === undefined) return wait();
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
