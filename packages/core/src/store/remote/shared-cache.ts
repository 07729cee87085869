import { setMaxListeners } from 'node:events';
import type { Digest } from '../../brands.ts';
import type { Clock, StoredBlob } from '../../ports.ts';
import type { BlobStore } from '../cas/blob-store.ts';
import type { EntryName, EntryScope, Signer, TrustedKeys } from './open-entry.ts';
import { entryKey, openEntry, signEntry } from './open-entry.ts';
import type { GuardedTier } from './guarded-tier.ts';
import { attempt } from './guarded-tier.ts';
import type { BlobContext } from './shared-blobs.ts';
import { fetchBlob, offerBlob } from './shared-blobs.ts';
import type { RemoteTimes } from './remote-times.ts';
import { DeadlineError, withDeadline } from './remote-times.ts';
import type { UploadCount, Uploads } from './uploads.ts';
import { createUploads } from './uploads.ts';
import { writeEntry } from './write-entry.ts';

/** What a team has in common: an index of signed entries, and blobs by their digests. */
export interface SharedCache {
  /** The value of an entry that a trusted key signed; null where there is none. */
  look(name: EntryName): Promise<string | null>;
  /** The same for many, at once, and within a time that their number gives. */
  lookAll(names: readonly EntryName[]): Promise<readonly (string | null)[]>;
  /** Gets a blob into the store. False where no tier has it, or none that answers. */
  fetch(digest: Digest, bytes: number | null): Promise<boolean>;
  /** Has blobs and their entry written, in the background; the entry last. */
  share(name: EntryName, value: string, blobs: readonly StoredBlob[]): void;
  /** Has blobs written that no entry of this run speaks of. */
  offer(blobs: readonly StoredBlob[]): void;
  /** Waits for what is under way, up to a deadline. */
  finish(tell: (count: UploadCount) => void): Promise<void>;
}

export interface SharedCacheParts {
  readonly tiers: readonly GuardedTier[];
  readonly store: BlobStore;
  readonly scope: EntryScope;
  readonly trusted: TrustedKeys;
  readonly signer: Signer | null;
  /** Whether the index is used; else blobs alone. */
  readonly index: boolean;
  readonly clock: Clock;
  readonly times: RemoteTimes;
  readonly signal: AbortSignal;
  readonly warn: (code: string, message: string) => void;
}

/** Look-ups under way at once, and what each may add to the time of all. Unit: milliseconds. */
const LOOKS = 32;
const MS_A_LOOK = 20;

const NO_SIGNING_KEY =
  'this machine has no signing key, so what it makes is not written to the index of the shared cache: run `assetgen keys new` or set ASSETGEN_SIGNING_KEY, or say "access": "read"';

