const PARTS = /\d+|\D+/g;

/**
 * Orders names as people count: p2 before p10. Numbers of one value are in the order of their
 * characters, as all other text is.
 */
export function byName(a: string, b: string): number {
  const [left, right] = [a.match(PARTS) ?? [], b.match(PARTS) ?? []];
  const at = left.findIndex((part, index) => compareParts(part, right[index] ?? '') !== 0);
  if (at >= 0) return compareParts(left[at] ?? '', right[at] ?? '');
  return left.length - right.length || compareText(a, b);
}

function compareParts(a: string, b: string): number {
  if (!/^\d/.test(a) || !/^\d/.test(b)) return compareText(a, b);
  const [left, right] = [withoutZeros(a), withoutZeros(b)];
  // Longer than any number of JavaScript: of two without zeros before them the longer is larger.
  return left.length - right.length || compareText(left, right);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
