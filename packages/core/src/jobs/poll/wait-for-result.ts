import { ServiceError } from '@assetgen/client';
import { isAssetgenError } from '@assetgen/client/errors';
import type { EnginePorts } from '../engine-ports.ts';
import { JobError } from '../job-error.ts';
import { judgeStatuses, printStatus } from './judge-status.ts';
import { firstWait, planPoll } from './plan-poll.ts';
import type { NextPoll, PollHistory, ProgressPoint } from './plan-poll.ts';
import { readStatus } from './read-status.ts';
import type { JobStatus } from './read-status.ts';
import type { WaitRequest } from './wait-request.ts';

/** For all attempts of one poll. Unit: milliseconds. */
const POLL_MS = 120_000;
/** Polls that fail for so long and so often end the run; the job stays in the journal. */
const OUTAGE_MS = 120_000;
const OUTAGE_POLLS = 4;
const PASSING = new Set([
  'ASSETGEN_SERVICE',
  'ASSETGEN_UNREACHABLE',
  'ASSETGEN_RATE_LIMIT',
  'ASSETGEN_RESPONSE',
]);

/** Polls until the result has a URL. Ends by the deadline, whatever the service answers. */
export async function waitForResult(ports: EnginePorts, request: WaitRequest): Promise<string> {
  const { clock, jobTimeoutMs, pollMinMs, pollLongestPart, progressTrust, jobTimes } = ports;
  const { asset, uuid, kind, signal } = request;
  const started = clock.now();
  const acceptedAt = Math.min(request.acceptedAt ?? started, started);
  const deadline = started + jobTimeoutMs;
  const leave = progressTrust.enter();
  const timed = jobTimes.enter(request.operation ?? null);
  const judge = judgeStatuses(ports, request);
  const points: ProgressPoint[] = [];
  let told: PollHistory['told'] = 'unknown';
  let polls = 0;
  let sinceResult = 0;
  let lastPoll = acceptedAt;
  /** When it was last asked for anything. */
  let lastAsked = acceptedAt;
  let lastPending = acceptedAt;
  let trouble: Trouble | null = null;
  // A job that was accepted long ago, or whose age is unknown, may be done: poll at once.
  let next: NextPoll = { waitMs: 0, ask: 'result' };
  const isFresh = started - acceptedAt < pollMinMs && request.acceptedAt !== null;
  if (isFresh) {
    const isLed = timed.isLed();
    const waitMs = firstWait(timed.known(), pollMinMs, { isLed, longestPart: pollLongestPart });
    next = { waitMs, ask: 'result' };
  }
  const tellExpected = (): void => {
    const known = timed.known();
    const totalMs = known[known.length >> 1];
    if (totalMs === undefined || request.acceptedAt === null) return;
    const elapsedMs = clock.now() - acceptedAt;
    ports.emit({ type: 'expected', asset, uuid, totalMs, elapsedMs });
  };
  const plan = (): NextPoll => {
    if (ports.client.pause() !== null) jobTimes.limited();
    return planPoll({
      elapsedMs: clock.now() - acceptedAt,
      sincePollMs: clock.now() - lastAsked,
      polls,
      told: progressTrust.isCrowded() ? 'no' : told,
      points,
      sinceResult,
      minMs: pollMinMs,
      longestPart: pollLongestPart,
      known: timed.known(),
      isScout: timed.isScout(),
      isLed: timed.isLed(),
      isLimited: timed.isLimited(),
      trusted: progressTrust.trusts(kind),
    });
  };

  try {
    tellExpected();
    for (;;) {
      if (clock.now() + next.waitMs > deadline) {
        throw timedOut(request, jobTimeoutMs, judge.last());
      }
      if (await timed.sleep(clock, next.waitMs, signal)) {
        // Another job of the operation was done: this one may be due.
        tellExpected();
        const isDue = clock.now() - acceptedAt >= (timed.known()[0] ?? Infinity);
        next = isDue ? { waitMs: 0, ask: 'result' } : plan();
        if (next.waitMs > 0) continue;
      }
      let asked = next.ask;
      if (asked === 'progress') {
        const percent = await askPercent(ports, request);
        told = percent === null ? 'no' : 'yes';
        lastAsked = clock.now();
        sinceResult += 1;
        polls += 1;
        if (percent !== null) {
          points.push({ elapsedMs: Math.max(1, clock.now() - acceptedAt), percent });
          ports.emit({ type: 'progress', asset, uuid, status: 'generating', percent });
        }
        // Done, or nothing told: then this poll is the result's after all.
        asked = percent === 100 || percent === null ? 'result' : asked;
      }
      let isRefused = false;
      if (asked === 'result') {
        const status = await poll(ports, request, lastPoll, acceptedAt, deadline).catch(
          (error: unknown) => {
            if (trouble === null) tellOutage(ports, asset, error);
            trouble = endure(error, trouble, clock.now(), started, request.outageMs);
            isRefused = isAssetgenError(error) && error.code === 'ASSETGEN_RATE_LIMIT';
            return null;
          },
        );
        lastPoll = clock.now();
        lastAsked = lastPoll;
        polls += 1;
        sinceResult = 0;
        if (status !== null) {
          trouble = null;
          const url = judge.judge(status);
          if (url !== null) {
            progressTrust.learn(kind, points, lastPoll - acceptedAt);
            if (isFresh) timed.learn(lastPending - acceptedAt, lastPoll - acceptedAt);
            return url;
          }
          lastPending = lastPoll;
          const percent = points.at(-1)?.percent ?? null;
          ports.emit({ type: 'progress', asset, uuid, status: printStatus(status), percent });
        }
      }
      // It was not asked: it goes back to those that wait for the limit. Once, so that a limit that stays is no busy loop.
      const isFirst = (trouble as Trouble | null)?.count === 1;
      next = isRefused && isFirst ? { waitMs: pollMinMs, ask: 'result' } : plan();
    }
  } finally {
    leave();
    timed.leave();
  }
}

