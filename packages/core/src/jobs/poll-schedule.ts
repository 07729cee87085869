/** What a job has told of its progress, latest last. */
export interface ProgressPoint {
  /** Time since the create was accepted. Unit: milliseconds. */
  readonly elapsedMs: number;
  /** 0 to 100. */
  readonly percent: number;
}

export interface ScheduleOptions {
  /** The shortest wait, and the first. Unit: milliseconds. @default 1000 */
  readonly minMs: number;
}

/** Without progress: this part of the time that has passed. Half of it is the mean added time. */
const FRACTION = 0.09;
/** No wait is longer, so that the last jobs of many do not end late. Unit: milliseconds. */
const LONGEST_MS = 20_000;

/**
 * How long to wait before the next poll of a job.
 *
 * @param elapsedMs since the create was accepted
 */
export function nextWait(
  elapsedMs: number,
  points: readonly ProgressPoint[],
  options: ScheduleOptions,
): number {
  const blind = Math.max(FRACTION * elapsedMs, earlyWait(elapsedMs));
  const wait = informedWait(elapsedMs, points) ?? blind;
  return Math.min(LONGEST_MS, Math.max(options.minMs, wait));
}

/** Few jobs end in the first seconds: look at once, then seldom. */
function earlyWait(elapsedMs: number): number {
  return elapsedMs < 1000 ? 1000 : elapsedMs < 12_000 ? elapsedMs * 0.8 : 0;
}

function informedWait(elapsedMs: number, points: readonly ProgressPoint[]): number | null {
  const last = points.at(-1);
  if (last === undefined || last.percent < 1 || last.percent >= 100) {
    return null;
  }
  const remaining = totalOf(last) - elapsedMs;
  const r = trust(points);
  return Math.min(Math.max(0.6 * remaining, 0.05 * elapsedMs), Math.max(r * elapsedMs, 1000));
}

function totalOf(point: ProgressPoint): number {
  return (point.elapsedMs * 100) / point.percent;
}

/** 0.1 until the estimates of the end agree with each other, then up to 0.5. */
function trust(points: readonly ProgressPoint[]): number {
  let r = 0.1;
  for (let index = 1; index < points.length; index += 1) {
    const [before, after] = [points[index - 1], points[index]];
    if (before !== undefined && after !== undefined) {
      const agrees = Math.abs(totalOf(after) / totalOf(before) - 1) < 0.15;
      r = agrees ? Math.min(0.5, r * 2) : 0.1;
    }
  }
  return r;
}
