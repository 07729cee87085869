import type { Clock } from '../clock.ts';

/** A time in which no request goes out, as the service requested. */
export interface Pause {
  /** When it ends, by the clock. Unit: milliseconds. */
  readonly until: number;
  /** Its cause, in words. */
  readonly cause: string;
}

/** A pause outlasts what a request may wait for. */
export class LongPause extends Error {
  override readonly name: string = 'LongPause';
  readonly pause: Pause;
  constructor(pause: Pause) {
    super('the pause is longer than the limit');
    this.pause = pause;
  }
}

/** The times in which nothing goes out. */
export interface Pauses {
  /** The pause that goes on; null where there is none. */
  current(): Pause | null;
  /** How long it goes on; 0 where there is none. Unit: milliseconds. */
  leftMs(): number;
  /** Begins a pause, or makes the one that goes on longer; a shorter one changes nothing. */
  extend(until: number, cause: string): void;
  /** Hears of each pause when it begins, and when it gets longer; gives what ends that. */
  onPause(listener: (pause: Pause) => void): () => void;
}

/** A shorter pause is no news. Unit: milliseconds. */
const TOLD_MS = 1_000;

/** @param onExtend what those who wait have to know at once */
export function createPauses(clock: Clock, onExtend: (pause: Pause) => void): Pauses {
  const listeners = new Set<(pause: Pause) => void>();
  let pause: Pause = { until: 0, cause: '' };
  let told = 0;
  const leftMs = (): number => Math.max(0, pause.until - clock.now());
  return {
    current: () => (leftMs() > 0 ? pause : null),
    leftMs,
    extend(until, cause) {
      if (until <= pause.until) return;
      pause = { until, cause };
      if (until - clock.now() >= TOLD_MS && until - told >= TOLD_MS) {
        told = until;
        for (const listener of listeners) listener(pause);
      }
      onExtend(pause);
    },
    onPause(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
