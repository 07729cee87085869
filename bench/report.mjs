import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';

// How every benchmark here measures and prints. A benchmark is a file in this folder that calls
// `report` once for each of its numbers; `run.mjs` runs them one after another.

/** True for a rough, short run: `npm run bench -- --quick`. */
export const quick = process.argv.includes('--quick');

/**
 * Prints one line: name, value, target, ratio, ok or MISS.
 *
 * @param {object} result
 * @param {string} result.name
 * @param {number} result.value
 * @param {number} result.target the limit, or the peer's number
 * @param {string} [result.unit] such as 'ms' or 'MB'
 * @param {'lower' | 'higher'} [result.better] which side of the target is ok. Default: 'lower'
 * @param {string} [result.peer] what the target was measured from, side by side in this run; none
 *   for a limit. Only such ratios mean the same on every machine: CI holds them to the record
 */
export function report({ name, value, target, unit = '', better = 'lower', peer }) {
  const ratio = value / target;
  const ok = better === 'lower' ? value <= target : value >= target;
  const sign = better === 'lower' ? '<=' : '>=';
  const columns = [
    name.padEnd(44),
    format(value, unit).padStart(12),
    `${sign} ${format(target, unit)}`.padStart(15),
    Number.isFinite(ratio) ? ratio.toFixed(2).padStart(6) : '     -',
    ok ? 'ok' : 'MISS',
  ];
  console.log(columns.join('  '));
  const results = process.env.ASSETGEN_BENCH_RESULTS;
  if (results === undefined) return;
  const bench = basename(process.argv[1] ?? '', '.mjs');
  const row = {
    bench,
    name,
    value,
    target,
    unit,
    better,
    ok,
    ...(peer === undefined ? {} : { peer }),
  };
  appendFileSync(results, `${JSON.stringify(row)}\n`);
}

/**
 * Times cases in turns (a, b, a, b, …), so that what else the machine does meets all of them, and
 * gives the median of each. Unit: milliseconds.
 *
 * @param {Record<string, () => unknown>} cases
 * @param {object} [options]
 * @param {number} [options.runs] of each case. Default: 11, and 3 in a quick run
 * @param {() => unknown} [options.after] done after each run of a case, and not timed
 * @returns {Promise<Record<string, number>>}
 */
export async function medians(cases, { runs = 11, after } = {}) {
  const times = new Map(Object.keys(cases).map((name) => [name, []]));
  for (let run = 0; run < (quick ? Math.min(runs, 3) : runs); run++) {
    for (const [name, work] of Object.entries(cases)) {
      const start = performance.now();
      await work();
      times.get(name).push(performance.now() - start);
      await after?.();
    }
  }
  return Object.fromEntries([...times].map(([name, list]) => [name, median(list)]));
}

/** @param {readonly number[]} list at least one number */
export function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function format(value, unit) {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = Number.isInteger(value) ? String(value) : value.toFixed(digits);
  return unit === '' ? number : `${number} ${unit}`;
}
