import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../ports.ts';

/** The real clock, which does not jump where the machine's is set. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, options = {}) =>
    delay(ms, undefined, options.signal === undefined ? {} : { signal: options.signal }),
};
