import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Digest } from '../../brands.ts';

/** 1 MiB: measured 1.5 × as fast as 64 KiB. */
const CHUNK = 1024 * 1024;

/** The digest of bytes, which may come in pieces. */
export function digestOf(...pieces: readonly Uint8Array[]): Digest {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return asDigest(hash.digest('hex'));
}

/** Streams a file through sha256; memory stays at one chunk. */
export async function digestFile(file: string): Promise<Digest> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK })) {
    hash.update(chunk as Buffer);
  }
  return asDigest(hash.digest('hex'));
}

export function asDigest(hex: string): Digest {
  return `sha256-${hex}` as Digest;
}

/** The 64 hex digits of a digest. */
export function hexOf(digest: Digest): string {
  return digest.slice('sha256-'.length);
}
