import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Digest } from '../../brands.ts';
import type { Clock, StoredBlob } from '../../ports.ts';
import type { BlobStore } from '../cas/blob-store.ts';
import { isDigestMismatch } from '../cas/blob-store.ts';
import { asDigest } from '../cas/digest.ts';
import type { GuardedTier, WarnTier } from './guarded-tier.ts';
import { LocalBlobError, attempt, isLocalBlob } from './guarded-tier.ts';
import type { TierBlobs, TierDownload } from './tier.ts';
import type { UploadOutcome } from './upload.ts';
import { CorruptError, TooLargeError } from './tier.ts';
import type { RemoteTimes } from './remote-times.ts';

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
    try {
      return bytes !== null && bytes <= SMALL_BYTES
        ? await getSmall(context, blobs, digest, bytes, inner)
        : await getStreamed(context, blobs, digest, bytes, inner);
    } catch (error) {
      throw isDigestMismatch(error) ? new CorruptError(error.message) : error;
    }
  });
  return got.ok ? got.value : null;
}

async function getSmall(
  { store }: BlobContext,
  blobs: TierBlobs,
  digest: Digest,
  bytes: number,
  signal: AbortSignal,
): Promise<StoredBlob | null> {
  const pieces = await blobs.getSmall(digest, bytes, signal);
  if (pieces === null) return null;
  const found = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (found !== bytes) throw new CorruptError(`expected ${bytes} bytes, and it has ${found}`);
  return store.putFetched(pieces, digest);
}

async function getStreamed(
  context: BlobContext,
  blobs: TierBlobs,
  digest: Digest,
  bytes: number | null,
  signal: AbortSignal,
): Promise<StoredBlob | null> {
  const download = await blobs.get(digest, signal);
  if (download === null) return null;
  try {
    // It can be had again: what a crash tears is found by its digest.
    const options = { expect: digest, signal, sync: false } as const;
    return await context.store.put(paced(context, download, bytes), options);
  } catch (error) {
    download.cancel();
    throw error;
  }
}

/** How a blob is offered. */
export interface Offer {
  /** It is written though the tier has it: with other bytes, or that was asked. */
  readonly again: boolean;
  readonly isProbe: boolean;
}

/** `refused`: it is too large for the place, which takes others. */
export type OfferOutcome = UploadOutcome | 'refused';

/**
 * Puts a blob of the store into one tier, unless it has it. A blob that this machine lacks is not a fault of
 * the tier: `gone`.
 */
export async function offerBlob(
  context: BlobContext,
  guarded: GuardedTier,
  blob: StoredBlob,
  { again, isProbe }: Offer,
  signal: AbortSignal,
): Promise<OfferOutcome> {
  const { blobs } = guarded.tier;
  if (blobs === null) return 'done';
  const what = 'writing a blob';
  const deadlineMs = transferMs(context.times, blob.bytes);
  const given = { direction: 'write', what, deadlineMs, signal, isProbe } as const;
  try {
    const put = await attempt(guarded, given, context.clock, context.warn, async (inner) => {
      if (!again && (await blobs.has(blob, inner))) return;
      if (!context.store.has(blob.digest)) throw new LocalBlobError('it is not on this machine');
      await blobs.put(blob, () => verified(context.store.path(blob.digest), blob), inner);
      if (!(await blobs.has(blob, inner))) throw new Error('the upload is not there');
    });
    return put.ok ? 'done' : 'failed';
  } catch (error) {
    if (isLocalBlob(error)) return 'gone';
    if (!(error instanceof TooLargeError)) throw error;
    const rest = 'others know that it was bought, and download it from the service';
    context.warn(guarded, 'ASSETGEN_REMOTE', `${what} failed: ${error.message}; ${rest}`);
    return 'refused';
  }
}

/** How long a blob may take: a slow line gets its time, one that drips does not. */
function transferMs(times: RemoteTimes, bytes: number): number {
  const startMs = bytes <= SMALL_BYTES ? times.graceMs : times.idleMs;
  return startMs + (bytes / times.leastRate) * 1000;
}

/** The body, as long as it is as long as it should be, and comes fast enough to be of use. */
async function* paced(
  { clock, times }: BlobContext,
  { body, bytes: said }: TierDownload,
  expected: number | null,
): AsyncGenerator<Uint8Array> {
  if (expected !== null && said !== null && said !== expected) {
    throw new CorruptError(`expected ${expected} bytes, and it has ${said}`);
  }
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

/** Smaller blobs are read whole. Unit: bytes. */
const SMALL_BYTES = 1_048_576;

const READ_BYTES = 262_144;

/**
 * The bytes of a blob of the store. The last of them are held back until all were hashed: a blob
 * that went bad on this disk is never whole elsewhere.
 */
async function* verified(file: string, blob: StoredBlob): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let held: Buffer | null = null;
  for await (const chunk of readLocal(file)) {
    hash.update(chunk);
    if (held !== null) yield held;
    held = chunk;
  }
  if (asDigest(hash.digest('hex')) !== blob.digest) {
    throw new LocalBlobError("this machine's blob does not match its digest");
  }
  if (held !== null) yield held;
}

async function* readLocal(file: string): AsyncGenerator<Buffer> {
  const stream = createReadStream(file, { highWaterMark: READ_BYTES });
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw new LocalBlobError("this machine's blob cannot be read", { cause: error });
  }
}
