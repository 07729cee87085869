import type { TaskSlot } from '../run/build-context.ts';

/** Work of a run, bounded: so much at once, and so much begun. */
export interface WorkSlots {
  /**
   * Does a task in its turn; it holds a slot except while it waits {@link TaskSlot.outside}. Afterwards it goes on before
   * tasks begin.
   * @param place of those that wait the lowest begins first. @default 0
   */
  run<T>(task: (slot: TaskSlot) => Promise<T>, place?: number): Promise<T>;
}

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
      try {
        return await task(slotOf(working, place));
      } finally {
        working.give();
        open.give();
      }
    },
  };
}

/** One of the slots, as a task has it. */
function slotOf(working: Semaphore, place: number): TaskSlot {
  let waits = 0;
  return {
    place,
    async outside(wait) {
      // A task may wait for several things at once: it goes on when the first has come.
      waits += 1;
      if (waits === 1) working.give();
      try {
        return await wait();
      } finally {
        waits -= 1;
        if (waits === 0) await working.take(BEFORE_ALL);
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
