import { randomBytes } from 'node:crypto';
import { AssetgenError } from '@assetgen/client/errors';
import type { Clock } from '../../ports.ts';
import type { ConditionalObjects } from '../remote/conditional-objects.ts';
import { withDeadline } from '../remote/remote-times.ts';
import type { OperationDocument } from './operation-document.ts';
import { EMPTY_DOCUMENT, readDocument, writeDocument } from './operation-document.ts';
import type { RememberingPlace } from './place-memory.ts';
import { readEpoch } from './place-memory.ts';
import { probeConditions } from './probe-conditions.ts';
import type { Lease, LeaseTimes, SharedOperations } from './shared-operations.ts';
import { LEASE_TIMES, NOTE_MS } from './shared-operations.ts';

/** Operations in a bucket, which may turn out to hold none. */
export interface S3Operations extends SharedOperations, RememberingPlace {
  /** Whether the bucket keeps to the conditions of a write. It is asked once. */
  holdsLeases(): Promise<boolean>;
}

interface S3Lease extends Lease {
  readonly nonce: string;
}

/** What becomes of a document: the next one, or null where it stays, and what the caller gets. */
interface Change<T> {
  readonly next: OperationDocument | null;
  readonly result: T;
}

const EPOCH = 'ops/epoch';
/** How often the answer to a write may be lost before its caller is told. */
const LOST = 3;
/** Before a write is tried again that met another one; doubled each time. Unit: milliseconds. */
const CONFLICT_MS = 20;
const LONGEST_CONFLICT_MS = 640;

/**
 * Operations in a bucket with conditional writes: one object for each, with its lease and its lines.
 * Every write names the ETag of what it read, so that of several machines that change an operation
 * one does. A lease counts its holder's beats; who waits takes it over where none came for as long as
 * a lease lives, by the waiter's own watch: no two clocks are compared.
 */
