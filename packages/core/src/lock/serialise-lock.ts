import type { Lock } from './lock.ts';

export const LOCK_VERSION = 1;

/** Length from which a part of a lock's text is a part of its own. Unit: characters. */
const PART = 262_144;

/** The text of a lock: sorted keys, two spaces, LF at the end. The same lock gives the same bytes. */
export function serialiseLock(lock: Lock): string {
  return Buffer.concat(lockParts(lock)).toString('utf8');
}

/**
 * The same as UTF-8, in parts: with each write of a long build the text of a large lock would stand in memory two and
 * three times, and the heap keeps the size that it had once.
 */
export function lockParts({ assets }: Lock): Buffer[] {
  const parts: Buffer[] = [];
  let part = '{\n  "assets": {';
  let isFirst = true;
  // Entry by entry: a sorted copy of a large lock would stand in memory beside it.
  const sorted = Object.entries(assets).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, asset] of Object.entries(Object.fromEntries(sorted))) {
    const text = JSON.stringify(sortKeys(asset), null, 2).replaceAll('\n', '\n    ');
    part += `${isFirst ? '' : ','}\n    ${JSON.stringify(name)}: ${text}`;
    isFirst = false;
    if (part.length < PART) continue;
    parts.push(Buffer.from(part));
    part = '';
  }
  parts.push(
    Buffer.from(`${part}${isFirst ? '' : '\n  '}},\n  "lockfileVersion": ${LOCK_VERSION}\n}\n`),
  );
  return parts;
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
