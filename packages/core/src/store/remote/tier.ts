import type { Digest } from '../../brands.ts';
import type { StoredBlob } from '../../ports.ts';

/** A small text of the index, and the blobs that it speaks of. */
export interface IndexEntry {
  readonly text: string;
  readonly blobs: readonly StoredBlob[];
}

/** The index of one place: texts by keys of 64 hex digits. */
export interface TierIndex {
  /** null where there is none. */
  get(key: string, signal: AbortSignal): Promise<string | null>;
  set(key: string, entry: IndexEntry, signal: AbortSignal): Promise<void>;
}

/** A blob on its way. Nothing in it is verified: that is the receiver's part. */
export interface TierDownload {
  /** As the place says; null where it does not. */
  readonly bytes: number | null;
  readonly body: AsyncIterable<Uint8Array>;
  cancel(): void;
}

/** The blobs of one place. */
export interface TierBlobs {
  /** null where there is none. */
  get(digest: Digest, signal: AbortSignal): Promise<TierDownload | null>;
  /**
   * The same for a small one: its bytes, in pieces. Nothing in them is verified either.
   * @throws CorruptError where there are more than `most`
   */
  getSmall(
    digest: Digest,
    most: number,
    signal: AbortSignal,
  ): Promise<readonly Uint8Array[] | null>;
  has(blob: StoredBlob, signal: AbortSignal): Promise<boolean>;
  /** @param open opens the bytes; called once for each try */
  put(blob: StoredBlob, open: () => AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
}

/** One place of the shared cache, spoken to in its own protocol. Every call may reject. */
export interface Tier {
  readonly index: TierIndex;
  /** null: blobs do not go there. */
  readonly blobs: TierBlobs | null;
  /** Loads what it needs. @throws AssetgenError `ASSETGEN_REMOTE_PACKAGE` */
  prepare(): Promise<void>;
  /** Drops what hangs; the next call starts anew. */
  reset(): void;
  close(): Promise<void>;
}

/** A place gave bytes that are not what their name says. */
export class CorruptError extends Error {
  override readonly name = 'CorruptError';
}

/** A place was asked and said no: it will say so again. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** A place never takes a blob of this size, and takes others. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** Entries are small; what is longer is none. Unit: bytes. */
export const MOST_ENTRY_BYTES = 1_048_576;
