import { readFileSync } from 'node:fs';
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
  const source = stub ?? (await readOutput(file));
  return context.emitFile({ type: 'asset', name: basename(file.path), originalFileName, source });
}

/**
 * Reads the file at once where that is short: bundlers load a thousand modules side by side, and all
 * their files would stand in memory before the first is emitted.
 */
function readOutput(file: OutputFile): Uint8Array | Promise<Uint8Array> {
  return file.bytes <= READ_AT_ONCE_BYTES ? readFileSync(file.path) : readFile(file.path);
}

const READ_AT_ONCE_BYTES = 1_000_000;
