import { createHash } from 'node:crypto';
import { EMPTY_BALANCE, giveBack, spend, type Balance } from '../points/balance.ts';
import type { ConvertEntry, CreateEntry, Entry, FailEntry, JobSpec } from './entry.ts';
import { jobsOf, type ConversionRecord, type Job } from './job.ts';

/**
 * The state that the log decides. Entries are applied in the order in which they stand in the log,
 * and an entry that cannot be honoured (not enough points, a conversion that somebody else has
 * begun) is void by the same rule for every reader: so two processes need no lock between them.
 */
export interface Accounts {
  balance: Balance;
  granted: boolean;
  readonly jobs: JobBook;
  /** How many creates of each spec there were since the log was opened, by its text. */
  readonly takes: Map<string, number>;
}

export interface JobBook {
  get(uuid: string): Promise<Job | undefined>;
  set(job: Job): void;
}

/** What became of an entry. `taken`: an entry for the same thing came first. */
export type Decision = 'done' | 'taken' | 'points' | 'unknown';

export function emptyAccounts(jobs: JobBook): Accounts {
  return { balance: EMPTY_BALANCE, granted: false, jobs, takes: new Map() };
}

export async function applyEntry(accounts: Accounts, entry: Entry): Promise<Decision> {
  switch (entry.t) {
    case 'grant':
      if (accounts.granted) return 'taken';
      accounts.granted = true;
      accounts.balance = entry.balance;
      return 'done';
    case 'create':
      return applyCreate(accounts, entry);
    case 'convert':
      return applyConvert(accounts, entry);
    case 'fail':
      return applyFail(accounts, entry);
  }
}

/** Equal specs give equal text. */
export function specKey(spec: JobSpec): string {
  return createHash('sha256').update(JSON.stringify(spec)).digest('base64');
}

/** How many creates of its spec there were, with this one. */
export function takesBy({ take = 0 }: CreateEntry): number {
  return take + 1;
}

function applyCreate(accounts: Accounts, entry: CreateEntry): Decision {
  const left = spend(accounts.balance, entry.points, entry.at);
  if (left === undefined) return 'points';
  accounts.balance = left;
  for (const job of jobsOf(entry)) accounts.jobs.set(job);
  const spec = specKey(entry.spec);
  accounts.takes.set(spec, Math.max(accounts.takes.get(spec) ?? 0, takesBy(entry)));
  return 'done';
}

async function applyConvert(accounts: Accounts, entry: ConvertEntry): Promise<Decision> {
  const job = await accounts.jobs.get(entry.uuid);
  if (job === undefined) return 'unknown';
  const charges = job.conversions[entry.conversion]?.charges ?? [];
  if (charges.at(-1)?.failure === null) return 'taken';
  const left = spend(accounts.balance, entry.points, entry.at);
  if (left === undefined) return 'points';
  accounts.balance = left;
  const { id, at, points } = entry;
  setConversion(accounts, job, entry.conversion, {
    charges: [...charges, { id, at, points, failure: null }],
  });
  return 'done';
}

async function applyFail(accounts: Accounts, entry: FailEntry): Promise<Decision> {
  const job = await accounts.jobs.get(entry.uuid);
  if (job === undefined) return 'unknown';
  const failure = { id: entry.id, message: entry.message };
  if (entry.conversion === null) {
    if (job.failure !== null) return 'taken';
    accounts.balance = giveBack(accounts.balance, job.points);
    accounts.jobs.set({ ...job, failure });
    return 'done';
  }
  const charges = job.conversions[entry.conversion]?.charges ?? [];
  const failed = charges.find((one) => one.id === entry.charge);
  if (failed === undefined) return 'unknown';
  if (failed.failure !== null) return 'taken';
  accounts.balance = giveBack(accounts.balance, failed.points);
  setConversion(accounts, job, entry.conversion, {
    charges: charges.map((one) => (one === failed ? { ...one, failure } : one)),
  });
  return 'done';
}

function setConversion(
  accounts: Accounts,
  job: Job,
  key: ConvertEntry['conversion'],
  record: ConversionRecord,
): void {
  accounts.jobs.set({ ...job, conversions: { ...job.conversions, [key]: record } });
}
