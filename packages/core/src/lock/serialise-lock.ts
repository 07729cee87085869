import type { Lock } from './lock.ts';

export const LOCK_VERSION = 1;

/** The text of a lock: sorted keys, two spaces, LF at the end. The same lock gives the same bytes. */
export function serialiseLock(lock: Lock): string {
  return `${JSON.stringify(sortKeys({ lockfileVersion: LOCK_VERSION, assets: { ...lock.assets } }), null, 2)}\n`;
}

/** A value as the lock would write it, for comparing. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sortKeys(each)]));
}
