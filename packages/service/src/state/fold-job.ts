import { applyEntry, emptyAccounts } from './apply-entry.ts';
import type { Entry } from './entry.ts';
import type { Job } from './job.ts';

/** The job that its honoured entries, in their order, make; undefined without its create. */
export async function foldJob(uuid: string, entries: readonly Entry[]): Promise<Job | undefined> {
  const jobs = new Map<string, Job>();
  const accounts = emptyAccounts({
    get: async (uuid) => jobs.get(uuid),
    set: (job) => void jobs.set(job.uuid, job),
  });
  // They were paid for when they were honoured.
  accounts.balance = { ...accounts.balance, permanent: Number.MAX_SAFE_INTEGER };
  for (const entry of entries) await applyEntry(accounts, entry);
  return jobs.get(uuid);
}
