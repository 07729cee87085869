/**
 * Points in words: `20 points`, `20 points or more`, `points unknown`, or `free` whatever the embedded service counts.
 * @param points null: not all of them are known
 * @param known the part that is. @default 0
 * @param isFree whether the embedded service gives it: its points are nobody's money
 */
export function pointsText(points: number | null, isFree: boolean, known = 0): string {
  if (isFree) return 'free';
  if (points === null) return known > 0 ? `${pointsText(known, false)} or more` : 'points unknown';
  return `${grouped(points)} point${points === 1 ? '' : 's'}`;
}

/** `1,234.5`. By hand: the first number that `toLocaleString` prints loads tables, in every build. */
function grouped(value: number): string {
  const [whole = '', part] = String(Math.round(value * 1000) / 1000).split('.');
  const digits = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return part === undefined ? digits : `${digits}.${part}`;
}
