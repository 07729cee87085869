import { parseCheckpoint, uuidsOf } from './checkpoint.ts';
import { parseEntry } from './entries.ts';
import { foldJob } from './fold-job.ts';
import type { Checkpoint, LedgerArchive } from './ledger.ts';
import type { Log, LoggedEntry } from './log.ts';
import type { TextStore } from './text-store.ts';

const CHECKPOINT = 'checkpoint';
/** Offsets of the entries of one batch: more than a batch can have. */
const BATCH = 1_000_000;

const batchKey = (number: number): string => `log/${number}`;

/**
 * The log in a text store: one key for each batch of entries. A store has no append, so only one
 * process may write at a time.
 */
export function storedLog(store: TextStore, from: number): Log {
  let next = from / BATCH;
  let unread: LoggedEntry[] = [];

  async function readBatches(): Promise<void> {
    for (;;) {
      const text = await store.get(batchKey(next));
      if (text === undefined) return;
      unread.push(...entriesOf(text, next * BATCH));
      next++;
    }
  }

  return {
    async append(entries) {
      await readBatches();
      await store.set(batchKey(next), entries.map((entry) => JSON.stringify(entry)).join('\n'));
    },
    async read() {
      await readBatches();
      const all = unread;
      unread = [];
      return all;
    },
    get position() {
      return next * BATCH;
    },
    close: () => store.close(),
  };
}

function entriesOf(text: string, first: number): LoggedEntry[] {
  return text.split('\n').flatMap((line, index) => {
    const entry = parseEntry(line);
    return entry === undefined ? [] : [{ entry, offset: first + index }];
  });
}

export async function readStoredCheckpoint(store: TextStore): Promise<Checkpoint | undefined> {
  const text = await store.get(CHECKPOINT);
  return text === undefined ? undefined : parseCheckpoint(text);
}

/** The entries of each job under a key of its own, and the checkpoint. */
export function storedArchive(store: TextStore, start: Checkpoint | undefined): LedgerArchive {
  const before = start?.position ?? 0;
  const logged = async (uuid: string): Promise<LoggedEntry[]> =>
    parseLogged((await store.get(`job/${uuid}`)) ?? '');
  return {
    async load(uuid) {
      if (before === 0) return undefined;
      const old = (await logged(uuid)).filter(({ offset }) => offset < before);
      return foldJob(
        uuid,
        old.map(({ entry }) => entry),
      );
    },
    async save(entries, checkpoint) {
      const fresh = new Map<string, LoggedEntry[]>();
      for (const one of entries) {
        for (const uuid of uuidsOf(one.entry)) {
          fresh.set(uuid, [...(fresh.get(uuid) ?? []), one]);
        }
      }
      for (const [uuid, list] of fresh) {
        const known = await logged(uuid);
        const seen = new Set(known.map(({ offset }) => offset));
        const all = [...known, ...list.filter(({ offset }) => !seen.has(offset))];
        const lines = all.map(({ entry, offset }) => `${offset} ${JSON.stringify(entry)}`);
        await store.set(`job/${uuid}`, lines.join('\n'));
      }
      await store.set(CHECKPOINT, JSON.stringify(checkpoint));
    },
  };
}

function parseLogged(text: string): LoggedEntry[] {
  return text.split('\n').flatMap((line) => {
    const space = line.indexOf(' ');
    const entry = parseEntry(line.slice(space + 1));
    return entry === undefined ? [] : [{ entry, offset: Number(line.slice(0, space)) }];
  });
}
