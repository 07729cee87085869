import type { Clock } from '../../ports.ts';
import { countAwake } from './count-awake.ts';

/** How long a place that does not answer is still waited for. */
export interface Patience {
  /** What is left of it, negative once it is used up. Unit: milliseconds. */
  readonly leftMs: number;
  /** Whether it was waited for so long that a person should hear of it. */
  readonly isLong: boolean;
  /** A question begins; the time counts until the function is called that this returns. */
  start(): () => void;
  /** The place has answered. */
  renew(): void;
}

/** A wait of this length is told. Unit: milliseconds. */
const TELL_MS = 5_000;
/** How often a place that answers parts of questions, and none whole, is waited for anew. */
const MOST_PARTS = 3;

/**
 * Counts only while this machine is awake.
 *
 * @param patienceMs from the first question that failed
 * @param heardAt when the place last answered a part of a question, by the clock; null: never, or not known
 */
export function createPatience(
  clock: Clock,
  patienceMs: number,
  heardAt: () => number | null,
): Patience {
  /** How long this machine has asked, and heard nothing. Unit: milliseconds. */
  let triedMs = 0;
  let lastHeard: number | null = null;
  let parts = 0;
  const awake = countAwake(clock, (ms) => {
    const heard = heardAt();
    const isThere = heard !== lastHeard && parts < MOST_PARTS;
    lastHeard = heard;
    // Of two outages with a moment between them, each is waited for.
    if (isThere && triedMs > TELL_MS) parts += 1;
    triedMs = isThere ? 0 : triedMs + ms;
  });
  return {
    get leftMs() {
      return patienceMs - triedMs;
    },
    get isLong() {
      return triedMs >= TELL_MS;
    },
    start: () => awake.start(),
    renew() {
      triedMs = 0;
      parts = 0;
    },
  };
}
