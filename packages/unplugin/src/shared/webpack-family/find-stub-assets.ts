import { resolve } from 'node:path';
import type { OutputFile } from '@assetgen/core';
import type { LargeFiles } from '../large/large-files.ts';
import { readStub, STUB_MOST_BYTES } from '../large/stub.ts';

/** What is used of an asset of webpack and of Rspack. */
export interface FamilyAsset {
  readonly name: string;
  readonly info: { readonly sourceFilename?: string | undefined };
  readonly source: { size(): number; buffer(): Buffer };
}

/** The assets of a compilation whose content is a stub, with the files that they stand for. */
export function findStubAssets(
  assets: readonly FamilyAsset[],
  context: string,
  large: LargeFiles,
  publicNames: ReadonlySet<string>,
): ReadonlyMap<string, OutputFile> {
  const found = new Map<string, OutputFile>();
  if (!large.any) return found;
  for (const { name, info, source } of assets) {
    const { sourceFilename } = info;
    // Contents may have to be fetched from a cache or from Rust: ask only where a stub may be.
    const origin = sourceFilename === undefined ? null : large.at(resolve(context, sourceFilename));
    if (origin === undefined || (origin === null && !publicNames.has(name))) continue;
    if (source.size() > STUB_MOST_BYTES) continue;
    const facts = readStub(source.buffer());
    const file = facts === null ? undefined : large.withDigest(facts.sha256);
    if (file !== undefined) found.set(name, file);
  }
  return found;
}
