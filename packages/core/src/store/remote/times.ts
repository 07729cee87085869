import type { Clock } from '../../ports.ts';

/** What a shared cache may take before it is given up. Unit: milliseconds, or bytes a second. */
export interface RemoteTimes {
  /** For the connection, its TLS handshake included. */
  readonly connectMs: number;
  /** With nothing coming or going. */
  readonly idleMs: number;
  /** One look-up in an index, or one entry written to it. */
  readonly indexMs: number;
  /** A transfer slower than this after {@link graceMs} is given up. */
  readonly leastRate: number;
  readonly graceMs: number;
  /** Failures one after the other that open the breaker, and how long it stays open. */
  readonly failures: number;
  readonly openMs: number;
  /** What the uploads may take once the build is done, beside what {@link leastRate} gives them. */
  readonly finishMs: number;
}

export const REMOTE_TIMES: RemoteTimes = {
  connectMs: 2_000,
  idleMs: 10_000,
  indexMs: 5_000,
  leastRate: 32_768,
  graceMs: 5_000,
  failures: 3,
  openMs: 30_000,
  finishMs: 30_000,
};

/** Something took longer than it may: what hangs is let go. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** Nobody sees it. One for all calls: an error for each, with its stack, costs more than the rest. */
const OVER = new Error('over');

/**
 * Rejects when `work` takes longer, or the caller's signal is aborted; its own signal is, then.
 * @param ms unit: milliseconds
 */
export async function withDeadline<T>(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  const done = new AbortController();
  const stop = (): void => done.abort(OVER);
  async function giveUp(): Promise<never> {
    if (outer?.aborted !== true) {
      await clock.sleep(ms, { signal: done.signal }).catch(() => undefined);
    }
    if (done.signal.aborted && outer?.aborted !== true) throw OVER;
    const reason: unknown =
      outer?.aborted === true
        ? outer.reason
        : new DeadlineError(`${what} took longer than ${ms / 1000} s`);
    controller.abort(reason);
    throw reason;
  }
  outer?.addEventListener('abort', stop);
  const late = giveUp();
  late.catch(() => undefined);
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    outer?.removeEventListener('abort', stop);
    stop();
  }
}
