/** What several purchases cost together. */
export interface Total {
  /** Sum of the points that are known. */
  readonly known: number;
  /** Purchases of which the service did not tell the points. */
  readonly untold: number;
}

/** Adds up points; null: not told. */
export function totalOf(points: readonly (number | null)[]): Total {
  return {
    known: points.reduce<number>((sum, each) => sum + (each ?? 0), 0),
    untold: points.filter((each) => each === null).length,
  };
}
