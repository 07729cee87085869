/**
 * Points in words: `20 points`, `points unknown`, or `free` whatever the embedded service counts.
 * @param isFree whether the embedded service gives it: its points are nobody's money
 */
export function pointsText(points: number | null, isFree: boolean): string {
  if (isFree) return 'free';
  if (points === null) return 'points unknown';
  return `${grouped(points)} point${points === 1 ? '' : 's'}`;
}

/** `1,234.5`. By hand: the first number that `toLocaleString` prints loads tables, in every build. */
function grouped(value: number): string {
  const [whole = '', part] = String(Math.round(value * 1000) / 1000).split('.');
  const digits = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return part === undefined ? digits : `${digits}.${part}`;
}
