import { utf8Parts } from '../fs/utf8-parts.ts';
import type { Lock } from './lock.ts';

export const LOCK_VERSION = 1;

/** The text of a lock: sorted keys, two spaces, LF at the end. The same lock gives the same bytes. */
export function serialiseLock(lock: Lock): string {
  return Buffer.concat([...lockParts(lock)]).toString('utf8');
}

/**
 * The same as UTF-8, in parts, each made when it is asked for: with each write of a long build the text of a large lock
 * would stand in memory two and three times, and the heap keeps the size that it had once.
 */
export function lockParts(lock: Lock): Generator<Buffer, void> {
  return utf8Parts(lockPieces(lock));
}

function* lockPieces({ assets }: Lock): Generator<string, void> {
  yield '{\n  "assets": {';
  let isFirst = true;
  // Entry by entry: a sorted copy of a large lock would stand in memory beside it.
  const sorted = Object.entries(assets).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, asset] of Object.entries(Object.fromEntries(sorted))) {
    const text = JSON.stringify(sortKeys(asset), null, 2).replaceAll('\n', '\n    ');
    yield `${isFirst ? '' : ','}\n    ${JSON.stringify(name)}: ${text}`;
    isFirst = false;
  }
  yield `${isFirst ? '' : '\n  '}},\n  "lockfileVersion": ${LOCK_VERSION}\n}\n`;
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
