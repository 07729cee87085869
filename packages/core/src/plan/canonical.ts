import { createHash } from 'node:crypto';
import type { Fingerprint } from '../brands.ts';

/**
 * JSON with sorted keys and no spaces; keys whose value is undefined are left out. The same value
 * gives the same text whatever the order in which its keys were written.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.map((each) => canonicalJson(each ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`);
    return `{${entries.join(',')}}`;
  }
  return JSON.stringify(value);
}

export function fingerprint(value: unknown): Fingerprint {
  return createHash('sha256').update(canonicalJson(value)).digest('hex') as Fingerprint;
}
