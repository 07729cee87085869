import { AsyncLocalStorage } from 'node:async_hooks';

/** Work of a run, bounded: so much at once, and so much begun. */
export interface WorkSlots {
  /**
   * Does a task in its turn; it holds a slot except while it waits {@link outside}.
   * @param place of those that wait the lowest begins first. @default 0
   */
  run<T>(task: () => Promise<T>, place?: number): Promise<T>;
  /** The place of the task that the code at hand belongs to; null where it belongs to none. */
  place(): number | null;
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
  readonly place: number;
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
    async run(task, place = 0) {
      await open.take(place);
      await working.take(place);
      running += 1;
      try {
        return await current.run({ working, place, waits: 0 }, task);
      } finally {
        running -= 1;
        if (running === 0) current.disable();
        working.give();
        open.give();
      }
    },
    place() {
      const task = current.getStore();
      return task?.working === working ? task.place : null;
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
        if (task.waits === 0) await working.take(BEFORE_ALL);
      }
    },
  };
}

/** The place of what goes on, before all that is yet to begin. */
const BEFORE_ALL = -1;

interface Semaphore {
  /** @param place of those that wait the lowest goes first, and of equals the one that came first */
  take(place: number): Promise<void>;
  give(): void;
}

interface Waiting {
  readonly place: number;
  readonly go: () => void;
}

function semaphore(count: number): Semaphore {
  let free = count;
  /** The next one last. */
  const waiting: Waiting[] = [];
  return {
    async take(place) {
      if (free > 0) {
        free -= 1;
        return;
      }
      await new Promise<void>((go) => {
        waiting.splice(behind(waiting, place), 0, { place, go });
      });
    },
    give() {
      const next = waiting.pop();
      if (next === undefined) free += 1;
      else next.go();
    },
  };
}

/** Where one belongs among those that wait: behind all whose turn is later or whose place is higher. */
function behind(waiting: readonly Waiting[], place: number): number {
  let low = 0;
  let high = waiting.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((waiting[middle]?.place ?? 0) > place) low = middle + 1;
    else high = middle;
  }
  return low;
}
