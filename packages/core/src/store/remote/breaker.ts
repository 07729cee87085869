import type { Clock } from '../../ports.ts';
import type { RemoteTimes } from './remote-times.ts';

/** Says whether a place is worth asking. */
export interface Breaker {
  /** False while it is open. After that one caller may try, and the others wait for how it went. */
  mayTry(): boolean;
  succeeded(): void;
  failed(): void;
  /** The caller stopped by itself: nothing is known. */
  cancelled(): void;
  /** Closes at once: somebody tried though it was open, and the place answered. */
  close(): void;
  /** Opens at once: the place answers, but too slowly to be of use. */
  trip(): void;
  /** True while nobody may try. */
  readonly isOpen: boolean;
  /** How often it opened. */
  readonly opened: number;
}

/** Closed until `failures` come one after the other; then open for a while. */
export function createBreaker(
  clock: Pick<Clock, 'now'>,
  { failures, openMs }: Pick<RemoteTimes, 'failures' | 'openMs'>,
): Breaker {
  let count = 0;
  let openUntil = Number.NEGATIVE_INFINITY;
  let opened = 0;
  let probing = false;

  function open(): void {
    // A request that fails while it is open was sent before.
    if (clock.now() >= openUntil) opened += 1;
    openUntil = clock.now() + openMs;
    count = failures - 1;
    probing = false;
  }
  return {
    mayTry() {
      if (clock.now() < openUntil) return false;
      if (opened === 0 || count < failures - 1) return true;
      if (probing) return false;
      probing = true;
      return true;
    },
    succeeded() {
      count = 0;
      probing = false;
      if (clock.now() >= openUntil) openUntil = Number.NEGATIVE_INFINITY;
    },
    failed() {
      count += 1;
      if (count >= failures) open();
    },
    cancelled() {
      probing = false;
    },
    close() {
      count = 0;
      probing = false;
      openUntil = Number.NEGATIVE_INFINITY;
    },
    trip: open,
    get isOpen() {
      return clock.now() < openUntil;
    },
    get opened() {
      return opened;
    },
  };
}
