import { isDeepStrictEqual } from 'node:util';
import type { Change } from './change-record.ts';

/** A change in words: `props/dragon: revision 0 → 1`, `removed hero`. */
export function changeText({ what, assets, files }: Change): string {
  const [first = '', ...more] = assets;
  if (what === 'rename') return `${first} renamed to ${more[0] ?? ''}`;
  const names = more.length === 0 ? first : `${first} and ${more.length} more`;
  if (more.length > 0) return `${names}: ${VERBS[what] ?? what}`;
  const entry = files.map(({ entries }) => entries[first]).find((each) => each !== undefined);
  if (entry === undefined) return `${first}: ${VERBS[what] ?? what}`;
  const [before, after] = entry;
  if (what === 'review') return `${first}: ${reviewText(after)}`;
  if (before === null) return `${first} added`;
  if (after === null) return `${first} removed`;
  const fields = changedFields(before, after).map(
    ([key, was, is]) =>
      `${key}${isShort(was) && isShort(is) ? ` ${print(key, was)} → ${print(key, is)}` : ''}`,
  );
  return `${first}: ${fields.join(', ')}`;
}

/** Fields that differ between two entries; a missing one is undefined. */
export function changedFields(
  before: unknown,
  after: unknown,
): readonly (readonly [key: string, before: unknown, after: unknown])[] {
  const [was, is] = [recordOf(before), recordOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => !isDeepStrictEqual(was[key], is[key]))
    .map((key) => [key, was[key], is[key]] as const);
}

const VERBS: Readonly<Record<string, string>> = { review: 'reviewed', edit: 'edited' };

/** What a number is that the manifest does not name. */
const DEFAULTS: Readonly<Record<string, number>> = { revision: 0, pick: 1, variants: 1 };

function reviewText(after: unknown): string {
  const { state } = recordOf(after);
  return typeof state === 'string' ? state : 'no decision';
}

function isShort(value: unknown): boolean {
  return value === undefined || typeof value === 'number' || typeof value === 'boolean';
}

function print(key: string, value: unknown): string {
  return String(value ?? DEFAULTS[key] ?? 'none');
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
