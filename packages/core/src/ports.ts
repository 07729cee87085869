import type { Digest } from './brands.ts';

export type { Clock } from '@assetgen/client/clock';

export interface StoredBlob {
  readonly digest: Digest;
  readonly bytes: number;
}

export interface PutOptions {
  /**
   * Looks at the complete temporary file before it becomes a blob; throws when the bytes are not
   * what they claim to be. Nothing is kept then.
   */
  readonly verify?: (file: string, bytes: number) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
  /** Getting these bytes again may cost points: prune leaves them. @default false */
  readonly costly?: boolean;
  /** Keeps nothing where the bytes have another digest: `ASSETGEN_DIGEST`. */
  readonly expect?: Digest;
  /** False for what can be had again: without waiting for the disk. @default true */
  readonly sync?: boolean;
}

/** The content-addressed store, as producers of bytes see it. */
export interface BlobSink {
  /** Streams to a temporary file while hashing, verifies, fsyncs, renames. */
  put(source: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<StoredBlob>;
}
