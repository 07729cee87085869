import type { Preview } from './messages.ts';

/** Something that can stand on a stage. */
export interface Side {
  /** Unique in an asset. */
  readonly id: string;
  /** 64 hex digits. */
  readonly digest: string;
  readonly type: Preview['type'];
}

/** What stands side by side: two to four of one asset, of one type. */
export const MOST_SIDES = 4;

/** Digits of a digest that an address names: two files of one asset do not share them by chance. */
const DIGITS = 10;

/**
 * Sides as an address has them: `file:crate.glb-3f2a90c1b7*variant:2-…`. The digest finds the same bytes again after a
 * reroll gave the id to others; the id finds the output again after it was made anew.
 */
export function printSides(items: readonly Side[]): string {
  return items.map(({ id, digest }) => `${id}-${digest.slice(0, DIGITS)}`).join('*');
}

/**
 * The items that an address names; those that no longer exist, of another type than the first, or named twice are
 * left out. Fewer than two: there is nothing to compare.
 */
export function parseSides<T extends Side>(text: string, items: readonly T[]): readonly T[] {
  const found: T[] = [];
  for (const each of text.split('*')) {
    const at = each.lastIndexOf('-');
    const [id, digest] = at === -1 ? [each, ''] : [each.slice(0, at), each.slice(at + 1)];
    const same = digest === '' ? [] : items.filter((item) => item.digest.startsWith(digest));
    const item = same.find((one) => one.id === id) ?? same[0] ?? items.find((one) => one.id === id);
    if (item === undefined || found.some((one) => one.id === item.id)) continue;
    if (found[0] !== undefined && found[0].type !== item.type) continue;
    found.push(item);
  }
  return found.length < 2 ? [] : found.slice(0, MOST_SIDES);
}
