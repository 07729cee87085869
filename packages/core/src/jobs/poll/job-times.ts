import type { Clock } from '../../ports.ts';

/** How long jobs took, by operation: of this run, and of earlier ones. */
export interface JobTimes {
  /**
   * Joins the jobs of an operation that wait.
   * @param operation null: not known, nothing is learned from it
   */
  enter(operation: string | null): TimedWait;
  /** The service limits requests: none is spent on finding out more than is needed. */
  limited(): void;
  /** What is worth keeping; null where this run learned nothing. */
  learned(): LearnedTimes | null;
}

/** The latest times of each operation, in the order in which they were learned. */
export type LearnedTimes = Readonly<Record<string, readonly SeenTime[]>>;

/** A job ended after the first of two times, and until the second. Unit: milliseconds. */
export type SeenTime = readonly [pendingMs: number, doneMs: number];

/** One job that waits. */
export interface TimedWait {
  /** The times that are known, shortest first. Unit: milliseconds. */
  known(): readonly number[];
  /** Whether this job is polled closely, since others wait for what it finds out. */
  isScout(): boolean;
  /** Whether another one goes ahead: this one is woken when that one knows. */
  isLed(): boolean;
  /** Whether the service limits requests. */
  isLimited(): boolean;
  /**
   * Sleeps. It ends early when the first time of the operation becomes known, and when the one ahead is gone.
   * @returns whether it was woken
   */
  sleep(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<boolean>;
  /**
   * The job ended between two polls. Unit: milliseconds since it was accepted.
   * @param pendingMs the last poll that found it not done; 0: none
   */
  learn(pendingMs: number, doneMs: number): void;
  leave(): void;
}

/** Of each operation so many times count. */
const KEPT = 64;
/** So many jobs wait at least where one of them goes ahead. */
const COMPANY = 4;
/** Under a limit, a time says something where the two polls around it are no further apart. */
const VAGUE = 1.25;
const NOTHING: readonly number[] = [];

export function createJobTimes(before: LearnedTimes = {}): JobTimes {
  const operations = new Map<string, Operation>();
  let isLimited = false;

  function operationOf(name: string): Operation {
    let operation = operations.get(name);
    if (operation === undefined) {
      const times = Object.hasOwn(before, name) ? [...(before[name] ?? [])] : [];
      operation = { times, sorted: sort(times), isNew: false, waiting: new Map() };
      operations.set(name, operation);
    }
    return operation;
  }

  return {
    enter: (name) => (name === null ? unknownWait : enter(operationOf(name), () => isLimited)),
    limited() {
      isLimited = true;
    },
    learned() {
      const all = [...operations];
      if (!all.some(([, { isNew }]) => isNew)) return null;
      return { ...before, ...Object.fromEntries(all.map(([name, { times }]) => [name, times])) };
    },
  };
}

interface Operation {
  /** The latest last. */
  readonly times: SeenTime[];
  /** The middle of each, shortest first. */
  sorted: readonly number[];
  isNew: boolean;
  /** By a token for each job, first come first: what wakes it where it sleeps. */
  readonly waiting: Map<symbol, (() => void) | null>;
}

function enter(operation: Operation, isLimited: () => boolean): TimedWait {
  const { times, waiting } = operation;
  const token = Symbol('wait');
  waiting.set(token, null);
  const isFirst = (): boolean => waiting.keys().next().value === token;
  const isUnknown = (): boolean => times.length === 0 && waiting.size >= COMPANY;
  return {
    known: () => operation.sorted,
    isScout: () => isUnknown() && !isLimited() && isFirst(),
    isLed: () => isUnknown() && !isFirst(),
    isLimited,
    async sleep(clock, ms, signal) {
      if (times.length > 0) {
        await clock.sleep(ms, { signal });
        return false;
      }
      const woken = new AbortController();
      const stop = (): void => woken.abort(signal?.reason);
      let isEarly = false;
      signal?.addEventListener('abort', stop, { once: true });
      waiting.set(token, () => {
        isEarly = true;
        woken.abort();
      });
      try {
        signal?.throwIfAborted();
        await clock.sleep(ms, { signal: woken.signal });
      } catch (error) {
        if (!isEarly) throw error;
      } finally {
        signal?.removeEventListener('abort', stop);
        if (waiting.has(token)) waiting.set(token, null);
      }
      return isEarly;
    },
    learn(pendingMs, doneMs) {
      // Its poll may have waited long for its turn: then it says little.
      if (isLimited() && doneMs > VAGUE * pendingMs) return;
      const isNews = times.length === 0;
      add(times, [Math.round(pendingMs), Math.max(1, Math.round(doneMs))]);
      operation.sorted = sort(times);
      operation.isNew = true;
      if (!isNews) return;
      for (const wake of waiting.values()) wake?.();
    },
    leave() {
      const wasFirst = isFirst();
      waiting.delete(token);
      // It went without a time, as a job does that failed: the next one goes ahead.
      if (wasFirst && times.length === 0) waiting.values().next().value?.();
    },
  };
}

/** Of a job whose operation nobody knows. */
const unknownWait: TimedWait = {
  known: () => NOTHING,
  isScout: () => false,
  isLed: () => false,
  isLimited: () => false,
  async sleep(clock, ms, signal) {
    await clock.sleep(ms, { signal });
    return false;
  },
  learn: () => undefined,
  leave: () => undefined,
};

/** One that says it more exactly takes the place of those that said the same. */
function add(times: SeenTime[], seen: SeenTime): void {
  const middle = middleOf(seen);
  const others = times.filter(
    ([pendingMs, doneMs]) =>
      doneMs - pendingMs <= seen[1] - seen[0] || middle <= pendingMs || middle > doneMs,
  );
  times.splice(0, times.length, ...others.slice(1 - KEPT), seen);
}

function middleOf([pendingMs, doneMs]: SeenTime): number {
  return (pendingMs + doneMs) / 2;
}

function sort(times: readonly SeenTime[]): readonly number[] {
  return times.map(middleOf).sort((a, b) => a - b);
}
