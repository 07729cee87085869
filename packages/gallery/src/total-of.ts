/** What several purchases cost together. */
export interface Total {
  /** Sum of the points that are known. */
  readonly known: number;
  /** Purchases of which the service did not tell the points. */
  readonly untold: number;
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
