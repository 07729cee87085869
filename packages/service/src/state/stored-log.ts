import { AssetgenError } from '@assetgen/client';
import { randomUUID } from 'node:crypto';
import { parseEntry } from './entries.ts';
import type { Log, LoggedEntry } from './log.ts';
import type { TextStore } from './text-store.ts';

/** Offsets of the entries of one batch: more than a batch can have. */
const BATCH = 1_000_000;

const batchKey = (number: number): string => `log/${number}`;

const OWNER = 'owner';

interface Batch {
  readonly number: number;
  readonly text: string;
}

/**
 * The log in a text store: one key for each batch of entries. A store has no append, so only one
 * process may write: the last to open it, which the others find out before they write.
 */
export async function storedLog(store: TextStore, from: number): Promise<Log> {
  const owner = randomUUID();
  await store.set(OWNER, owner);
  let next = from / BATCH;
  let unread: LoggedEntry[] = [];
  /** A batch of which it is not known whether it was written. */
  let doubtful: Batch | undefined;

  async function readBatches(): Promise<void> {
    for (;;) {
      const text = await store.get(batchKey(next));
      if (text === undefined) return;
      unread.push(...entriesOf(text, next * BATCH));
      next++;
    }
  }

  async function write(batch: Batch): Promise<void> {
    doubtful = batch;
    await store.set(batchKey(batch.number), batch.text);
    doubtful = undefined;
  }

  return {
    async append(entries) {
      if ((await store.get(OWNER)) !== owner) throw notOwner();
      // First the same again at the same key: so it may come late, and overwrites nothing then.
      if (doubtful !== undefined) await write(doubtful);
      await readBatches();
      await write({ number: next, text: entries.map((one) => JSON.stringify(one)).join('\n') });
    },
    async read() {
      await readBatches();
      const all = unread;
      unread = [];
      return all;
    },
    async at(offset) {
      const text = await store.get(batchKey(Math.floor(offset / BATCH)));
      return parseEntry(text?.split('\n')[offset % BATCH] ?? '');
    },
    get position() {
      return next * BATCH;
    },
    close: () => store.close(),
  };
}

function notOwner(): AssetgenError {
  return new AssetgenError(
    'ASSETGEN_SERVICE_STATE',
    'Another process has opened the database of this service since.',
    { hint: 'One service at a time may use a database: stop one. A folder takes several.' },
  );
}

function entriesOf(text: string, first: number): LoggedEntry[] {
  return text.split('\n').flatMap((line, index) => {
    const entry = parseEntry(line);
    return entry === undefined ? [] : [{ entry, offset: first + index }];
  });
}
