import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Digest } from '../../brands.ts';
import type { Clock, StoredBlob } from '../../ports.ts';
import type { BlobStore } from '../blob-store.ts';
import { isDigestMismatch } from '../blob-store.ts';
import { asDigest } from '../digest.ts';
import type { GuardedTier, WarnTier } from './guarded-tier.ts';
import { CorruptError, attempt } from './guarded-tier.ts';
import type { TierDownload } from './tier.ts';
import type { RemoteTimes } from './times.ts';

export interface BlobContext {
  readonly store: BlobStore;
  readonly clock: Clock;
  readonly times: RemoteTimes;
  readonly warn: WarnTier;
}

/** No blob is larger; a body that goes on is cut off there. Unit: bytes. */
const MOST_BYTES = 4_294_967_296;

/**
 * Streams a blob from one tier into the store: hashed on its way, at its place only when it is
 * what its name says.
 * @param bytes how many it has; null where that is not known
 * @param onCorrupt called when it has other bytes
 */
export async function fetchBlob(
  context: BlobContext,
  guarded: GuardedTier,
  digest: Digest,
  bytes: number | null,
  signal: AbortSignal,
  onCorrupt: () => void,
): Promise<StoredBlob | null> {
  const { blobs } = guarded.tier;
  if (blobs === null) return null;
  const what = 'reading a blob';
  const deadlineMs = transferMs(context.times, bytes ?? MOST_BYTES);
  const given = { direction: 'read', what, deadlineMs, signal, onCorrupt } as const;
  const got = await attempt(guarded, given, context.clock, context.warn, async (inner) => {
    const download = await blobs.get(digest, inner);
    if (download === null) return null;
    try {
      if (bytes !== null && bytes <= SMALL_BYTES) {
        refuseOther(bytes, download.bytes);
        const all = await download.all(bytes);
        refuseOther(bytes, all.length);
        return await context.store.putFetched(all, digest);
      }
      return await context.store.put(paced(context, download, bytes), {
        expect: digest,
        signal: inner,
        // It can be had again: what a crash tears is found by its digest.
        sync: false,
      });
    } catch (error) {
      download.cancel();
      throw isDigestMismatch(error) ? new CorruptError(error.message) : error;
    }
  });
  return got.ok ? got.value : null;
}

/** Puts a blob of the store into one tier, unless it has it. False where that failed. */
export async function offerBlob(
  context: BlobContext,
  guarded: GuardedTier,
  blob: StoredBlob,
  again: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const { blobs } = guarded.tier;
  if (blobs === null) return true;
  const what = 'writing a blob';
  const deadlineMs = transferMs(context.times, blob.bytes);
  const given = { direction: 'write', what, deadlineMs, signal } as const;
  const put = await attempt(guarded, given, context.clock, context.warn, async (inner) => {
    if (!again && (await blobs.has(blob, inner))) return;
    await blobs.put(blob, () => verified(context.store.path(blob.digest), blob), inner);
    if (!(await blobs.has(blob, inner))) throw new Error('what was written is not there');
  });
  return put.ok;
}

/** How long a blob may take: a slow line gets its time, one that drips does not. */
function transferMs(times: RemoteTimes, bytes: number): number {
  const startMs = bytes <= SMALL_BYTES ? times.graceMs : times.idleMs;
  return startMs + (bytes / times.leastRate) * 1000;
}

function refuseOther(expected: number | null, found: number | null): void {
  if (expected === null || found === null || found === expected) return;
  throw new CorruptError(`expected ${expected} bytes, and it has ${found}`);
}

/** The body, as long as it is as long as it should be, and comes fast enough to be of use. */
async function* paced(
  { clock, times }: BlobContext,
  { body, bytes: said }: TierDownload,
  expected: number | null,
): AsyncGenerator<Uint8Array> {
  refuseOther(expected, said);
  const most = expected ?? said ?? MOST_BYTES;
  const started = clock.now();
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most) throw new CorruptError(`expected ${most} bytes, and more came`);
    const ms = clock.now() - started;
    if (ms > times.graceMs && bytes / ms < times.leastRate / 1000) {
      throw new Error(`it gives ${Math.round((bytes / ms) * 1000)} bytes a second`);
    }
    yield chunk;
  }
}

/** What is no larger is read whole. Unit: bytes. */
const SMALL_BYTES = 1_048_576;

const READ_BYTES = 262_144;

/**
 * The bytes of a blob of the store. The last of them are held back until all were hashed: a blob
 * that went bad on this disk is never whole elsewhere.
 */
async function* verified(file: string, blob: StoredBlob): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let held: Buffer | null = null;
  for await (const chunk of createReadStream(file, { highWaterMark: READ_BYTES })) {
    hash.update(chunk as Buffer);
    if (held !== null) yield held;
    held = chunk as Buffer;
  }
  if (asDigest(hash.digest('hex')) !== blob.digest) {
    throw new Error('the blob of this machine is not what its name says');
  }
  if (held !== null) yield held;
}
