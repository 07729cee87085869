import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { LargeFiles } from '../large/large-files.ts';
import type { Settled } from '../large/settle-stubs.ts';
import { readStub } from '../large/stub.ts';

/** What is used of the bundles of Rollup, of Rolldown and of Vite. */
export interface FamilyBundle {
  readonly [name: string]: {
    readonly type: string;
    source?: string | Uint8Array;
    /** Of a chunk. */
    readonly code?: string;
    readonly modules?: Readonly<Record<string, { readonly code: string | null }>>;
  };
}

export interface FamilyOutput {
  readonly dir?: string | undefined;
  readonly file?: string | undefined;
}

/** For `write: false`, where nobody writes: whoever reads the bundle gets the bytes themselves. */
export async function fillStubs(large: LargeFiles, bundle: FamilyBundle): Promise<void> {
  for (const name of assetNames(bundle)) {
    const output = bundle[name];
    if (output?.type !== 'asset' || output.source === undefined) continue;
    const facts = readStub(output.source);
    const file = facts === null ? undefined : large.withDigest(facts.sha256);
    if (file !== undefined) output.source = await readFile(file.path);
  }
}

/** Where Rolldown writes when nobody says where. */
const DEFAULT_FOLDER = 'dist';

/**
 * For `writeBundle`: replaces the stubs that the bundler has written.
 *
 * @param from what the bundler resolves paths from
 */
export function settleBundle(
  large: LargeFiles,
  from: string,
  { dir, file }: FamilyOutput,
  bundle: FamilyBundle,
): Promise<Settled | null> {
  const folder = dir ?? (file === undefined ? DEFAULT_FOLDER : dirname(file));
  return large.settle(resolve(from, folder), assetNames(bundle));
}

/** No output is a script or a style sheet; the names of a bundle cost less than its contents. */
function assetNames(bundle: FamilyBundle): readonly string[] {
  return Object.keys(bundle).filter((name) => !/\.(?:[cm]?js|css|map|html)$/.test(name));
}
