/** What tells when an asset will be done. Times are those of `performance.now()`. Unit: milliseconds. */
export interface Expectation {
  readonly since: number;
  /** When its job should end, by the times that earlier jobs of its operation took. @default not known */
  readonly dueAt?: number;
  /** 0 to 100, of its job; null where the service does not report it. */
  readonly percent?: number | null;
}

/** Below it, the rest is a guess. Unit: percent. */
const TELLING = 5;

/**
 * How long an asset still takes: by the progress that its job reports, or by the times of earlier jobs.
 * @returns milliseconds; null where nothing tells, or it takes longer than any told
 */
export function leftOfAsset({ since, dueAt, percent }: Expectation, now: number): number | null {
  const share = percent ?? 0;
  if (share >= TELLING && share < 100) return ((now - since) * (100 - share)) / share;
  return dueAt !== undefined && dueAt > now ? dueAt - now : null;
}

/**
 * How long a run still takes. Jobs wait side by side, so once all have begun the longest decides; until then, and
 * where a job tells nothing, the pace so far does.
 *
 * @param elapsed since the run began
 * @param pending assets to make in all
 * @returns milliseconds; null where nothing tells
 */
export function leftOfRun(
  active: readonly Expectation[],
  now: number,
  elapsed: number,
  done: number,
  pending: number,
): number | null {
  if (done >= pending) return null;
  const known = active.map((each) => leftOfAsset(each, now));
  const longest = Math.max(0, ...known.map((left) => left ?? 0));
  const allBegan = done + active.length >= pending;
  if (allBegan && known.every((left) => left !== null)) return longest;
  const byPace = done === 0 ? 0 : (elapsed / done) * (pending - done);
  const left = Math.max(byPace, longest);
  return left === 0 ? null : left;
}
