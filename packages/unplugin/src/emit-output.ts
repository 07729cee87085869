import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { OutputFile } from '@assetgen/core';

/** What is used of the hook contexts of Rollup, Rolldown and Vite. */
export interface EmittingContext {
  emitFile(file: {
    readonly type: 'asset';
    readonly name?: string;
    readonly fileName?: string;
    readonly originalFileName?: string;
    readonly source: Uint8Array;
  }): string;
}

/**
 * Emits an output under a name that the bundler hashes; gives its reference. The bundler joins what
 * has one name and one content.
 */
export async function emitOutput(
  context: EmittingContext,
  file: OutputFile,
  originalFileName: string,
  stub: Buffer | null,
): Promise<string> {
  const source = stub ?? (await readFile(file.path));
  return context.emitFile({ type: 'asset', name: basename(file.path), originalFileName, source });
}
