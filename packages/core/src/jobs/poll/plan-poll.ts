/** What a job told of its progress, latest last. */
export interface ProgressPoint {
  /** Time since the create was accepted. Unit: milliseconds. */
  readonly elapsedMs: number;
  /** 0 to 100. */
  readonly percent: number;
}

/** What is known of a job when the next poll is planned. */
export interface PollHistory {
  /** Time since the create was accepted. Unit: milliseconds. */
  readonly elapsedMs: number;
  /** Time since the last poll. Unit: milliseconds. @default 0 */
  readonly sincePollMs?: number;
  /** Polls of either sort so far. */
  readonly polls: number;
  /** Progress is told, is not told, or was not asked for yet. */
  readonly told: 'yes' | 'no' | 'unknown';
  readonly points: readonly ProgressPoint[];
  /** Progress polls since the result was last asked for. */
  readonly sinceResult: number;
  /** The shortest wait, and the first. Unit: milliseconds. */
  readonly minMs: number;
  /** The times that jobs of this operation are known to take, shortest first. Unit: milliseconds. @default [] */
  readonly known?: readonly number[];
  /** Others wait for what this job finds out. @default false */
  readonly isScout?: boolean;
  /** Another job of the operation finds out for this one, which hears of it at once. @default false */
  readonly isLed?: boolean;
  /** The service limits requests. @default false */
  readonly isLimited?: boolean;
  /** No wait is longer than this part of the time that has passed, and none shorter than `minMs`. @default null */
  readonly longestPart?: number | null;
  /** False where progress of this service has misled before. */
  readonly trusted: boolean;
}

/** The next poll: when, and which question. */
export interface NextPoll {
  readonly waitMs: number;
  readonly ask: 'result' | 'progress';
}

/**
 * Without progress: the wait as a part of the time that has passed; half of it is added on the
 * mean. Wider at first, where few jobs end: the best use of a number of polls is in proportion to
 * the square root of the chance that a job ends.
 */
const BLIND = [
  { untilMs: 20_000, part: 0.18 },
  { untilMs: 30_000, part: 0.12 },
  { untilMs: 70_000, part: 0.086 },
  { untilMs: Infinity, part: 0.079 },
] as const;
/** No wait is longer, so that the last of many jobs do not end late. Unit: milliseconds. */
const LONGEST_MS = 20_000;
/** Polls of jobs that end almost at once, before the steady part begins. Unit: milliseconds. */
const EARLY_MS = [1_000, 5_000, 13_000] as const;
/** Where a time is known, or is being found out, no wait is shorter than this. Unit: milliseconds. */
const LEAST_MS = 50;
/** A job that goes ahead of others: how late it may be found done, as a part of its time. */
const SCOUT = { part: 0.015, leastMs: 100 } as const;
/** A job that is led is left alone until it is so old: it may be shorter than the one ahead. Unit: milliseconds. */
const LED_MS = 10_000;
/** The first poll comes at this part of the shortest time that is known. */
const EARLY = 0.9;
/** Half of those that still go on end within this part of the time that has passed: it waits for them. */
const NEAR = 0.25;
/** Two polls are at least this part of the time that has passed apart. */
const APART = 0.02;
/** A job that takes longer than any that is known. */
const OVERDUE = 0.05;
/** Two estimates of the end that differ by less than this part agree. */
const AGREE = 0.15;
/** Progress polls in a row; a failure shows only in the result. */
const PROGRESS_IN_A_ROW = 5;

/** Plans the next poll of one job. Pure: time and history come in. */
export function planPoll(history: PollHistory): NextPoll {
  const { elapsedMs, minMs, known = [], isScout = false, longestPart = null } = history;
  const planned = history.told === 'yes' ? informed(history) : blind(history);
  const leastMs = isScout || known.length > 0 ? Math.min(minMs, LEAST_MS) : minMs;
  const longestMs = longestPart === null ? LONGEST_MS : longestPart * elapsedMs;
  const waitMs = Math.min(LONGEST_MS, longestMs, planned.waitMs);
  return { waitMs: Math.max(leastMs, waitMs), ask: planned.ask };
}

/**
 * How long a job that was just accepted is left alone. Unit: milliseconds.
 * @param known the times that jobs of its operation took, shortest first
 */
