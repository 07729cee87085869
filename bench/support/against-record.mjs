// What this run says against the record.
import { shareOf } from './share.mjs';

/** A ratio that is worse than the record's by this factor fails the check. */
const WORSE = 1.5;

/** The same result in another run: of the same benchmark, by its name. */
const same = (one) => (other) => other.bench === one.bench && other.name === one.name;

/**
 * The ratios to a peer that are worse than recorded. Limits are not asked: what they say depends on
 * the machine. What is not on record, or not measured now, says nothing.
 *
 * @param {readonly object[]} rows results, as `report` tells them
 * @param {readonly object[]} record rows with `share`, as written before
 * @returns {{ bench: string, name: string, share: number, recorded: number }[]}
 */
export function worseThanRecord(rows, record) {
  return rows.flatMap((row) => {
    const known = record.find(same(row));
    if (known?.peer === undefined || row.peer === undefined) return [];
    const share = shareOf(row);
    if (share <= known.share * WORSE) return [];
    return [{ bench: row.bench, name: row.name, share, recorded: known.share }];
  });
}

/**
 * Each result at its best in two runs: what else the machine did only ever makes one worse.
 *
 * @param {readonly object[]} rows
 * @param {readonly object[]} again of some of the benchmarks
 */
export function bestOf(rows, again) {
  return rows.map((row) => {
    const other = again.find(same(row));
    return other !== undefined && shareOf(other) < shareOf(row) ? other : row;
  });
}
