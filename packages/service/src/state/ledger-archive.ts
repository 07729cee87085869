import { AssetgenError } from '@assetgen/client';
import { specKey, takesBy } from './apply-entry.ts';
import type { Entry } from './entry.ts';
import { foldJob } from './fold-job.ts';
import type { Checkpoint, LedgerArchive } from './ledger.ts';
import type { Log, LoggedEntry } from './log.ts';
import type { Records } from './records.ts';

const CHECKPOINT = 'checkpoint';

/** A part of the index: the honoured entries of the log from one place to another. */
type Part = readonly [from: number, to: number];

/** A checkpoint names the parts that cover the log up to it. Parts are written once, never changed. */
export interface StoredCheckpoint extends Checkpoint {
  readonly parts: readonly Part[];
}

/** Stands at the end of a part: without it, a part was cut short. */
const END = '\nend';

const partName = ([from, to]: Part): string => `index-${from}-${to}`;

/** Where to start reading the log; a missing or unreadable checkpoint only means a longer replay. */
export async function readCheckpoint(records: Records): Promise<StoredCheckpoint | undefined> {
  const text = await records.get(CHECKPOINT);
  return text === undefined ? undefined : parseCheckpoint(text);
}

/**
 * The index of the log by job, and the checkpoint, as records. A part of the index is decided by
 * its place in the log alone, and each process's checkpoint names parts that were whole before it
 * was written: so several processes may save side by side, and the last one to do so is right too.
 */
export function ledgerArchive(
  records: Records,
  log: Log,
  start: StoredCheckpoint | undefined,
): LedgerArchive {
  const before = start?.parts ?? [];
  let parts = before;
  let texts: Promise<string[]> | undefined;

  function readParts(): Promise<string[]> {
    texts ??= Promise.all(before.map((part) => readPart(records, part)));
    texts.catch(() => (texts = undefined));
    return texts;
  }

  return {
    async load(uuid) {
      const offsets = (await readParts()).flatMap((text) => numbersOf(text, uuid));
      const entries = await Promise.all(offsets.map((offset) => log.at(offset)));
      return foldJob(
        uuid,
        entries.filter((entry) => entry !== undefined),
      );
    },
    async takes(spec) {
      return Math.max(0, ...(await readParts()).flatMap((text) => numbersOf(text, spec)));
    },
    async save(entries, checkpoint) {
      const part: Part = [parts.at(-1)?.[1] ?? 0, checkpoint.position];
      await records.set(partName(part), partName(part) + linesOf(entries) + END);
      const stored: StoredCheckpoint = { ...checkpoint, parts: [...parts, part] };
      await records.set(CHECKPOINT, JSON.stringify(stored));
      parts = stored.parts;
    },
  };
}

async function readPart(records: Records, part: Part): Promise<string> {
  const text = await records.get(partName(part));
  if (text?.startsWith(`${partName(part)}\n`) === true && text.endsWith(END)) return text;
  throw new AssetgenError(
    'ASSETGEN_SERVICE_STATE',
    `A part of the ledger's index is missing or broken: ${partName(part)}.`,
    { hint: 'Delete all records (the folder "records"): they are made again from the ledger.' },
  );
}

/** Each line `\nUUID OFFSET` or `\nSPEC TAKES`, in the order of the log. */
function linesOf(entries: readonly LoggedEntry[]): string {
  return entries
    .flatMap(({ entry, offset }) => [
      ...uuidsOf(entry).map((uuid) => `\n${uuid} ${offset}`),
      ...(entry.t === 'create' ? [`\n${specKey(entry.spec)} ${takesBy(entry)}`] : []),
    ])
    .join('');
}

/** What stands behind a UUID or the key of a spec. */
function numbersOf(text: string, key: string): number[] {
  const numbers: number[] = [];
  const start = `\n${key} `;
  for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + 1)) {
    numbers.push(Number.parseInt(text.slice(at + start.length, at + start.length + 20), 10));
  }
  return numbers;
}

/** The jobs that an entry tells of. */
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

function parseCheckpoint(text: string): StoredCheckpoint | undefined {
  try {
    const value = JSON.parse(text) as Partial<StoredCheckpoint> | null;
    const whole =
      typeof value?.position === 'number' &&
      typeof value.entries === 'number' &&
      typeof value.balance === 'object' &&
      Array.isArray(value.parts);
    return whole ? (value as StoredCheckpoint) : undefined;
  } catch {
    return undefined;
  }
}
