/** Points by kind (section 2.5), with the time at which the limited ones end. */
export interface Balance {
  readonly monthly: number;
  readonly annual: number;
  readonly permanent: number;
  /** Unit: milliseconds since 1970; null where there are none. */
  readonly monthlyEnds: number | null;
  readonly annualEnds: number | null;
}

export const EMPTY_BALANCE: Balance = {
  monthly: 0,
  annual: 0,
  permanent: 0,
  monthlyEnds: null,
  annualEnds: null,
};

const ended = (end: number | null, at: number): boolean => end !== null && at >= end;

/** What is left of a balance at a time: ended points are gone. */
export function balanceAt(balance: Balance, at: number): Balance {
  return {
    ...balance,
    monthly: ended(balance.monthlyEnds, at) ? 0 : balance.monthly,
    annual: ended(balance.annualEnds, at) ? 0 : balance.annual,
  };
}

export function totalOf(balance: Balance): number {
  return balance.monthly + balance.annual + balance.permanent;
}

/**
 * Takes points out: first those that end first, permanent ones last, so that nobody loses points
 * that could have been used. Undefined when there are not enough.
 */
export function spend(balance: Balance, points: number, at: number): Balance | undefined {
  const left = balanceAt(balance, at);
  if (totalOf(left) < points) return undefined;
  const monthlyFirst = (left.monthlyEnds ?? Infinity) <= (left.annualEnds ?? Infinity);
  const first = Math.min(points, monthlyFirst ? left.monthly : left.annual);
  const second = Math.min(points - first, monthlyFirst ? left.annual : left.monthly);
  return {
    ...left,
    monthly: left.monthly - (monthlyFirst ? first : second),
    annual: left.annual - (monthlyFirst ? second : first),
    permanent: left.permanent - (points - first - second),
  };
}

/** Points come back as permanent ones. */
export function giveBack(balance: Balance, points: number): Balance {
  return { ...balance, permanent: balance.permanent + points };
}

/** The day (`YYYY-MM-DD`, UTC) after which the next limited points are gone; null where none are. */
export function expirationDay(balance: Balance): string | null {
  const ends = [
    balance.monthly > 0 ? balance.monthlyEnds : null,
    balance.annual > 0 ? balance.annualEnds : null,
  ].filter((end) => end !== null);
  return ends.length === 0 ? null : new Date(Math.min(...ends) - 1).toISOString().slice(0, 10);
}
