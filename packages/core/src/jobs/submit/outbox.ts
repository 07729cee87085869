import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { ANYWHERE } from '../../fs/link-guard.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import { writeSharedAtomic } from '../../fs/write-atomic.ts';
import { parseRecords } from '../journal/journal-record.ts';
import type { JournalRecord } from '../journal/journal-record.ts';

/** A record that says how a submission ended. */
export type Outcome = Exclude<JournalRecord, { state: 'planned' | 'sending' }>;

/** An outcome that the team does not know yet. */
export interface Untold {
  readonly operationId: string;
  readonly record: Outcome;
}

/** Outcomes that the team did not receive when they came. They outlive the process. */
export interface Outbox {
  add(untold: Untold): Promise<void>;
  /** In no order: each is of another submission, or comes second to an acceptance. */
  all(): Promise<readonly Untold[]>;
  remove(untold: Untold): Promise<void>;
}

/** The outcomes as files, one each: several processes may add and remove at once. */
export function fileOutbox(folder: string, guard: PathGuard = ANYWHERE): Outbox {
  const fileOf = ({ operationId, record }: Untold): string => {
    const text = JSON.stringify([operationId, record]);
    return path.join(
      folder,
      `${createHash('sha256').update(text).digest('hex').slice(0, 40)}.json`,
    );
  };
  return {
    async add(untold) {
      await writeSharedAtomic(fileOf(untold), JSON.stringify(untold), guard);
    },
    async all() {
      const names = await readdir(folder).catch(() => []);
      const files = names.filter((name) => name.endsWith('.json'));
      const found = await Promise.all(files.map((name) => readUntold(path.join(folder, name))));
      return found.filter((each) => each !== null);
    },
    async remove(untold) {
      const file = fileOf(untold);
      guard(file);
      await rm(file, { force: true });
      // Gone with the last: that it stands says that there is something to tell.
      await rmdir(folder).catch(() => undefined);
    },
  };
}

/** Whether anything may be left in the outbox of this folder. */
export function hasUntold(folder: string): boolean {
  return existsSync(folder);
}

async function readUntold(file: string): Promise<Untold | null> {
  try {
    const value = JSON.parse(await readFile(file, 'utf8')) as Partial<Untold> | null;
    const [record] = parseRecords(JSON.stringify(value?.record ?? null));
    const operationId = value?.operationId;
    if (typeof operationId !== 'string' || record === undefined) return null;
    return record.state === 'planned' || record.state === 'sending'
      ? null
      : { operationId, record };
  } catch {
    return null;
  }
}