export function firstWait(
  known: readonly number[],
  minMs: number,
  { isLed = false, longestPart = null }: Pick<PollHistory, 'isLed' | 'longestPart'> = {},
): number {
  // What other jobs tell spares a service: one that may be asked often is not spared.
  if (longestPart !== null) return minMs;
  const [shortest] = known;
  if (shortest === undefined) return isLed ? Math.max(minMs, LED_MS) : minMs;
  return Math.min(LONGEST_MS, Math.max(Math.min(minMs, LEAST_MS), EARLY * shortest));
}

function blind(history: PollHistory): NextPoll {
  const { elapsedMs, polls, told, known = [], isScout = false, isLed = false } = history;
  const { sincePollMs = 0 } = history;
  if (isScout) return { waitMs: Math.max(SCOUT.leastMs, SCOUT.part * elapsedMs), ask: 'result' };
  const ask = told === 'unknown' && polls > 0 ? 'progress' : 'result';
  const part = BLIND.find(({ untilMs }) => elapsedMs < untilMs)?.part ?? 0;
  if (known.length > 0) return { waitMs: waitByTimes(known, elapsedMs, sincePollMs, part), ask };
  if (isLed && history.isLimited === true) return { waitMs: LONGEST_MS, ask };
  if (isLed && elapsedMs < LED_MS) return { waitMs: LED_MS - elapsedMs, ask };
  const early = EARLY_MS.find((at) => at > elapsedMs * 1.05);
  return { waitMs: early === undefined ? part * elapsedMs : early - elapsedMs, ask };
}

/**
 * The wait where times are known: to the first of them, then to half of those that are left where
 * they are near.
 */
function waitByTimes(
  known: readonly number[],
  elapsedMs: number,
  sincePollMs: number,
  part: number,
): number {
  const first = EARLY * (known[0] ?? 0);
  if (elapsedMs < first) return first - elapsedMs;
  const left = known.filter((ms) => ms > elapsedMs);
  const middle = left[left.length >> 1];
  if (middle === undefined) return Math.min(part, OVERDUE) * elapsedMs;
  if (middle > (1 + NEAR) * elapsedMs) return part * elapsedMs;
  // Times lie between two polls: a little later they are surely over.
  return Math.max(APART * elapsedMs - sincePollMs, 1.01 * middle - elapsedMs);
}

function informed(history: PollHistory): NextPoll {
  const { elapsedMs, points, sinceResult } = history;
  const last = points.at(-1);
  if (last === undefined || last.percent < 1) {
    return { ...blind(history), ask: sinceResult < PROGRESS_IN_A_ROW ? 'progress' : 'result' };
  }
  const remaining = totalOf(last) - elapsedMs;
  const r = reach(history);
  if (remaining < 0.15 * elapsedMs) {
    // The end is near or overdue: ask for the result itself.
    return { waitMs: Math.max(remaining + 0.02 * elapsedMs, 0.05 * elapsedMs), ask: 'result' };
  }
  const steadyFrom = EARLY_MS.at(-1) ?? 0;
  const furthest = Math.max(r * elapsedMs, steadyFrom - elapsedMs);
  const inARow = r > 0.1 || points.length === 1 ? PROGRESS_IN_A_ROW : 1;
  const ask = sinceResult < inARow ? 'progress' : 'result';
  return { waitMs: Math.min(0.8 * remaining, furthest), ask };
}

function totalOf(point: ProgressPoint): number {
  return (point.elapsedMs * 100) / point.percent;
}

/**
 * The longest wait as a part of the time that has passed: 0.1 at first and whenever two estimates
 * of the end disagree, more while they agree, most when more than half is told to be done.
 */
function reach({ points, trusted }: PollHistory): number {
  const [before, last] = [points.at(-2), points.at(-1)];
  if (!trusted || before === undefined || last === undefined) {
    return 0.1;
  }
  const change = totalOf(last) / totalOf(before) - 1;
  // Percent is whole numbers: early estimates are rough by half a percent point.
  if (Math.abs(change) > AGREE + 1 / before.percent) {
    return 0.1;
  }
  return last.percent >= 50 ? 0.5 : 0.33;
}
