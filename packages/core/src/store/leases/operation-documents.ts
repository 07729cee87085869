import { AssetgenError } from '@assetgen/client/errors';
import type { Clock } from '../../ports.ts';
import type { ConditionalObjects } from '../remote/conditional-objects.ts';
import { withDeadline } from '../remote/remote-times.ts';
import type { OperationDocument } from './operation-document.ts';
import { EMPTY_DOCUMENT, readDocument, writeDocument } from './operation-document.ts';
import { probeConditions } from './probe-conditions.ts';
import { randomId } from './random-id.ts';

/** What becomes of a document: the next one, or null where it stays, and what the caller gets. */
export interface Change<T> {
  readonly next: OperationDocument | null;
  readonly result: T;
}

/** The documents of all operations in a bucket, each changed in one step for all machines. */
export interface OperationDocuments {
  /** Whether the bucket keeps to the conditions of a write. It is asked once. */
  holdsLeases(): Promise<boolean>;
  /** Changes an operation where it is as it was read, and reads it again where it is not. */
  update<T>(name: string, change: (document: OperationDocument) => Change<T>): Promise<T>;
  read(name: string): Promise<OperationDocument>;
}

export interface DocumentPorts {
  readonly objects: ConditionalObjects;
  /** Of one question, with all its steps. Unit: milliseconds. */
  readonly deadlineMs: number;
  readonly clock: Clock;
  /** 0 to below 1. */
  readonly random: () => number;
}

/** How often the answer to a write may be lost before its caller is told. */
const LOST = 3;
/** Before a write is tried again that met another one; doubled each time. Unit: milliseconds. */
const CONFLICT_MS = 20;
const LONGEST_CONFLICT_MS = 640;

/** Every write names the ETag of what it read, so that of several machines that change one, one does. */
export function operationDocuments(ports: DocumentPorts): OperationDocuments {
  const { objects, clock, random } = ports;
  let probing: Promise<boolean> | null = null;

  const ask = <T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    withDeadline(clock, ports.deadlineMs, what, work);

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

  return {
    holdsLeases,
    update,
    read: (name) =>
      ask('an operation', async (signal) => {
        if (!(await holdsLeases())) throw noConditions();
        const found = await objects.get(nameOf(name), signal);
        return found === null ? EMPTY_DOCUMENT : readDocument(found.text, nameOf(name));
      }),
  };
}

const nameOf = (name: string): string => `ops/${name}`;

/** The answer to every question to a bucket that can hold no leases. */
function noConditions(): AssetgenError {
  return new AssetgenError(
    'ASSETGEN_NO_LEASES',
    'it ignores conditional writes (If-None-Match, If-Match)',
  );
}
