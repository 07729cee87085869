import type { Clock } from '../../ports.ts';
import type { HeldLease } from './operation-document.ts';
import type { OperationDocuments } from './operation-documents.ts';
import { randomId } from './random-id.ts';
import type { Lease, LeaseTimes } from './shared-operations.ts';

export interface DocumentLease extends Lease {
  readonly nonce: string;
}

export interface DocumentLeases {
  /** Tries once, without waiting; null: another one holds it. */
  tryAcquire(name: string): Promise<DocumentLease | null>;
  releaseAll(): Promise<void>;
}

/**
 * Leases that stand in the documents of their operations. A lease counts its holder's beats; who
 * waits takes it over where none came for as long as a lease lives, by the waiter's own watch: no two
 * clocks are compared.
 */
export function documentLeases(
  documents: OperationDocuments,
  clock: Clock,
  times: LeaseTimes,
): DocumentLeases {
  const held = new Set<DocumentLease>();
  /** What of a lease was seen last, and since when it is so. Unit: milliseconds. */
  const seen = new Map<string, { readonly beat: string; readonly since: number }>();
  /** Leases that may have been taken: the answer was lost. */
  const unsure = new Map<string, string>();

  /** Whether the holder of a lease was silent for as long as a lease lives. */
  function isSilent(name: string, { nonce, beat }: HeldLease): boolean {
    const now = clock.now();
    const known = seen.get(name);
    if (known?.beat === `${nonce} ${beat}`) return now - known.since >= times.leaseMs;
    seen.set(name, { beat: `${nonce} ${beat}`, since: now });
    return false;
  }

  /** The fence of the lease; null: another one holds it. */
  function acquire(name: string, nonce: string): Promise<number | null> {
    return documents.update(name, (document) => {
      const { lease } = document;
      if (lease?.nonce === nonce) return { next: null, result: document.fence };
      if (lease !== null && !isSilent(name, lease)) return { next: null, result: null };
      const fence = document.fence + 1;
      return { next: { ...document, fence, lease: { nonce, beat: 0 } }, result: fence };
    });
  }

  /** False where it was lost. */
  function renew(name: string, nonce: string): Promise<boolean> {
    return documents.update(name, (document) => {
      if (document.lease?.nonce !== nonce) return { next: null, result: false };
      const lease = { nonce, beat: document.lease.beat + 1 };
      return { next: { ...document, lease }, result: true };
    });
  }

  function release(name: string, nonce: string): Promise<void> {
    return documents.update(name, (document) => ({
      next: document.lease?.nonce === nonce ? { ...document, lease: null } : null,
      result: undefined,
    }));
  }

  function hold(name: string, nonce: string, fence: number): DocumentLease {
    const over = new AbortController();
    async function beat(): Promise<void> {
      for (let isOurs = true; isOurs;) {
        await clock.sleep(times.beatMs, { signal: over.signal });
        isOurs = await renew(name, nonce).catch(() => true);
      }
    }
    beat().catch(() => undefined);
    const lease: DocumentLease = {
      nonce,
      fence,
      async release() {
        if (!held.delete(lease)) return;
        over.abort();
        await release(name, nonce).catch(() => undefined);
      },
    };
    held.add(lease);
    return lease;
  }

  return {
    async tryAcquire(name) {
      const nonce = unsure.get(name) ?? randomId();
      unsure.delete(name);
      const fence = await acquire(name, nonce).catch((error: unknown) => {
        unsure.set(name, nonce);
        throw error;
      });
      if (fence === null) return null;
      seen.delete(name);
      return hold(name, nonce, fence);
    },
    async releaseAll() {
      await Promise.all([...held].map((lease) => lease.release()));
    },
  };
}
