/** What several purchases cost together. */
export interface Total {
  /** Sum of the points that are known. */
  readonly known: number;
  /** Purchases of which the service did not tell the points. */
  readonly untold: number;
}

/**
 * What was spent, in words: `20 points`, `at least 20 points: 1 purchase unknown`, `points unknown`; `free` where
 * nothing was.
 */
export function totalText({ known, untold }: Total): string {
  if (known === 0) return untold === 0 ? 'free' : 'points unknown';
  const points = `${known.toLocaleString('en')} ${known === 1 ? 'point' : 'points'}`;
  if (untold === 0) return points;
  return `at least ${points}: ${untold} ${untold === 1 ? 'purchase' : 'purchases'} unknown`;
}

/** `20 points spent`, `at least 20 points spent: 1 purchase unknown`, `points unknown`, `0 points spent`. */
export function spentText(total: Total): string {
  if (total.known === 0) return total.untold === 0 ? '0 points spent' : 'points unknown';
  const [sum = '', unknown] = totalText(total).split(': ');
  return `${sum} spent${unknown === undefined ? '' : `: ${unknown}`}`;
}

/** Adds up totals. */
export function totalOfAll(totals: readonly Total[]): Total {
  return {
    known: totals.reduce((sum, { known }) => sum + known, 0),
    untold: totals.reduce((sum, { untold }) => sum + untold, 0),
  };
}

/** Adds up points; null: not told. */
export function totalOf(points: readonly (number | null)[]): Total {
  return {
    known: points.reduce<number>((sum, each) => sum + (each ?? 0), 0),
    untold: points.filter((each) => each === null).length,
  };
}
