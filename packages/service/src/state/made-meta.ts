import type { FileMeta, MadeFile } from './files.ts';

/** What is kept beside the bytes of a made file. */
export interface StoredMeta extends FileMeta {
  readonly size: number;
  readonly digest: string;
}

/** Reads a description; undefined when it is torn. */
export function parseMeta(text: string): StoredMeta | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const whole =
      typeof value === 'object' &&
      value !== null &&
      'size' in value &&
      'digest' in value &&
      'contentType' in value;
    return whole ? (value as StoredMeta) : undefined;
  } catch {
    return undefined;
  }
}

export function openMade(meta: StoredMeta, read: Pick<MadeFile, 'bytes' | 'stream'>): MadeFile {
  return { ...meta, ...read };
}
