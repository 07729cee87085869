import { hash } from 'node:crypto';
import type { Fingerprint } from '../brands.ts';

/**
 * JSON with sorted keys and no spaces; keys whose value is undefined are left out. The same value
 * gives the same text whatever the order in which its keys were written.
 */
export function canonicalJson(value: unknown): string {
  // Keys that are written in order need no sorting.
  if (isOrdered(value)) return JSON.stringify(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const each of value) text += `${text === '' ? '' : ','}${canonicalJson(each ?? null)}`;
    return `[${text}]`;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(fields).sort()) {
    const each = fields[key];
    if (each === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(each)}`;
  }
  return `{${text}}`;
}

/** Whether the keys of a value, and of all in it, stand in their order. */
function isOrdered(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isOrdered);
  const fields = value as Readonly<Record<string, unknown>>;
  let before = '';
  for (const key in fields) {
    if (key < before || !isOrdered(fields[key])) return false;
    before = key;
  }
  return true;
}

export function fingerprint(value: unknown): Fingerprint {
  return textFingerprint(canonicalJson(value));
}

/** @param text canonical JSON of a value */
export function textFingerprint(text: string): Fingerprint {
  return hash('sha256', text) as Fingerprint;
}
