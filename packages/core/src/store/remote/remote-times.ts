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
  /** What the end of a build waits for a place that took no upload, so that a moment loses nothing. */
  readonly awayMs: number;
  /** How long an index that fails is asked again before anything is bought. Less than {@link indexMs}. */
  readonly returnMs: number;
}

const USUAL: RemoteTimes = {
  connectMs: 2_000,
  idleMs: 10_000,
  indexMs: 5_000,
  leastRate: 32_768,
  graceMs: 5_000,
  failures: 3,
  openMs: 30_000,
  finishMs: 30_000,
  awayMs: 5_000,
  returnMs: 3_000,
};

/** @param timeoutMs of one question, as the user has it; null: as usual */
export function remoteTimes(timeoutMs: number | null): RemoteTimes {
  if (timeoutMs === null) return USUAL;
  return {
    ...USUAL,
    connectMs: timeoutMs,
    indexMs: timeoutMs,
    idleMs: Math.max(timeoutMs, USUAL.idleMs),
    returnMs: Math.min(timeoutMs * 0.6, USUAL.returnMs),
  };
}

/** A machine that gave up too early could buy what another one buys. Unit: milliseconds. */
const LEASE_MS = 30_000;

/** What the place may take that keeps two machines from buying the same thing. */
export function leaseTimes(timeoutMs: number | null): RemoteTimes {
  return remoteTimes(timeoutMs ?? LEASE_MS);
}

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
  outer?.throwIfAborted();
  // The one signal of the work and of its timer: what goes on after the work has no use for either.
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (): void => controller.abort(outer?.reason);
  outer?.addEventListener('abort', stop);
  const late = clock.sleep(ms, { signal }).then((): never => {
    const reason = new DeadlineError(
      `${what} took longer than ${Number((ms / 1000).toFixed(1))} s`,
    );
    controller.abort(reason);
    throw reason;
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work(signal), late]);
  } finally {
    outer?.removeEventListener('abort', stop);
    controller.abort(OVER);
  }
}
