// What a result says, whatever its unit and direction.

/**
 * The share of its limit that a result uses: 1 is just ok, less is better. Unit: none.
 *
 * @param {{ value: number, target: number, better: 'lower' | 'higher' }} row
 */
export function shareOf({ value, target, better }) {
  const share = better === 'lower' ? value / target : target / value;
  // 0 of at most 0 is ok; more than 0 of at most 0 is not.
  return Number.isNaN(share) ? 0 : share;
}

export function printNumber(value, unit = '') {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const rounded = digits === 0 ? Math.round(value) : value;
  const number = Number.isInteger(rounded)
    ? rounded.toLocaleString('en-US')
    : rounded.toFixed(digits);
  return unit === '' ? number : `${number} ${unit}`;
}
