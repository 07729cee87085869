import { AssetgenError } from '@assetgen/client/errors';
import type { ResolvedTier } from '../../config/resolve-remote.ts';
import type { Clock } from '../../ports.ts';
import type { Breaker } from './breaker.ts';
import { createBreaker } from './breaker.ts';
import type { Tier } from './tier.ts';
import { CorruptError, RefusedError, TooLargeError } from './tier.ts';
import type { RemoteTimes } from './remote-times.ts';
import { DeadlineError, withDeadline } from './remote-times.ts';

/** A tier that cannot hang or fail a build: with deadlines, and a breaker for each direction. */
export interface GuardedTier {
  readonly config: ResolvedTier;
  readonly tier: Tier;
  readonly reads: Breaker;
  readonly writes: Breaker;
}

/** Tells once a tier that something is wrong with it. */
export type WarnTier = (tier: GuardedTier, code: string, message: string) => void;

export function guardTier(
  config: ResolvedTier,
  tier: Tier,
  clock: Clock,
  times: RemoteTimes,
): GuardedTier {
  return {
    config,
    tier,
    reads: createBreaker(clock, times),
    writes: createBreaker(clock, times),
  };
}

export interface Attempt {
  readonly direction: 'read' | 'write';
  /** For the message: `reading its index`. */
  readonly what: string;
  /** Unit: milliseconds. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onCorrupt?: () => void;
  /** It is tried though the place was given up: it may be back. @default false */
  readonly isProbe?: boolean;
}

export type Attempted<T> = { readonly ok: true; readonly value: T } | Failed;

export interface Failed {
  readonly ok: false;
  /** Whether it may go better in a moment: no hang, no refusal, no wrong answer. */
  readonly mayPass: boolean;
}

const UNASKED: Failed = { ok: false, mayPass: false };

/** What is no fault of the place: the disk here, a package that is missing. */
const OURS = new Set(['ASSETGEN_DISK', 'ASSETGEN_REMOTE_PACKAGE']);

/**
 * Tries something with a tier. A failure is told once and counted; it is thrown on only where it is
 * not the tier's, or is one of this blob alone.
 */
export async function attempt<T>(
  guarded: GuardedTier,
  { direction, what, deadlineMs, signal, onCorrupt, isProbe = false }: Attempt,
  clock: Pick<Clock, 'sleep'>,
  warn: WarnTier,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Attempted<T>> {
  const breaker = direction === 'read' ? guarded.reads : guarded.writes;
  if (!isProbe && !breaker.mayTry()) return UNASKED;
  try {
    const value = await withDeadline(clock, deadlineMs, what, work, signal);
    if (isProbe) breaker.close();
    else breaker.succeeded();
    return { ok: true, value };
  } catch (error) {
    if (isOurs(error)) {
      breaker.cancelled();
      throw error;
    }
    if (error instanceof TooLargeError) {
      breaker.succeeded();
      throw error;
    }
    if (signal?.aborted === true) {
      breaker.cancelled();
      return UNASKED;
    }
    const hangs = isHang(error);
    if (hangs) {
      // It would take as long again: nothing waits for a second time. Its socket is let go.
      breaker.trip();
      guarded.tier.reset();
    } else breaker.failed();
    if (error instanceof CorruptError) onCorrupt?.();
    const code = error instanceof CorruptError ? 'ASSETGEN_REMOTE_CORRUPT' : 'ASSETGEN_REMOTE';
    warn(guarded, code, `${what} failed: ${reasonOf(error)}; the build continues without it`);
    const isAnswer = error instanceof CorruptError || error instanceof RefusedError;
    return { ok: false, mayPass: !hangs && !isAnswer };
  }
}

/** A blob that this machine has not, or not whole, and that it was about to send. */
export class LocalBlobError extends Error {
  override readonly name = 'LocalBlobError';
}

/** What failed, where a client wrapped what its source of bytes threw. */
export function isLocalBlob(error: unknown): boolean {
  if (error instanceof LocalBlobError) return true;
  return error instanceof Error && error.cause instanceof LocalBlobError;
}

function isOurs(error: unknown): boolean {
  return isLocalBlob(error) || (error instanceof AssetgenError && OURS.has(error.code));
}

/** A deadline of ours, or a socket on which nothing came for too long. */
function isHang(error: unknown): boolean {
  if (error instanceof DeadlineError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/.test(code);
}

/** The reason of an error, on one line. Errors of sockets carry no password; URLs are left out. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const text = error instanceof Error ? error.message || error.name : String(error);
  const [line = ''] = text.split('\n');
  return line.replace(/\b[a-z][\w+.-]*:\/\/[^\s"']+/gi, '(address)').slice(0, 200);
}
