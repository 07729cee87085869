import type { UploadDigest } from './entry.ts';

/** What is known of a made file besides its bytes. */
export interface FileMeta {
  readonly contentType: string;
  /** Without a dot. */
  readonly extension: string;
  /** Of conversions only (section 4.2). */
  readonly scaleNumber?: number;
}

export interface MadeFile extends FileMeta {
  readonly size: number;
  /** SHA-256 of the bytes, as 64 hex digits. */
  readonly digest: string;
  bytes(): Promise<Uint8Array>;
  /** Bytes `start` to `end`, both included. */
  stream(start: number, end: number): ReadableStream<Uint8Array>;
}

/** Uploads, kept for as long as the state; and made files, which may be dropped and made again. */
export interface Files {
  putUpload(bytes: Uint8Array): Promise<UploadDigest>;
  upload(digest: UploadDigest): Promise<Uint8Array | undefined>;
  /** `key`: 64 hex digits of all that decides the bytes. */
  putMade(key: string, bytes: Uint8Array, meta: FileMeta): Promise<MadeFile>;
  made(key: string): Promise<MadeFile | undefined>;
}
