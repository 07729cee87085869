/**
 * Points in words: `20 points`, `points unknown`, or `free` whatever the embedded service counts.
 * @param isFree whether the embedded service gives it: its points are nobody's money
 */
export function pointsText(points: number | null, isFree: boolean): string {
  if (isFree) return 'free';
  if (points === null) return 'points unknown';
  return `${points.toLocaleString('en')} point${points === 1 ? '' : 's'}`;
}
