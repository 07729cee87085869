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
  /** Polls of either sort so far. */
  readonly polls: number;
  /** Progress is told, is not told, or was not asked for yet. */
  readonly told: 'yes' | 'no' | 'unknown';
  readonly points: readonly ProgressPoint[];
  /** Progress polls since the result was last asked for. */
  readonly sinceResult: number;
  /** The shortest wait, and the first. Unit: milliseconds. */
  readonly minMs: number;
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
/** Two estimates of the end that differ by less than this part agree. */
const AGREE = 0.15;
/** Progress polls in a row; a failure shows only in the result. */
const PROGRESS_IN_A_ROW = 5;

/** Plans the next poll of one job. Pure: time and history come in. */
export function planPoll(history: PollHistory): NextPoll {
  const planned = history.told === 'yes' ? informed(history) : blind(history);
  const waitMs = Math.min(LONGEST_MS, Math.max(history.minMs, planned.waitMs));
  return { waitMs, ask: planned.ask };
}

function blind({ elapsedMs, polls, told }: PollHistory): NextPoll {
  const ask = told === 'unknown' && polls > 0 ? 'progress' : 'result';
  const part = BLIND.find(({ untilMs }) => elapsedMs < untilMs)?.part ?? 0;
  const early = EARLY_MS.find((at) => at > elapsedMs * 1.05);
  return { waitMs: early === undefined ? part * elapsedMs : early - elapsedMs, ask };
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
