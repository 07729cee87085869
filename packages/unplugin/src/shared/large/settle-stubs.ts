import { open, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { OutputFile } from '@assetgen/core';
import { eachAtOnce } from './each-at-once.ts';
import { placeFile } from './place-file.ts';
import { readStub, STUB_MOST_BYTES } from './stub.ts';
import type { StubFacts } from './stub.ts';

export interface Settled {
  readonly files: number;
  /** Of the files, together. */
  readonly bytes: number;
}

/**
 * Replaces every stub that a bundler wrote by its file. The bundler's output is read again rather than
 * believed: names may have been changed by other plugins, and files may not have been written.
 *
 * @param folder the output folder, absolute
 * @param names of all that was written, relative to the folder
 * @param known files by their digest
 * @returns null where none was written
 * @throws `ASSETGEN_STUB_LEFT` when a stub, or a compressed stub, would be shipped
 */
export async function settleStubs(
  folder: string,
  names: readonly string[],
  known: ReadonlyMap<string, OutputFile>,
): Promise<Settled | null> {
  const written = new Map<string, StubFacts>();
  await eachAtOnce(READS_AT_ONCE, names, async (name) => {
    const facts = await stubAt(resolve(folder, bare(name)));
    if (facts !== null) written.set(bare(name), facts);
  });
  let bytes = 0;
  await eachAtOnce(COPIES_AT_ONCE, [...written], async ([name, facts]) => {
    const file = known.get(facts.sha256);
    if (file === undefined) throw stubLeft(name, 'its file is not known to this build');
    await placeFile(file, resolve(folder, name));
    bytes += file.bytes;
  });
  await refuseCompressedStubs(folder, names, written);
  return written.size === 0 ? null : { files: written.size, bytes };
}

/** A plugin that compresses what is in the bundle has compressed the stub. */
async function refuseCompressedStubs(
  folder: string,
  names: readonly string[],
  stubs: ReadonlyMap<string, StubFacts>,
): Promise<void> {
  for (const name of names.map(bare)) {
    const { origin, extension } = COMPRESSED.exec(name)?.groups ?? {};
    if (origin === undefined || extension === undefined || !stubs.has(origin)) continue;
    const content = await readFile(resolve(folder, name)).catch(() => null);
    if (content === null || content.length > COMPRESSED_MOST_BYTES) continue;
    const text = DECOMPRESS.map((decompress) => attempt(() => decompress(content)));
    if (text.some((plain) => plain !== null && readStub(plain) !== null)) {
      throw stubLeft(name, `a plugin compressed the placeholder of ${origin}`);
    }
  }
}

const COMPRESSED = /^(?<origin>.+)\.(?<extension>gz|gzip|br|zz|deflate)$/;
const COMPRESSED_MOST_BYTES = 2 * STUB_MOST_BYTES;
const DECOMPRESS = [gunzipSync, brotliDecompressSync, inflateSync];

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

function stubLeft(name: string, why: string): Error {
  const message = `${name} would ship as a placeholder of some 130 bytes: ${why}`;
  return Object.assign(new Error(message), {
    code: 'ASSETGEN_STUB_LEFT',
    hint: 'Hand large files to the bundler itself: set `largeFileBytes: Infinity` on the plugin, or leave such files out of the plugin that compresses.',
  });
}

const READS_AT_ONCE = 32;
/** One thread copies as fast as a disk writes; a few more hide its waits. */
const COPIES_AT_ONCE = 4;

/** webpack lets a name carry a query. */
function bare(name: string): string {
  return name.replace(/[?#].*$/, '');
}

async function stubAt(path: string): Promise<StubFacts | null> {
  const handle = await open(path).catch(() => null);
  if (handle === null) return null;
  try {
    const buffer = Buffer.allocUnsafe(STUB_MOST_BYTES + 1);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return readStub(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
