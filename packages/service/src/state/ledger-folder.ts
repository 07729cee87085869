import { appendFile, mkdir, open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { applyEntry, emptyAccounts } from './apply.ts';
import { ifExists, writeAtomic } from './atomic-file.ts';
import { parseEntry, type Entry } from './entries.ts';
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
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const whole =
      typeof value === 'object' &&
      value !== null &&
      'position' in value &&
      typeof value.position === 'number' &&
      'balance' in value;
    return whole ? (value as Checkpoint) : undefined;
  } catch {
    return undefined;
  }
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

function uuidsOf(entry: Entry): readonly string[] {
  switch (entry.t) {
    case 'grant':
      return [];
    case 'create':
      return entry.uuids;
    case 'convert':
    case 'fail':
      return [entry.uuid];
  }
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

/** Entries in the index were honoured: applied again with points enough, they give the job. */
async function readJob(
  file: string,
  uuid: string,
  offsets: readonly number[],
): Promise<Job | undefined> {
  const jobs = new Map<string, Job>();
  const accounts = emptyAccounts({
    get: async (uuid) => jobs.get(uuid),
    set: (job) => void jobs.set(job.uuid, job),
  });
  accounts.balance = { ...accounts.balance, permanent: Number.MAX_SAFE_INTEGER };
  const handle = await open(file, 'r');
  try {
    for (const offset of offsets) {
      const entry = parseEntry(await lineAt(handle, offset));
      if (entry !== undefined) await applyEntry(accounts, entry);
    }
  } finally {
    await handle.close();
  }
  return jobs.get(uuid);
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
