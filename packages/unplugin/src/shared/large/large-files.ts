import { join, relative } from 'node:path';
import type { AssetView, OutputFile } from '@assetgen/core';
import { linkGuard } from '@assetgen/core/warm';
import type { Settled } from './settle-stubs.ts';
import { stubOf } from './stub.ts';
import { writeIfChanged } from '../write-if-changed.ts';

/**
 * Files that are too large to pass through a bundler's memory. It is shown a stub in the place of
 * each, names and links it as it does any asset, and what it wrote is replaced afterwards.
 */
export interface LargeFiles {
  /** Writes the stubs of the view; returns the paths of those that changed. Cheap when known. */
  sync(view: AssetView): Promise<readonly string[]>;
  /** What a bundler is to read for the file: the stub of a large one, or the file. */
  pathOf(file: OutputFile): string;
  /** What a bundler is to be handed for the file, or null: it is to be handed the file. */
  stubOf(file: OutputFile): Buffer | null;
  /** The large file whose own path, or whose stub's, this is. */
  at(path: string): OutputFile | undefined;
  /** False where no file is large. */
  readonly any: boolean;
  /** The file with this digest. */
  withDigest(sha256: string): OutputFile | undefined;
  /** Paths of stubs and of their files, relative to `from`, with `/`. */
  renames(from: string): readonly (readonly [stub: string, file: string])[];
  /** Replaces the stubs among what was written into `folder`; null when there are none. */
  settle(folder: string, names: readonly string[]): Promise<Settled | null>;
}

/** @param least files above this size are large. Unit: bytes */
export function createLargeFiles(root: string, least: number): LargeFiles {
  const folder = join(root, '.assetgen', 'stubs');
  const guard = linkGuard(root);
  let synced: AssetView | null = null;
  const byDigest = new Map<string, OutputFile>();
  const byStub = new Map<string, OutputFile>();
  const byPath = new Map<string, OutputFile>();

  const isLarge = (file: OutputFile): boolean => file.bytes > least;
  const stubPath = (file: OutputFile): string => join(folder, ...file.name.split('/'));

  return {
    async sync(view) {
      if (synced === view) return [];
      const changed: string[] = [];
      const files = view.files.filter(isLarge);
      if (files.length > 0) {
        for (const file of files) {
          const path = stubPath(file);
          if (await writeIfChanged(path, stubOf(file), guard)) changed.push(path);
          byDigest.set(file.sha256, file);
          byStub.set(path, file);
          byPath.set(file.path, file);
        }
      }
      synced = view;
      return changed;
    },
    pathOf: (file) => (isLarge(file) ? stubPath(file) : file.path),
    stubOf(file) {
      if (!isLarge(file)) return null;
      byDigest.set(file.sha256, file);
      return Buffer.from(stubOf(file));
    },
    at: (path) => byStub.get(path) ?? byPath.get(path),
    get any() {
      return byDigest.size > 0;
    },
    withDigest: (sha256) => byDigest.get(sha256),
    renames: (from) =>
      [...byStub].map(([stub, file]) => [posix(from, stub), posix(from, file.path)] as const),
    async settle(output, names) {
      if (byDigest.size === 0) return null;
      const { settleStubs } = await import('./settle-stubs.ts');
      return settleStubs(output, names, byDigest);
    },
  };
}

function posix(from: string, to: string): string {
  return relative(from, to).replaceAll('\\', '/');
}

/** What a person is told: the bundler's own list shows the stubs' sizes. */
export function settledLine({ files, bytes }: Settled): string {
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `wrote ${files} large file${files === 1 ? '' : 's'}, ${size}`;
}
