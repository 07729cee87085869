import { AssetgenError } from '@assetgen/client';
import { randomUUID } from 'node:crypto';
import { balanceAt, type Balance } from '../points/balance.ts';
import { applyEntry, emptyAccounts, specKey, type Accounts, type Decision } from './apply-entry.ts';
import type { Entry, JobSpec } from './entry.ts';
import type { Job } from './job.ts';
import type { Log, LoggedEntry } from './log.ts';

/** Where the log is read from, and the balance there. */
export interface Checkpoint {
  readonly position: number;
  /** Honoured entries up to there. */
  readonly entries: number;
  readonly granted: boolean;
  readonly balance: Balance;
}

/** What a ledger keeps beside its log, so that opening reads only the log's end. */
export interface LedgerArchive {
  /** The job as of the checkpoint at which the ledger was opened. */
  load(uuid: string): Promise<Job | undefined>;
  /** How many creates of a spec, by its key, there were up to that checkpoint. */
  takes(spec: string): Promise<number>;
  /** Keeps the entries that were honoured since the last checkpoint, then the checkpoint. */
  save(entries: readonly LoggedEntry[], checkpoint: Checkpoint): Promise<void>;
}

export interface LedgerOptions {
  readonly log: Log;
  /** Points to start with, as of now, where the log has no grant yet. */
  readonly grant: () => Balance;
  readonly now: () => number;
  readonly start?: Checkpoint | undefined;
  readonly archive?: LedgerArchive | undefined;
  /** The least number of entries between two checkpoints. @default 1000 */
  readonly checkpointEvery?: number;
}

/** Points and jobs: all that must never be lost and never be charged twice. */
export interface Ledger {
  /** Appends durably; the answer says whether the entry counts. */
  append(entry: Entry): Promise<Decision>;
  /** `fresh`: with what other processes wrote since; else what this one knows, when it knows it. */
  job(uuid: string, fresh?: boolean): Promise<Job | undefined>;
  /**
   * Which asking for the spec the next create of it is: as many as the log has had before. Each answer
   * is given once, so that creates at the same moment differ.
   */
  nextTake(spec: JobSpec): Promise<number>;
  /** What is left now. */
  balance(): Promise<Balance>;
  close(): Promise<void>;
}

interface Waiting {
  readonly entry: Entry;
  readonly resolve: (decision: Decision) => void;
  readonly reject: (error: unknown) => void;
}

export function openLedger(options: LedgerOptions): Ledger {
  return new LogLedger(options);
}

class LogLedger implements Ledger {
  readonly #options: LedgerOptions;
  readonly #accounts: Accounts;
  readonly #jobs = new Map<string, Job>();
  /** Honoured entries since the last checkpoint. */
  #fresh: LoggedEntry[] = [];
  /** Honoured entries up to the last checkpoint. */
  #saved: number;
  #waiting: Waiting[] = [];
  /** Own entries that were written and wait for their turn in the log. */
  readonly #written = new Map<string, Waiting>();
  /** Writing and reading take turns. */
  #turn: Promise<unknown> = Promise.resolve();
  #saving: Promise<void> | undefined;

  constructor(options: LedgerOptions) {
    this.#options = options;
    const start = options.start;
    this.#saved = start?.entries ?? 0;
    this.#accounts = {
      ...emptyAccounts({
        get: (uuid) => this.#find(uuid),
        set: (job) => void this.#jobs.set(job.uuid, job),
      }),
      ...(start && { granted: start.granted, balance: start.balance }),
    };
  }

  append(entry: Entry): Promise<Decision> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      // Entries that come while a batch is on its way to the disk share the next one.
      if (this.#waiting.length === 1) void this.#inTurn(() => this.#flush());
    });
  }

  async job(uuid: string, fresh = false): Promise<Job | undefined> {
    const known = this.#jobs.get(uuid);
    if (known !== undefined && !fresh) return known;
    await this.#inTurn(() => this.#replay());
    return this.#find(uuid);
  }

  nextTake(spec: JobSpec): Promise<number> {
    const key = specKey(spec);
    return this.#inTurn(async () => {
      await this.#replay();
      const { takes } = this.#accounts;
      const archived = (await this.#options.archive?.takes(key)) ?? 0;
      const take = Math.max(archived, takes.get(key) ?? 0);
      takes.set(key, take + 1);
      return take;
    });
  }

  async balance(): Promise<Balance> {
    await this.#inTurn(() => this.#begin());
    return balanceAt(this.#accounts.balance, this.#options.now());
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.#saving;
    this.#checkpoint();
    await this.#saving;
    await this.#options.log.close();
  }

  async #find(uuid: string): Promise<Job | undefined> {
    const known = this.#jobs.get(uuid);
    if (known !== undefined) return known;
    const job = await this.#options.archive?.load(uuid);
    if (job !== undefined) this.#jobs.set(uuid, job);
    return job;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Reads what others wrote; the first ledger of a log writes the points to start with. */
  async #begin(): Promise<void> {
    await this.#replay();
    if (this.#accounts.granted) return;
    const { log, grant, now } = this.#options;
    await log.append([{ t: 'grant', id: randomUUID(), at: now(), balance: grant() }]);
    await this.#replay();
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      if (!this.#accounts.granted) await this.#begin();
      for (const one of batch) this.#written.set(one.entry.id, one);
      await this.#options.log.append(batch.map((one) => one.entry));
      await this.#replay();
      for (const one of batch) {
        if (this.#written.has(one.entry.id)) throw lostEntry();
      }
    } catch (error) {
      for (const one of batch) {
        this.#written.delete(one.entry.id);
        one.reject(error);
      }
    }
    this.#checkpoint();
  }

  async #replay(): Promise<void> {
    for (const logged of await this.#options.log.read()) {
      const decision = await applyEntry(this.#accounts, logged.entry);
      if (decision === 'done' && this.#options.archive !== undefined) this.#fresh.push(logged);
      const own = this.#written.get(logged.entry.id);
      if (own === undefined) continue;
      this.#written.delete(logged.entry.id);
      own.resolve(decision);
    }
  }

  /**
   * When enough has come in: a sixteenth of what there is, so that few parts hold a long log. Runs
   * beside the requests; a checkpoint that fails is tried again with the next one.
   */
  #checkpoint(): void {
    const { archive, log, checkpointEvery = 1000 } = this.#options;
    if (archive === undefined || this.#saving !== undefined) return;
    if (this.#fresh.length < Math.max(checkpointEvery, this.#saved / 16)) return;
    const entries = this.#fresh;
    this.#fresh = [];
    const { granted, balance } = this.#accounts;
    const saved = this.#saved + entries.length;
    this.#saving = archive
      .save(entries, { position: log.position, entries: saved, granted, balance })
      .then(
        () => void (this.#saved = saved),
        () => void (this.#fresh = [...entries, ...this.#fresh]),
      )
      .finally(() => (this.#saving = undefined));
  }
}

function lostEntry(): AssetgenError {
  return new AssetgenError(
    'ASSETGEN_SERVICE_STATE',
    'An entry that was written to the ledger cannot be read back.',
    { hint: 'Check the disk of the data folder.' },
  );
}
