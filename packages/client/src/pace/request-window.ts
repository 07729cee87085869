/**
 * A service that counts requests in a window, and counts them anew after it: what fits into the window may
 * go out at once. Spread over the window, the last would go out up to a whole window later. More than
 * fits is spread all the same: of several machines none takes the window from the others.
 */
export interface RequestWindow {
  /**
   * Whether those that wait go out now: all of them fit, or others went out so since it opened.
   * @param count requests that a window takes, of the length {@link opened} was told
   */
  takes(waiting: number, now: number, count: Count): boolean;
  sent(now: number): void;
  /**
   * It opened, and was closed before.
   * @param cycleMs the time from one opening to the next; null: not seen. Unit: milliseconds
   */
  opened(cycleMs: number | null, now: number): void;
  /** @returns whether what went out at once is why: then the rate is not */
  refused(count: Count): boolean;
}

/** Unit: milliseconds. */
export type Count = (cycleMs: number) => number;

/** Clocks differ. Unit: milliseconds. */
export const MARGIN_MS = 50;
/** Refused before this part of the count: it is another sort of limit, as one that counts the last minute at any time. */
const EARLY = 0.9;

export function createRequestWindow(): RequestWindow {
  /** Unit: milliseconds; null: none is known. */
  let length: number | null = null;
  let from = 0;
  let used = 0;
  /** Requests go out at once until it ends. */
  let isTaken = false;
  let isFull = false;
  let isWrong = false;

  function begin(now: number): void {
    from = now;
    used = 0;
    isTaken = false;
    isFull = false;
  }

  function roll(now: number): void {
    if (length !== null && now >= from + length + MARGIN_MS) begin(now);
  }

  return {
    takes(waiting, now, count) {
      if (length === null) return false;
      roll(now);
      const most = Math.floor(count(length));
      if (isFull || used >= most) return false;
      isTaken ||= used + waiting <= most;
      return isTaken;
    },
    sent(now) {
      roll(now);
      used += 1;
    },
    opened(cycleMs, now) {
      if (!isWrong) length = cycleMs ?? length;
      if (cycleMs === null && !isFull) return;
      begin(now);
      used = 1;
    },
    refused(count) {
      if (length === null) return false;
      isFull = used >= EARLY * count(length);
      if (isTaken && !isFull) {
        isWrong = true;
        length = null;
      }
      return isTaken;
    },
  };
}
