import type { Lock } from './lock.ts';

export const LOCK_VERSION = 1;

/** The text of a lock: sorted keys, two spaces, LF at the end. The same lock gives the same bytes. */
export function serialiseLock({ assets }: Lock): string {
  // Entry by entry: a sorted copy of a large lock would stand in memory beside it with each write of a long build.
  const sorted = Object.entries(assets).sort(([a], [b]) => (a < b ? -1 : 1));
  const texts = Object.entries(Object.fromEntries(sorted)).map(([name, asset]) => {
    const text = JSON.stringify(sortKeys(asset), null, 2).replaceAll('\n', '\n    ');
    return `    ${JSON.stringify(name)}: ${text}`;
  });
  const all = texts.length === 0 ? '{}' : `{\n${texts.join(',\n')}\n  }`;
  return `{\n  "assets": ${all},\n  "lockfileVersion": ${LOCK_VERSION}\n}\n`;
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
