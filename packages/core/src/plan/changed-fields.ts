import type { LockedAsset } from '../lock/lock.ts';

/** Letters of a value that a reason shows. */
const SHOWN = 40;

/**
 * `prompt changed: "a red dragon"`: which fields differ, by the hashes that the lock keeps, with
 * what the manifest says now.
 */
export function changedFields(
  locked: LockedAsset,
  fields: Readonly<Record<string, string>>,
  content: Readonly<Record<string, unknown>> | null,
): string {
  const keys = new Set([...Object.keys(locked.fields), ...Object.keys(fields)]);
  const names = [...keys].filter((key) => locked.fields[key] !== fields[key]).sort();
  if (names.length === 0) return 'the recipe changed';
  return names.map((name) => `${name} changed${valueNow(content?.[name])}`).join(', ');
}

/** Only what a person wrote as such is shown: no digests, no objects. */
function valueNow(value: unknown): string {
  if (typeof value === 'string') {
    if (value.startsWith('sha256-')) return '';
    return `: ${JSON.stringify(value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value)}`;
  }
  return typeof value === 'number' || typeof value === 'boolean' ? `: ${value}` : '';
}
