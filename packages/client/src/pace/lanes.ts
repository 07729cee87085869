import { LongPause } from './pauses.ts';
import type { Pause } from './pauses.ts';

/** A create starts a clock at the service; a query only reads one. */
export type Lane = 'create' | 'query';

/** A request that waits for its turn. */
export interface Waiting {
  /** How much it is worth right now. */
  readonly priority: () => number;
  readonly grant: () => void;
  readonly refuse: (error: LongPause) => void;
  /** No pause is waited for beyond this time. Unit: milliseconds of the clock. */
  readonly until: number;
}

/** The requests that wait, in two lanes. */
export interface Lanes {
  readonly size: number;
  add(lane: Lane, waiting: Waiting): void;
  remove(lane: Lane, waiting: Waiting): void;
  /**
   * Takes out the one whose turn it is; null where nobody waits.
   * @param isProbe it may well be refused: a query, which costs nothing, goes before a create
   */
  take(isProbe: boolean): Waiting | null;
  /** Refuses those that do not wait until a pause is over. */
  refuseBeyond(pause: Pause): void;
}

/** Creates that go out for each query when both wait; a create starts a clock, a query only reads one. */
const CREATES_PER_QUERY = 16;

export function createLanes(): Lanes {
  const lanes = { create: new Set<Waiting>(), query: new Set<Waiting>() };
  let createsInARow = 0;

  function isQueryNext(isProbe: boolean): boolean {
    if (lanes.create.size === 0) return true;
    return lanes.query.size > 0 && (isProbe || createsInARow >= CREATES_PER_QUERY);
  }

  return {
    get size() {
      return lanes.create.size + lanes.query.size;
    },
    add: (lane, waiting) => void lanes[lane].add(waiting),
    remove: (lane, waiting) => void lanes[lane].delete(waiting),
    take(isProbe) {
      const isQuery = isQueryNext(isProbe);
      const lane = isQuery ? lanes.query : lanes.create;
      createsInARow = isQuery ? 0 : createsInARow + 1;
      const next = isQuery ? worthMost(lane) : first(lane);
      if (next !== null) lane.delete(next);
      return next;
    },
    refuseBeyond(pause) {
      for (const lane of Object.values(lanes)) {
        for (const waiting of lane) {
          if (pause.until > waiting.until) waiting.refuse(new LongPause(pause));
        }
      }
    },
  };
}

function first(lane: ReadonlySet<Waiting>): Waiting | null {
  for (const waiting of lane) return waiting;
  return null;
}

function worthMost(lane: ReadonlySet<Waiting>): Waiting | null {
  let best: Waiting | null = null;
  let most = -Infinity;
  for (const waiting of lane) {
    const worth = waiting.priority();
    if (worth > most) {
      best = waiting;
      most = worth;
    }
  }
  return best;
}
