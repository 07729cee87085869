import type { Clock } from '../../ports.ts';
import type { ConditionalObjects } from '../remote/conditional-objects.ts';
import { withDeadline } from '../remote/remote-times.ts';
import type { DocumentLease } from './document-leases.ts';
import { documentLeases } from './document-leases.ts';
import type { OperationDocument } from './operation-document.ts';
import { operationDocuments } from './operation-documents.ts';
import type { RememberingPlace } from './place-memory.ts';
import { readEpoch } from './place-memory.ts';
import { randomId } from './random-id.ts';
import type { LeaseTimes, SharedOperations } from './shared-operations.ts';
import { LEASE_TIMES, NOTE_MS } from './shared-operations.ts';

/** Operations in a bucket, which may turn out to hold none. */
export interface S3Operations extends SharedOperations, RememberingPlace {
  /** Whether the bucket keeps to the conditions of a write. It is asked once. */
  holdsLeases(): Promise<boolean>;
}

const EPOCH = 'ops/epoch';

/** Operations in a bucket with conditional writes: one object for each, with its lease and its lines. */
export function s3Operations(
  bucket: ConditionalObjects,
  deadlineMs: number,
  clock: Clock,
  random: () => number,
  close: () => Promise<void>,
  times: LeaseTimes = LEASE_TIMES,
): S3Operations {
  let heardAt: number | null = null;
  const objects = listened(bucket, () => {
    heardAt = clock.now();
  });
  const documents = operationDocuments({ objects, deadlineMs, clock, random });
  const leases = documentLeases(documents, clock, times);

  const ask = <T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    withDeadline(clock, deadlineMs, what, work);

  return {
    holdsLeases: () => documents.holdsLeases(),
    tryAcquire: (name) => leases.tryAcquire(name),
    read: async (name) => (await documents.read(name)).lines.map(({ text }) => text),
    append(name, text) {
      const line = { id: randomId(), text };
      return documents.update(name, (document) => ({
        next: has(document, line.id) ? null : { ...document, lines: [...document.lines, line] },
        result: undefined,
      }));
    },
    appendAfter(name, count, text, lease) {
      const line = { id: randomId(), text };
      const { nonce } = lease as DocumentLease;
      return documents.update(name, (document) => {
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
      await leases.releaseAll();
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

const noteOf = (name: string): string => `ops/${name}.note`;

function has({ lines }: OperationDocument, wanted: string): boolean {
  return lines.some(({ id }) => id === wanted);
}
