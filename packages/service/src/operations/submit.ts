import { TAKE_HEADER } from '@assetgen/client';
import { randomUUID } from 'node:crypto';
import type { Call } from '../http/operation.ts';
import type { JobSpec } from '../state/entry.ts';
import { jobsOf } from '../state/job.ts';

export interface Submission {
  readonly spec: JobSpec;
  /** Jobs: one UUID each. */
  readonly count: number;
  /** For all jobs together. */
  readonly points: number;
  /** What `retrieveModel` returns as `sourcePage`. */
  readonly source: string;
}

export interface Accepted {
  readonly uuids: readonly string[];
  readonly points: number;
  /** Unix time in milliseconds. */
  readonly at: number;
}

/**
 * Charges and queues: returns when both are on the disk. Undefined when there are not enough
 * points. Drafts are free.
 */
export async function submit(call: Call, submission: Submission): Promise<Accepted | undefined> {
  const { ledger, works, options } = call.context;
  const { spec, source, count } = submission;
  const points = options.draft ? 0 : submission.points;
  const uuids = Array.from({ length: count }, () => randomUUID());
  const at = options.now();
  const take = takeOf(call.request) ?? (await ledger.nextTake(spec));
  const entry = {
    t: 'create',
    id: randomUUID(),
    at,
    points,
    uuids,
    source,
    spec,
    ...(take > 0 && { take }),
  } as const;
  const written = call.doomed ? { ...entry, doomed: true as const } : entry;
  if ((await ledger.append(written)) !== 'done') return undefined;
  for (const job of jobsOf(written)) works.start(job);
  return { uuids, points, at };
}

/** What our own client says in this process; others ask anew by asking again. */
function takeOf(request: Request): number | undefined {
  const said = request.headers.get(TAKE_HEADER);
  return said !== null && /^\d{1,9}$/.test(said) ? Number(said) : undefined;
}
