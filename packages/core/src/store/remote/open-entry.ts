import type { KeyObject } from 'node:crypto';
import { createHash, sign, verify } from 'node:crypto';
import type { Fingerprint } from '../../brands.ts';

/** Where an entry is valid, and nowhere else. */
export interface EntryScope {
  /** The option `cache.namespace`. */
  readonly namespace: string;
  /** `service`: a generation service made it; `local`: the embedded one did. */
  readonly service: 'service' | 'local';
}

/** What an entry of the index is about. */
export interface ResultName {
  readonly kind: 'recipe' | 'output';
  readonly fingerprint: Fingerprint;
}

/** What an entry is about: a result, or what became of a paid operation. */
export type EntryName = ResultName | { readonly kind: 'submission'; readonly operation: string };

/** Signs as one key. */
export interface Signer {
  /** As the config of others has it. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** Keys whose entries are believed, by their text without a comment. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>;

export type OpenedEntry =
  | { readonly status: 'good'; readonly value: string }
  /** Not of ours, or torn. */
  | { readonly status: 'unreadable' }
  | { readonly status: 'unsigned' }
  /** Signed by a key that the config does not name. */
  | { readonly status: 'untrusted'; readonly key: string }
  /** By a key that is trusted, but not over this: changed, or of another key or scope. */
  | { readonly status: 'forged'; readonly key: string };

const KEY_VERSION = 'assetgen-index-key-1';
const MESSAGE_VERSION = 'assetgen-index-entry-1';

/** The key of an entry: 64 hex digits, and the same only for the same scope and name. */
export function entryKey(scope: EntryScope, name: EntryName): string {
  return createHash('sha256')
    .update(frame([KEY_VERSION, ...partsOf(scope, name)]))
    .digest('hex');
}

/** The text of an entry, signed over its scope, its name and its value. */
export function signEntry(
  scope: EntryScope,
  name: EntryName,
  value: string,
  signer: Signer,
): string {
  const signature = sign(null, messageOf(scope, name, value), signer.privateKey);
  return JSON.stringify({
    version: 1,
    key: signer.publicKey,
    signature: signature.toString('base64url'),
    value,
  });
}

/** Reads the text of an entry, and believes it only when a trusted key signed just this. */
export function openEntry(
  text: string,
  scope: EntryScope,
  name: EntryName,
  trusted: TrustedKeys,
): OpenedEntry {
  const parsed = parse(text);
  if (parsed === null) return { status: 'unreadable' };
  const { key, signature, value } = parsed;
  if (key === null || signature === null) return { status: 'unsigned' };
  const publicKey = trusted.get(key);
  if (publicKey === undefined) return { status: 'untrusted', key };
  const bytes = Buffer.from(signature, 'base64url');
  return verify(null, messageOf(scope, name, value), publicKey, bytes)
    ? { status: 'good', value }
    : { status: 'forged', key };
}

function parse(
  text: string,
): { key: string | null; signature: string | null; value: string } | null {
  try {
    const entry = JSON.parse(text) as Partial<Record<string, unknown>> | null;
    if (entry === null || entry['version'] !== 1 || typeof entry['value'] !== 'string') return null;
    const textOf = (each: unknown): string | null => (typeof each === 'string' ? each : null);
    return {
      key: textOf(entry['key']),
      signature: textOf(entry['signature']),
      value: entry['value'],
    };
  } catch {
    return null;
  }
}

function messageOf(scope: EntryScope, name: EntryName, value: string): Buffer {
  return frame([MESSAGE_VERSION, ...partsOf(scope, name), value]);
}

function partsOf(scope: EntryScope, name: EntryName): string[] {
  const subject = name.kind === 'submission' ? name.operation : name.fingerprint;
  return [scope.namespace, scope.service, name.kind, subject];
}

/** Each part behind its length, so that no two lists of parts have the same bytes. */
function frame(parts: readonly string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}
