import { hash } from 'node:crypto';

/** Of 64 bits: it finds what a broken disk does, and protects from nobody. */
const SUM_DIGITS = 16;
const FRAMED = /^(\{.*),"sum":"([0-9a-f]{16})"\}$/s;

/**
 * A value as one line of JSON that shows when a byte of it changed or is missing: its last member is
 * a sum over its length, its text and its place. A version that knows no sums reads the same JSON.
 * @param place what the line is about; the same line elsewhere is damaged
 */
export function frame(value: object, place: string): string {
  const text = JSON.stringify(value);
  return `${text.slice(0, -1)},"sum":"${sumOf(text, place)}"}`;
}

/** What became of a line: whole, written without a sum, or not as it was written. */
export type Unframed =
  | { readonly status: 'whole'; readonly text: string }
  | { readonly status: 'bare' }
  | { readonly status: 'broken' };

export function unframe(line: string, place: string): Unframed {
  const [, start, sum] = FRAMED.exec(line) ?? [];
  if (start === undefined || sum === undefined) {
    // A line of a journal has a number and a sum: where one of them is left, it was framed.
    return { status: /"(?:seq|sum)":/.test(line) ? 'broken' : 'bare' };
  }
  const text = `${start}}`;
  return sumOf(text, place) === sum ? { status: 'whole', text } : { status: 'broken' };
}

function sumOf(text: string, place: string): string {
  return hash('sha256', `${place}\n${text.length}\n${text}`).slice(0, SUM_DIGITS);
}