export function s3Operations(
  bucket: ConditionalObjects,
  deadlineMs: number,
  clock: Clock,
  random: () => number,
  close: () => Promise<void>,
  times: LeaseTimes = LEASE_TIMES,
): S3Operations {
  const held = new Set<S3Lease>();
  /** What of a lease was seen last, and since when it is so. Unit: milliseconds. */
  const seen = new Map<string, { readonly beat: string; readonly since: number }>();
  /** Leases that may have been taken: the answer was lost. */
  const unsure = new Map<string, string>();
  let probing: Promise<boolean> | null = null;
  let heardAt: number | null = null;
  const objects = listened(bucket, () => {
    heardAt = clock.now();
  });

  const ask = <T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    withDeadline(clock, deadlineMs, what, work);

  function holdsLeases(): Promise<boolean> {
    probing ??= ask('a probe', (signal) => probeConditions(objects, signal)).catch(
      (error: unknown) => {
        probing = null;
        throw error;
      },
    );
    return probing;
  }

  /** Changes an operation where it is as it was read, and reads it again where it is not. */
  function update<T>(name: string, change: (document: OperationDocument) => Change<T>): Promise<T> {
    return ask('an operation', async (signal) => {
      if (!(await holdsLeases())) throw noConditions();
      let lost = 0;
      for (let tries = 0; ; tries += 1) {
        const found = await objects.get(nameOf(name), signal);
        const { next, result } = change(
          found === null ? EMPTY_DOCUMENT : readDocument(found.text, nameOf(name)),
        );
        if (next === null) return result;
        const text = writeDocument(next, randomId());
        try {
          if (await objects.putWhere(nameOf(name), text, found?.etag ?? null, signal))
            return result;
        } catch (error) {
          // It may stand there all the same: the next look finds it by its nonce or id.
          lost += 1;
          if (lost === LOST || error instanceof AssetgenError) throw error;
        }
        const most = Math.min(CONFLICT_MS * 2 ** tries, LONGEST_CONFLICT_MS);
        await clock.sleep(most * (0.5 + random() / 2), { signal });
      }
    });
  }

  /** Whether the holder of a lease was silent for as long as a lease lives. */
  function isSilent(
    name: string,
    { nonce, beat }: NonNullable<OperationDocument['lease']>,
  ): boolean {
    const now = clock.now();
    const known = seen.get(name);
    if (known?.beat === `${nonce} ${beat}`) return now - known.since >= times.leaseMs;
    seen.set(name, { beat: `${nonce} ${beat}`, since: now });
    return false;
  }

  /** The fence of the lease; null: another one holds it. */
  function acquire(name: string, nonce: string): Promise<number | null> {
    return update(name, (document) => {
      const { lease } = document;
      if (lease?.nonce === nonce) return { next: null, result: document.fence };
      if (lease !== null && !isSilent(name, lease)) return { next: null, result: null };
      const fence = document.fence + 1;
      return { next: { ...document, fence, lease: { nonce, beat: 0 } }, result: fence };
    });
  }

  /** False where it was lost. */
  function renew(name: string, nonce: string): Promise<boolean> {
    return update(name, (document) => {
      if (document.lease?.nonce !== nonce) return { next: null, result: false };
      const lease = { nonce, beat: document.lease.beat + 1 };
      return { next: { ...document, lease }, result: true };
    });
  }

  function release(name: string, nonce: string): Promise<void> {
    return update(name, (document) => ({
      next: document.lease?.nonce === nonce ? { ...document, lease: null } : null,
      result: undefined,
    }));
  }

  function hold(name: string, nonce: string, fence: number): S3Lease {
    const over = new AbortController();
    async function beat(): Promise<void> {
      for (let isOurs = true; isOurs;) {
        await clock.sleep(times.beatMs, { signal: over.signal });
        isOurs = await renew(name, nonce).catch(() => true);
      }
    }
    beat().catch(() => undefined);
    const lease: S3Lease = {
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
    holdsLeases,
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
    read: (name) =>
      ask('an operation', async (signal) => {
        if (!(await holdsLeases())) throw noConditions();
        const found = await objects.get(nameOf(name), signal);
        return found === null
          ? []
          : readDocument(found.text, nameOf(name)).lines.map(({ text }) => text);
      }),
    append(name, text) {
      const line = { id: randomId(), text };
      return update(name, (document) => ({
        next: has(document, line.id) ? null : { ...document, lines: [...document.lines, line] },
        result: undefined,
      }));
    },
    appendAfter(name, count, text, lease) {
      const line = { id: randomId(), text };
      const { nonce } = lease as S3Lease;
      return update(name, (document) => {
        if (has(document, line.id)) return { next: null, result: true };
        const mayAppend = document.lease?.nonce === nonce && document.lines.length === count;
        if (!mayAppend) return { next: null, result: false };
        return { next: { ...document, lines: [...document.lines, line] }, result: true };
      });
    },
    async note(name, text) {
      await ask('a note', (signal) => objects.put(noteOf(name), text, signal));
    },
    async readNote(name) {
      const found = await ask('a note', (signal) => objects.get(noteOf(name), signal));
      return found === null || (found.ageMs ?? 0) > NOTE_MS ? null : found.text;
    },
    async memory() {
      const found = await ask('its memory', (signal) => objects.get(EPOCH, signal));
      const epoch = readEpoch(found?.text ?? null);
      return { epoch, runId: null, isDurable: true, settings: 'a bucket', problems: [] };
    },
    async begin(epoch, instead) {
      await ask('its memory', async (signal) => {
        const found = await objects.get(EPOCH, signal);
        if ((readEpoch(found?.text ?? null)?.id ?? null) !== instead) return;
        await objects.putWhere(EPOCH, JSON.stringify(epoch), found?.etag ?? null, signal);
      });
    },
    heardAt: () => heardAt,
    async close() {
      await Promise.all([...held].map((lease) => lease.release()));
      await close();
    },
  };
}

/** The same objects; `heard` is called with each answer. */
function listened(bucket: ConditionalObjects, heard: () => void): ConditionalObjects {
  const listen = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer;
    heard();
    return value;
  };
  return {
    get: (name, signal) => listen(bucket.get(name, signal)),
    putWhere: (name, text, etag, signal) => listen(bucket.putWhere(name, text, etag, signal)),
    put: (name, text, signal) => listen(bucket.put(name, text, signal)),
  };
}

const nameOf = (name: string): string => `ops/${name}`;
const noteOf = (name: string): string => `ops/${name}.note`;
const randomId = (): string => randomBytes(16).toString('hex');

function has({ lines }: OperationDocument, wanted: string): boolean {
  return lines.some(({ id }) => id === wanted);
}

/** The answer to every question to a bucket that can hold no leases. */
function noConditions(): AssetgenError {
  return new AssetgenError(
    'ASSETGEN_NO_LEASES',
    'it ignores the conditions of a write (If-None-Match, If-Match)',
  );
}
