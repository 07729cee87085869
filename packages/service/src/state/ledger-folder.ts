import { appendFile, mkdir, open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists, writeAtomic } from './atomic-file.ts';
import { parseCheckpoint, uuidsOf } from './checkpoint.ts';
import { parseEntry } from './entries.ts';
import { foldJob } from './fold-job.ts';
import type { Job } from './job.ts';
import type { Checkpoint, LedgerArchive } from './ledger.ts';
import type { LoggedEntry } from './log.ts';

const CHUNK = 4096;

export const ledgerFile = (folder: string): string => join(folder, 'ledger.ndjson');
const checkpointFile = (folder: string): string => join(folder, 'checkpoint.json');
/** One of 16 lists of `UUID OFFSET`: where the entries of a job stand in the ledger. */
const indexFile = (folder: string, uuid: string): string =>
  join(folder, 'index', `${uuid.slice(0, 1)}.txt`);

/** A missing or unreadable checkpoint only makes the next replay longer. */
export async function readCheckpoint(folder: string): Promise<Checkpoint | undefined> {
  const text = await ifExists(readFile(checkpointFile(folder), 'utf8'));
  return text === undefined ? undefined : parseCheckpoint(text);
}

/**
 * The index and the checkpoint of a data folder. Index lines are only ever appended: what two
 * processes write twice is read once, and none can undo what the other wrote.
 */
export function ledgerArchive(folder: string, start: Checkpoint | undefined): LedgerArchive {
  const before = start?.position ?? 0;
  return {
    async load(uuid) {
      if (before === 0 || !/^[0-9a-f]/.test(uuid)) return undefined;
      const index = await ifExists(readFile(indexFile(folder, uuid), 'utf8'));
      const offsets = index === undefined ? [] : offsetsOf(index, uuid, before);
      return offsets.length === 0 ? undefined : readJob(ledgerFile(folder), uuid, offsets);
    },
    async save(entries, checkpoint) {
      await mkdir(join(folder, 'index'), { recursive: true });
      for (const [file, lines] of indexLines(folder, entries)) {
        await appendFile(file, `\n${lines.join('\n')}\n`, { flush: true });
      }
      await writeAtomic(checkpointFile(folder), JSON.stringify(checkpoint), { durable: true });
    },
  };
}

function indexLines(folder: string, entries: readonly LoggedEntry[]): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  for (const { entry, offset } of entries) {
    for (const uuid of uuidsOf(entry)) {
      const file = indexFile(folder, uuid);
      const list = lines.get(file) ?? [];
      list.push(`${uuid} ${offset}`);
      lines.set(file, list);
    }
  }
  return lines;
}

function offsetsOf(index: string, uuid: string, before: number): number[] {
  const offsets = new Set<number>();
  for (const line of index.split('\n')) {
    if (!line.startsWith(uuid)) continue;
    const offset = Number(line.slice(uuid.length + 1));
    if (Number.isSafeInteger(offset) && offset < before) offsets.add(offset);
  }
  return [...offsets].sort((a, b) => a - b);
}

async function readJob(
  file: string,
  uuid: string,
  offsets: readonly number[],
): Promise<Job | undefined> {
  const handle = await open(file, 'r');
  try {
    const lines: string[] = [];
    for (const offset of offsets) lines.push(await lineAt(handle, offset));
    const entries = lines.map(parseEntry).filter((entry) => entry !== undefined);
    return await foldJob(uuid, entries);
  } finally {
    await handle.close();
  }
}

async function lineAt(handle: FileHandle, offset: number): Promise<string> {
  const parts: Buffer[] = [];
  for (let at = offset; ;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHUNK), 0, CHUNK, at);
    const end = buffer.subarray(0, bytesRead).indexOf(0x0a);
    parts.push(buffer.subarray(0, end === -1 ? bytesRead : end));
    if (end !== -1 || bytesRead === 0) return Buffer.concat(parts).toString('utf8');
    at += bytesRead;
  }
}