function timedOut({ asset, uuid }: WaitRequest, ms: number, last: string | null): JobError {
  const state = last === null ? '' : `; last status: ${last}`;
  return new JobError(
    'ASSETGEN_JOB_TIMEOUT',
    asset,
    [uuid],
    `${uuid} did not finish within ${Math.round(ms / 1000)} s${state}`,
    { hint: 'The job continues at the service. Run again to resume it; nothing is paid again.' },
  );
}

/** A row of polls that failed. */
interface Trouble {
  readonly since: number;
  readonly count: number;
  readonly error: unknown;
}

async function poll(
  ports: EnginePorts,
  request: WaitRequest,
  lastPoll: number,
  acceptedAt: number,
  deadline: number,
): Promise<JobStatus> {
  const { clock } = ports;
  return readStatus(ports.client, request.uuid, request.kind, {
    signal: request.signal,
    deadlineMs: Math.min(POLL_MS, request.outageMs ?? POLL_MS, deadline - clock.now()),
    // The longest part of its life since it was last polled: the likeliest to be done.
    priority: () => (clock.now() - lastPoll) / (clock.now() - acceptedAt + 1000),
  }).catch((error: unknown) => {
    if (isUnknownUuid(error)) {
      return { status: 'unknown-uuid', message: error.message } as const;
    }
    throw error;
  });
}

function isUnknownUuid(error: unknown): error is ServiceError {
  return (
    error instanceof ServiceError &&
    error.code === 'ASSETGEN_REJECTED' &&
    (error.httpStatus === 404 || error.httpStatus === 400)
  );
}

/** A failing poll says nothing about the job; failing for long says that there is no service. */
function endure(
  error: unknown,
  trouble: Trouble | null,
  now: number,
  since: number,
  outageMs: number | undefined,
): Trouble {
  if (!isAssetgenError(error) || !PASSING.has(error.code)) {
    throw error;
  }
  const next = { since: trouble?.since ?? now, count: (trouble?.count ?? 0) + 1, error };
  // A job that runs, and is paid for, is worth more patience than a file that is known.
  const isOver =
    outageMs === undefined
      ? next.count > OUTAGE_POLLS && now - next.since > OUTAGE_MS
      : now - since >= outageMs;
  if (isOver) {
    throw error;
  }
  return next;
}

/** Once for each outage: whoever waits learns that the service is what is waited for. */
function tellOutage({ emit }: EnginePorts, asset: string, error: unknown): void {
  if (!isAssetgenError(error) || !PASSING.has(error.code)) return;
  emit({ type: 'waiting', asset, reason: `the service does not answer (${error.message})`, ms: 0 });
}

async function askPercent(ports: EnginePorts, request: WaitRequest): Promise<number | null> {
  try {
    const { uuid, signal } = request;
    const answer = await ports.client.queryJobProgress({ uuid }, { signal, attempts: 1 });
    return answer.statusType === 0 ? parsePercent(answer.progress) : null;
  } catch (error) {
    if (request.signal?.aborted === true) {
      throw error;
    }
    return null;
  }
}

/** `45`, `45%`, `45.5 %`: 0 to 100; null for anything else. */
function parsePercent(text: string | null): number | null {
  const match = /^\s*(\d+(?:\.\d+)?)\s*%?\s*$/.exec(text ?? '');
  const value = match === null ? NaN : Number(match[1]);
  return value >= 0 && value <= 100 ? value : null;
}
