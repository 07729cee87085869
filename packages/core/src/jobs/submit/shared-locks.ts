import type { Clock } from '../../ports.ts';
import type { Lease, SharedOperations } from '../../store/leases/shared-operations.ts';
import type { RecipeLock, RecipeLocks } from '../locks/recipe-lock.ts';
import type { RecordCodec } from './record-codec.ts';
import type { SharedPlace } from './shared-place.ts';

/** How often a machine that waits asks again. Unit: milliseconds. */
const POLL_MS = 500;
/** How often it says that it waits. Unit: milliseconds. */
const TELL_MS = 10_000;

export interface SharedLocksPorts {
  readonly place: SharedPlace;
  readonly operations: SharedOperations;
  readonly codec: RecordCodec;
  readonly locks: RecipeLocks;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Locks of this machine, each with a lease that keeps other machines waiting. */
export interface SharedLocks extends RecipeLocks {
  /** The lease of an operation that is locked here; undefined where the place gave none. */
  leaseOf(operationId: string): Lease | undefined;
}

export function sharedLocks(ports: SharedLocksPorts): SharedLocks {
  const { locks } = ports;
  const leases = new Map<string, Lease>();

  function join(own: RecipeLock, id: string, lease: Lease | null): RecipeLock {
    if (lease !== null) leases.set(id, lease);
    return {
      async release() {
        if (lease !== null) {
          leases.delete(id);
          await lease.release();
        }
        await own.release();
      },
    };
  }

  return {
    leaseOf: (id) => leases.get(id),
    async acquire(id, { signal, onWait }) {
      const own = await locks.acquire(id, { signal, ...(onWait === undefined ? {} : { onWait }) });
      try {
        const lease = await acquireLease(ports, id, signal, onWait);
        return join(own, id, lease);
      } catch (error) {
        await own.release();
        throw error;
      }
    },
  };
}

/** null where the place is away. */
async function acquireLease(
  { place, operations, codec, clock, random }: SharedLocksPorts,
  id: string,
  signal: AbortSignal | undefined,
  onWait: (() => void) | undefined,
): Promise<Lease | null> {
  const name = codec.name(id);
  for (let waited = 0; ;) {
    signal?.throwIfAborted();
    const got = await place.ask(async () => ({ lease: await operations.tryAcquire(name) }));
    if (got === null) return null;
    if (got.lease !== null) return got.lease;
    place.note(id, true);
    if (waited % TELL_MS < POLL_MS) onWait?.();
    // Not all at the same moment.
    const ms = POLL_MS * (0.5 + random());
    await clock.sleep(ms, { signal });
    waited += POLL_MS;
  }
}
