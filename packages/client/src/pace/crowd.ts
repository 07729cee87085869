/** How many requests are under way at once. */
export interface Crowd {
  /** True where no further one may go. */
  isFull(underWay: number): boolean;
  /** A request passed, with so many others under way when it went out. */
  passed(others: number, sentAt: number, isUnlimited: boolean): void;
  /** A request was refused that went out with, or before, one that was refused before. */
  refusedAgain(): void;
  /**
   * A request was refused.
   * @returns whether so many at once may be why: fewer are tried from now on
   */
  refused(others: number, now: number, isUnlimited: boolean): boolean;
  /** One more may be tried, where the last was tried so long ago. Unit: milliseconds. */
  grow(now: number, everyMs: number): void;
}

/** At first, and at most. */
const FIRST = 8;
const MOST = 64;

/**
 * Some services refuse what comes while they are at too many others. It shows in that whatever is
 * refused went out with more others under way than whatever passes.
 */
export function createCrowd(): Crowd {
  let atOnce = FIRST;
  let mostPassed = 0;
  let firstRefusedAt = -Infinity;
  let changedAt = 0;
  let isHeldBack = false;
  const cutTo = (count: number): void => {
    atOnce = Math.max(1, Math.min(atOnce, count));
  };
  return {
    isFull(underWay) {
      if (underWay < atOnce) return false;
      isHeldBack = true;
      return true;
    },
    passed(others, sentAt, isUnlimited) {
      mostPassed = Math.max(mostPassed, others);
      // No refusal so far: as many more go out at once as come back.
      if (isUnlimited && 2 * (others + 1) >= atOnce) atOnce = Math.min(MOST, atOnce + 1);
      // Those of the first refusal that passed after all.
      else if (sentAt < firstRefusedAt) atOnce = Math.max(atOnce, others + 1);
    },
    refusedAgain: () => cutTo(mostPassed + 1),
    refused(others, now, isUnlimited) {
      changedAt = now;
      if (isUnlimited) {
        firstRefusedAt = now;
        cutTo(mostPassed + 1);
        return false;
      }
      const isFew = others < Math.max(2, mostPassed);
      // It may have been more than it lets through: some of them were only on their way.
      mostPassed = Math.max(others, mostPassed - 1);
      if (isFew) return false;
      cutTo(others);
      return true;
    },
    grow(now, everyMs) {
      if (!isHeldBack || now - changedAt < everyMs) return;
      atOnce = Math.min(MOST, atOnce + 1);
      isHeldBack = false;
      changedAt = now;
    },
  };
}
