import { readFileSync } from 'node:fs';
import type { OutputFile } from '@assetgen/core';

/** What is used of webpack's class of sources. */
export type SourceClass = new () => object;

/** A source over a file of known size: nothing is read unless somebody asks for the bytes. */
export interface LazySource {
  source(): Buffer;
  buffer(): Buffer;
  size(): number;
  map(): null;
  sourceAndMap(): { readonly source: Buffer; readonly map: null };
  updateHash(hash: { update(text: string): unknown }): void;
}

/**
 * For webpack, whose plugins ask sources for bytes at any time and without a promise.
 *
 * @param Source webpack's own class, which some plugins look for
 */
export function createLazySource(Source: SourceClass, file: OutputFile): LazySource {
  const read = (): Buffer => readFileSync(file.path);
  return Object.assign(new Source(), {
    source: read,
    buffer: read,
    size: () => file.bytes,
    map: () => null,
    sourceAndMap: () => ({ source: read(), map: null }),
    updateHash: (hash: { update(text: string): unknown }) => void hash.update(file.sha256),
  });
}
