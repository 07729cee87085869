import { createCrowd } from './crowd.ts';
import { createRequestRate } from './request-rate.ts';
import { MARGIN_MS, createRequestWindow } from './request-window.ts';

/** How fast requests go out, and how many at once: learned from what passes and what is refused. */
export interface Pace {
  /**
   * How long the next request has to wait; Infinity until one that is under way comes back. Unit:
   * milliseconds.
   * @param waiting requests that wait
   */
  waitMs(now: number, waiting: number): number;
  /** Whether the next request may well be refused: it goes alone. */
  readonly isProbing: boolean;
  /**
   * Notes that a request goes out.
   * @param isCrowded others wait: only then is it of use to try for more
   */
  send(now: number, isCrowded: boolean): Sent;
  /** Nothing goes out before. Unit: milliseconds of the clock. */
  delayUntil(at: number): void;
}

/** A request under way; told once how it ended. */
export interface Sent {
  passed(now: number): void;
  /**
   * A 429.
   * @param toldMs how long the service asks to wait; null: it does not say. Unit: milliseconds
   * @returns how long nothing should go out. Unit: milliseconds
   */
  refused(now: number, toldMs: number | null): number;
  /** No answer: it says nothing about a limit. */
  lost(): void;
}

/** Below the rate that was seen: clocks differ. */
const SAFETY = 0.985;
/** A refusal that says nothing is followed by a probe after this time, which doubles. Unit: milliseconds. */
const FIRST_PROBE_MS = 100;
const LAST_PROBE_MS = 5_000;
/** A service that closes for longer counts requests in a window, and counts them anew after it. */
const WINDOW_MS = 10_000;
/** The usual window; the specification says to try again after it (section 8). Unit: milliseconds. */
const MINUTE_MS = 60_000;
/** A window that let fewer pass was used up by others, and says nothing. */
const FEW = 8;
/** Trying for more may cost a refusal: so many times as long as one closes the service. */
const GROW_EVERY = 10;
/** Unit: milliseconds. */
const EARLY_GROW_MS = 500;
const LEAST_GROW_MS = 1_000;
const MOST_GROW_MS = 30_000;

/**
 * Unlimited at first. The service does not document its limits, so they are learned:
 *
 * - A refusal that closes it for long comes from a window: the rate is what passed from one opening to the
 *   next, divided by that time. Requests that fit into the window go out at once.
 * - Another one comes from a bucket that refills, whose rate is near what passed in the last seconds.
 * - Where as many were under way as ever passed together, it may count those: then fewer go at once.
 */
export function createPace(): Pace {
  const rate = createRequestRate();
  const crowd = createCrowd();
  const window = createRequestWindow();
  let underWay = 0;
  const countIn = (cycleMs: number): number => cycleMs / rate.spacingMs;
  /** Nothing goes out before, whatever the rate. */
  let notBefore = -Infinity;
  /** When it last refused; what went out before belongs to the same refusal. */
  let refusedAt = -Infinity;
  /** Refusals since one passed. */
  let inARow = 0;
  /** Since when nothing passed; null: the last one did. */
  let closedAt: number | null = null;
  let openedAt: number | null = null;
  let sinceOpened = 0;
  let isTold = false;
  let growEveryMs = EARLY_GROW_MS;

  /** The first answer after a refusal: how long was it closed, and what had passed until then? */
  function open(now: number, sentAt: number): void {
    const closedMs = sentAt - (closedAt ?? sentAt);
    const isWindow = closedMs >= WINDOW_MS && sinceOpened >= FEW;
    let windowMs: number | null = null;
    if (isWindow) {
      const began = openedAt ?? sentAt;
      const isMinute = refusedAt <= began + MINUTE_MS && began + MINUTE_MS <= sentAt;
      // Where it did not say when it opens, it may have been right after the last refusal.
      const leastMs = isMinute ? MINUTE_MS : (isTold ? sentAt : refusedAt) - began;
      rate.learn((SAFETY * sinceOpened) / leastMs, now);
      windowMs = isMinute ? MINUTE_MS : sentAt - began;
    }
    window.opened(windowMs, sentAt);
    growEveryMs = rate.isTried
      ? Math.min(MOST_GROW_MS, Math.max(LEAST_GROW_MS, GROW_EVERY * closedMs))
      : Math.max(EARLY_GROW_MS, closedMs);
    closedAt = null;
    openedAt = sentAt;
    sinceOpened = 0;
    inARow = 0;
  }

  /** Looks for the reason of a refusal, and goes slower. */
  function slowDown(now: number, others: number): void {
    if (inARow > 1) return;
    const isCrowd = crowd.refused(others, now, rate.isUnlimited);
    if (isCrowd) rate.bound(now);
    else rate.cut(now);
  }

  /** How long to wait where nothing was said, or what was said was not enough. */
  function ownPauseMs(now: number): number {
    const first = rate.isUnlimited ? FIRST_PROBE_MS : Math.min(FIRST_PROBE_MS, 2 * rate.spacingMs);
    const pauseMs = Math.min(LAST_PROBE_MS, first * 2 ** (inARow - 1));
    // Not past the moment at which most windows open.
    const minuteMs = (openedAt ?? now) + MINUTE_MS + MARGIN_MS - now;
    return minuteMs > 0 ? Math.min(pauseMs, minuteMs) : pauseMs;
  }

  function delayUntil(at: number): void {
    notBefore = Math.max(notBefore, at);
    rate.delayUntil(at);
  }

  function refuse(now: number, others: number, toldMs: number | null): number {
    refusedAt = now;
    closedAt ??= now;
    inARow += 1;
    isTold = toldMs !== null;
    if (!window.refused(countIn)) slowDown(now, others);
    const own = toldMs === null || inARow > 1 ? ownPauseMs(now) : 0;
    const pauseMs = Math.max(toldMs ?? 0, own);
    delayUntil(now + pauseMs);
    return pauseMs;
  }

  return {
    get isProbing() {
      return inARow > 1;
    },
    waitMs(now, waiting) {
      if (crowd.isFull(underWay) || (inARow > 1 && underWay > 0)) return Infinity;
      const ownMs = window.takes(waiting, now, countIn) ? 0 : rate.waitMs(now);
      return Math.max(0, ownMs, notBefore - now);
    },
    delayUntil,
    send(sentAt, isCrowded) {
      const others = underWay;
      underWay += 1;
      openedAt ??= sentAt;
      if (isCrowded) {
        rate.grow(sentAt, growEveryMs);
        crowd.grow(sentAt, growEveryMs);
      }
      rate.sent(sentAt);
      window.sent(sentAt);
      return {
        passed(now) {
          underWay -= 1;
          rate.passed(now);
          if (closedAt !== null && sentAt >= refusedAt) open(now, sentAt);
          sinceOpened += 1;
          crowd.passed(others, sentAt, rate.isUnlimited);
        },
        refused(now, toldMs) {
          underWay -= 1;
          if (sentAt >= refusedAt) return refuse(now, others, toldMs);
          crowd.refusedAgain();
          return toldMs ?? 0;
        },
        lost() {
          underWay -= 1;
        },
      };
    },
  };
}
