import type { EnginePorts } from '../engine-ports.ts';
import { JobError } from '../job-error.ts';
import type { JobStatus } from './read-status.ts';
import type { WaitRequest } from './wait-request.ts';

/** What the polls of one job add up to. */
export interface StatusJudge {
  /**
   * The result's address, or null: go on.
   * @throws JobError where the job has ended without a result
   */
  judge(status: JobStatus): string | null;
  /** What the last poll found, for people; null before the first. */
  last(): string | null;
}

/** A result's URL may come a little later than its end. Unit: milliseconds. */
const NO_URL_GRACE_MS = 30_000;
/**
 * How long the id of a V1 task is asked for that the query of group LEGACY does not know: which
 * operation tells of V1 tasks is not shown (section 4.1). Unit: milliseconds.
 */
const V1_GRACE_MS = 600_000;

const NOT_KNOWN = 'which is not in the specification';

export function judgeStatuses(
  ports: Pick<EnginePorts, 'clock' | 'emit' | 'graceMs' | 'v1Results'>,
  request: WaitRequest,
): StatusJudge {
  const { asset, uuid } = request;
  const { clock, graceMs } = ports;
  const warned = new Set<string>();
  let last: string | null = null;
  let odd: { readonly status: JobStatus['status']; readonly since: number } | null = null;
  let failures = 0;
  let addresses = 0;

  function warn(code: string, key: string, message: string): void {
    if (warned.has(key)) return;
    warned.add(key);
    ports.emit({ type: 'warning', asset, code, message: `${asset}: ${message}` });
  }

  /** How long the polls have found nothing but this. Unit: milliseconds. */
  function lasts(status: JobStatus['status']): number {
    if (odd?.status !== status) odd = { status, since: clock.now() };
    return clock.now() - odd.since;
  }

  function hasFailed(status: Extract<JobStatus, { status: 'failed' }>): boolean {
    const { acceptedAt } = request;
    const age = acceptedAt === null ? Infinity : clock.now() - acceptedAt;
    // A service may say so of a UUID that is not known everywhere yet: shortly after a create one
    // answer proves nothing, and several only where they show that the job itself is known.
    if (status.proof === 'documented' || age >= graceMs) return true;
    return status.proof === 'known-job' && failures > 1;
  }

  function isGone(forMs: number): boolean {
    const { acceptedAt } = request;
    if (acceptedAt === null) return true;
    if (request.v1 !== true) return forMs >= graceMs;
    return forMs >= graceMs && clock.now() - acceptedAt >= V1_GRACE_MS;
  }

  function judgeUnknown(message: string): null {
    if (isGone(lasts('unknown-uuid'))) {
      if (request.v1 === true) ports.v1Results.unknown(uuid);
      throw unknownUuid(request, message);
    }
    if (request.v1 === true) {
      const told = `the service accepted V1 task ${uuid}, but its queryGenerationResult does not know it; the ID is kept and polled again`;
      warn('ASSETGEN_NO_QUERY', 'v1', told);
    }
    return null;
  }

  return {
    last: () => last,
    judge(status) {
      last = printStatus(status);
      failures = status.status === 'failed' ? failures + 1 : 0;
      if (request.v1 === true && showsJob(status)) ports.v1Results.known();
      switch (status.status) {
        case 'done':
          return status.url;
        case 'pending':
          odd = null;
          return null;
        case 'undocumented':
          odd = null;
          warn('ASSETGEN_STATE', last, `${uuid} is in ${last}`);
          addresses += status.url === null ? 0 : 1;
          // Asked a second time: a job that goes on may show an address of a draft first.
          return addresses > 1 ? status.url : null;
        case 'no-url':
          if (lasts('no-url') >= NO_URL_GRACE_MS) throw noAddress(request);
          return null;
        case 'unknown-uuid':
          return judgeUnknown(status.message);
        case 'failed':
          // Of a V1 task the query may know nothing: no word of its is a failure without proof.
          if (request.v1 === true && status.proof === 'none') return judgeUnknown(status.message);
          if (hasFailed(status)) throw failedJob(request, status.message);
          return null;
      }
    },
  };
}

/** Whether an answer shows that the service knows the job. */
function showsJob(status: JobStatus): boolean {
  return status.status === 'failed' ? status.proof !== 'none' : status.status !== 'unknown-uuid';
}

/** A status as progress shows it. */
export function printStatus(status: JobStatus): string {
  switch (status.status) {
    case 'pending':
      return status.told;
    case 'undocumented':
      return `${status.told}, ${NOT_KNOWN}`;
    case 'failed':
      return `${status.message}, polled again`;
    case 'unknown-uuid':
      return 'the service does not know it yet';
    case 'no-url':
      return 'completed, no result URL yet';
    case 'done':
      return 'completed';
  }
}

/** What a person can do where a UUID gives nothing. */
function cure({ asset, adopted }: WaitRequest, words: string): string {
  return adopted === true
    ? 'Give another "uuid" in the manifest.'
    : `${words}: assetgen reroll ${asset}`;
}

function failedJob(request: WaitRequest, message: string): JobError {
  const { asset, uuid } = request;
  return new JobError('ASSETGEN_JOB_FAILED', asset, [uuid], `${uuid} failed: ${message}`, {
    hint: cure(request, 'Change the recipe, or buy it again'),
  });
}

function unknownUuid(request: WaitRequest, message: string): JobError {
  const { asset, uuid } = request;
  const said = message === '' ? '' : `: ${message}`;
  const again = request.acceptedAt === null ? '' : ' The next run polls it again.';
  return new JobError(
    'ASSETGEN_JOB_UNKNOWN',
    asset,
    [uuid],
    `the service does not know ${uuid}${said}`,
    {
      hint: `Use the ASSETGEN_API_URL and the key it was bought with.${again} ${cure(request, 'To buy it again')}`,
    },
  );
}

function noAddress({ asset, uuid }: WaitRequest): JobError {
  return new JobError(
    'ASSETGEN_NO_RESULT',
    asset,
    [uuid],
    `${uuid} is completed, but the service sent no result URL`,
    { hint: 'Run again later to poll it again; nothing is paid again.' },
  );
}