/** Joins tiers, nearest first. What a farther one has is copied to the nearer ones. */
export function createSharedCache(parts: SharedCacheParts): SharedCache {
  const { tiers, store, scope, trusted, signer, clock, times } = parts;
  // Everything that is under way listens to it; a signal of its own has no limit for that.
  const signal = AbortSignal.any([parts.signal]);
  setMaxListeners(0, signal);
  const warned = new Set<GuardedTier>();
  const context: BlobContext = {
    store,
    clock,
    times,
    warn(tier, code, message) {
      if (warned.has(tier)) return;
      warned.add(tier);
      parts.warn(code, `shared cache ${tier.config.label}: ${message}`);
    },
  };
  let isUnsignedTold = false;
  const fetching = new Map<Digest, Promise<boolean>>();
  /** Blobs that a tier has with other bytes: they are written over. */
  const bad = new Map<GuardedTier, Set<Digest>>();
  const uploads: Uploads = createUploads({ clock, times, signal, warn: parts.warn });

  async function lookIn(guarded: GuardedTier, name: EntryName): Promise<[string, string] | null> {
    const key = entryKey(scope, name);
    const what = 'reading its index';
    const given = { direction: 'read', what, deadlineMs: times.indexMs, signal } as const;
    const got = await attempt(guarded, given, clock, context.warn, (inner) =>
      guarded.tier.index.get(key, inner),
    );
    if (!got.ok || got.value === null) return null;
    const opened = openEntry(got.value, scope, name, trusted);
    if (opened.status === 'good') return [opened.value, got.value];
    const why = {
      unreadable: 'an entry cannot be read',
      unsigned: 'an entry is not signed',
      untrusted: `an entry is signed by a key that "cache.trustedKeys" does not name (${'key' in opened ? opened.key : ''})`,
      forged: 'the signature of an entry is not over what it says',
    }[opened.status];
    context.warn(guarded, 'ASSETGEN_REMOTE_UNTRUSTED', `${why}; it is not used`);
    return null;
  }

  async function fetchFrom(digest: Digest, bytes: number | null): Promise<boolean> {
    for (const [position, guarded] of tiers.entries()) {
      if (guarded.tier.blobs === null) continue;
      const mark = (): void => markBad(guarded, digest);
      const found = await fetchBlob(context, guarded, digest, bytes, signal, mark);
      if (found !== null) {
        for (const nearer of tiers.slice(0, position)) upload(nearer, [found], null);
        return true;
      }
      if (signal.aborted) return false;
    }
    return false;
  }

  function markBad(guarded: GuardedTier, digest: Digest): void {
    const known = bad.get(guarded) ?? new Set();
    bad.set(guarded, known.add(digest));
  }

  /** Blobs first: an entry that stands has its blobs. */
  function upload(
    guarded: GuardedTier,
    blobs: readonly StoredBlob[],
    entry: { readonly name: EntryName; readonly text: string } | null,
  ): void {
    if (guarded.config.access !== 'read-write') return;
    const bytes =
      guarded.tier.blobs === null ? 0 : blobs.reduce((sum, each) => sum + each.bytes, 0);
    uploads.add(bytes, async (inner) => {
      // A place that cannot be read takes no uploads either.
      if (guarded.reads.isOpen) return false;
      for (const blob of guarded.tier.blobs === null ? [] : blobs) {
        const again = bad.get(guarded)?.has(blob.digest) ?? false;
        if (!(await offerBlob(context, guarded, blob, again, inner))) return false;
      }
      if (entry === null) return true;
      const key = entryKey(scope, entry.name);
      return writeEntry(context, guarded, key, { text: entry.text, blobs }, inner);
    });
  }

  async function look(name: EntryName): Promise<string | null> {
    if (!parts.index || trusted.size === 0) return null;
    for (const [position, guarded] of tiers.entries()) {
      const found = await lookIn(guarded, name);
      if (found === null) continue;
      const [value, text] = found;
      for (const nearer of tiers.slice(0, position)) upload(nearer, [], { name, text });
      return value;
    }
    return null;
  }

  function tellUnsigned(): void {
    const writable = tiers.some(({ config }) => config.access === 'read-write');
    if (isUnsignedTold || !writable || trusted.size === 0) return;
    isUnsignedTold = true;
    parts.warn('ASSETGEN_REMOTE_KEYS', NO_SIGNING_KEY);
  }

  /** A place that answers each question in time may still take too long for all of them. */
  function giveUp(): void {
    for (const guarded of tiers) {
      if (guarded.reads.isOpen) continue;
      guarded.reads.trip();
      const message = 'reading its index takes too long; the build goes on without it';
      context.warn(guarded, 'ASSETGEN_REMOTE', message);
    }
  }

  return {
    look,
    async lookAll(names) {
      const found = names.map((): string | null => null);
      let next = 0;
      const over = new AbortController();
      async function work(): Promise<void> {
        while (next < names.length && !over.signal.aborted) {
          const at = next++;
          const name = names[at];
          found[at] = name === undefined ? null : await look(name);
        }
      }
      const workers = Array.from({ length: Math.min(LOOKS, names.length) }, work);
      const limitMs = times.indexMs + names.length * MS_A_LOOK;
      await withDeadline(clock, limitMs, 'reading', () => Promise.all(workers), signal).catch(
        (error: unknown) => {
          over.abort();
          if (error instanceof DeadlineError) giveUp();
          else if (!signal.aborted) throw error;
        },
      );
      // Answers that come later belong to nobody.
      return [...found];
    },
    fetch(digest, bytes) {
      const known = fetching.get(digest);
      if (known !== undefined) return known;
      const made = fetchFrom(digest, bytes).finally(() => fetching.delete(digest));
      fetching.set(digest, made);
      return made;
    },
    share(name, value, blobs) {
      if (parts.index && signer === null) tellUnsigned();
      const entry =
        parts.index && signer !== null
          ? { name, text: signEntry(scope, name, value, signer) }
          : null;
      for (const guarded of tiers) upload(guarded, blobs, entry);
    },
    offer(blobs) {
      for (const guarded of tiers) upload(guarded, blobs, null);
    },
    finish: (tell) => uploads.finish(tell),
  };
}
