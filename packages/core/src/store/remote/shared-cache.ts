import { setMaxListeners } from 'node:events';
import type { Digest } from '../../brands.ts';
import type { Clock, StoredBlob } from '../../ports.ts';
import type { BlobStore } from '../cas/blob-store.ts';
import type { EntryScope, ResultName, Signer, TrustedKeys } from './open-entry.ts';
import { entryKey, openEntry, signEntry } from './open-entry.ts';
import type { GuardedTier } from './guarded-tier.ts';
import { attempt } from './guarded-tier.ts';
import type { BlobContext } from './shared-blobs.ts';
import { fetchBlob, offerBlob } from './shared-blobs.ts';
import type { RemoteTimes } from './remote-times.ts';
import { DeadlineError, withDeadline } from './remote-times.ts';
import type { Shared, UploadOutcome } from './upload.ts';
import type { UploadQueue } from './upload-queue.ts';
import type { UploadCount, Uploads } from './uploads.ts';
import { createUploads } from './uploads.ts';
import { writeEntry } from './write-entry.ts';

/** What a team has in common: an index of signed entries, and blobs by their digests. */
export interface SharedCache {
  /** The value of an entry that a trusted key signed; null where there is none. */
  look(name: ResultName): Promise<string | null>;
  /** The same for many, at once, and within a time that their number gives. */
  lookAll(names: readonly ResultName[]): Promise<readonly (string | null)[]>;
  /** Gets a blob into the store. False where no tier has it, or none that answers. */
  fetch(digest: Digest, bytes: number | null): Promise<boolean>;
  /** Has blobs and their entry written, in the background; the entry last. */
  share(name: ResultName, value: string, blobs: readonly StoredBlob[]): void;
  /** Has blobs written that no entry of this run speaks of. */
  offer(blobs: readonly StoredBlob[]): void;
  /** Has written what earlier runs could not write. */
  resume(): void;
  /** Waits for what is under way, up to a deadline; what is in no place by then is kept for later. */
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
  /** What is left of uploads to a tier. */
  readonly queueOf: (tier: GuardedTier) => UploadQueue;
}

/** Look-ups under way at once, and what each may add to the time of all. Unit: milliseconds. */
const LOOKS = 32;
const MS_A_LOOK = 20;

const NO_SIGNING_KEY =
  'this machine has no signing key, so what it makes is not written to the index of the shared cache: run `assetgen keys new` or set ASSETGEN_SIGNING_KEY, or say "access": "read"';

/** How many results there are: an entry is one, and so are blobs that none of the entries speaks of. */
function resultsIn(all: readonly Shared[]): number {
  const entries = new Map<string, readonly StoredBlob[]>();
  for (const { entry, blobs } of all) {
    if (entry !== null) entries.set(`${entry.name.kind} ${entry.name.fingerprint}`, blobs);
  }
  const told = new Set([...entries.values()].flat().map(({ digest }) => digest));
  const others = all.filter(
    ({ entry, blobs }) => entry === null && blobs.some(({ digest }) => !told.has(digest)),
  );
  const alone = new Set(others.map(({ blobs }) => blobs.map(({ digest }) => digest).join()));
  return entries.size + alone.size;
}

function unsharedMessage(left: number, total: number): string {
  const what = total === 1 ? 'the one result is' : `${left} of ${total} results are`;
  return `shared cache: ${what} not shared: run \`assetgen push\`. The next build on this machine tries it too`;
}

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
  let isBadTold = false;
  const fetching = new Map<Digest, Promise<boolean>>();
  /** Blobs that a tier has with other bytes: they are written over. */
  const bad = new Map<GuardedTier, Set<Digest>>();
  const uploads: Uploads = createUploads({ clock, times, signal, warn: parts.warn });
  /** Tiers that took an upload after they had been given up. */
  const recovered = new Set<GuardedTier>();
  /** All that was to be written, for the count. */
  const offered: Shared[] = [];
  let resuming: Promise<void> | null = null;

  async function lookIn(guarded: GuardedTier, name: ResultName): Promise<[string, string] | null> {
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
        for (const nearer of tiers.slice(0, position))
          upload(nearer, { blobs: [found], entry: null });
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
  async function send(
    guarded: GuardedTier,
    { blobs, entry }: Shared,
    text: string | null,
    isProbe: boolean,
    inner: AbortSignal,
  ): Promise<UploadOutcome> {
    // A place that cannot be read takes no uploads either.
    if (guarded.reads.isOpen && !isProbe && !recovered.has(guarded)) return 'failed';
    for (const blob of guarded.tier.blobs === null ? [] : blobs) {
      const again = bad.get(guarded)?.has(blob.digest) ?? false;
      const outcome = await offerBlob(context, guarded, blob, { again, isProbe }, inner);
      if (outcome === 'gone' && store.has(blob.digest)) tellBad();
      if (outcome !== 'done') return outcome;
    }
    if (entry !== null && text !== null) {
      const key = entryKey(scope, entry.name);
      const given = { text, blobs };
      if (!(await writeEntry(context, guarded, key, given, inner, isProbe))) return 'failed';
    }
    if (isProbe) recovered.add(guarded);
    return 'done';
  }

  /** @param signed the entry as another one signed it; else it is signed here */
  function upload(
    guarded: GuardedTier,
    shared: Shared,
    { signed = null, isLeft = false }: { signed?: string | null; isLeft?: boolean } = {},
  ): void {
    if (guarded.config.access !== 'read-write') return;
    const { blobs, entry } = shared;
    const mayWrite = entry !== null && parts.index && signer !== null;
    const text = signed ?? (mayWrite ? signEntry(scope, entry.name, entry.value, signer) : null);
    const bytes =
      guarded.tier.blobs === null ? 0 : blobs.reduce((sum, each) => sum + each.bytes, 0);
    const wanted = text === null ? { blobs, entry: null } : shared;
    offered.push(wanted);
    uploads.add({
      place: guarded,
      shared: wanted,
      bytes,
      isLeft,
      run: (inner, isProbe) => send(guarded, shared, text, isProbe, inner),
    });
  }

  function copyEntry(nearer: GuardedTier, name: ResultName, value: string, text: string): void {
    upload(nearer, { blobs: [], entry: { name, value } }, { signed: text });
  }

  async function resume(): Promise<void> {
    for (const guarded of tiers) {
      for (const shared of await parts.queueOf(guarded).take()) {
        upload(guarded, shared, { isLeft: true });
      }
    }
  }

  async function finish(tell: (count: UploadCount) => void): Promise<void> {
    await resuming;
    const left = await uploads.finish(tell);
    for (const guarded of tiers) {
      const mine = left.filter(({ place }) => place === guarded).map(({ shared }) => shared);
      // A cache that cannot be written keeps nothing for later; what is left is told all the same.
      await parts
        .queueOf(guarded)
        .keep(mine)
        .catch(() => undefined);
    }
    if (left.length > 0) {
      const count = resultsIn(left.map(({ shared }) => shared));
      parts.warn('ASSETGEN_UNSHARED', unsharedMessage(count, resultsIn(offered)));
    }
  }

  async function look(name: ResultName): Promise<string | null> {
    if (!parts.index || trusted.size === 0) return null;
    for (const [position, guarded] of tiers.entries()) {
      const found = await lookIn(guarded, name);
      if (found === null) continue;
      const [value, text] = found;
      // What a key signed goes on as it is.
      for (const nearer of tiers.slice(0, position)) copyEntry(nearer, name, value, text);
      return value;
    }
    return null;
  }

  function tellBad(): void {
    if (isBadTold) return;
    isBadTold = true;
    const message = 'a blob of this machine went bad and was not shared: run `assetgen verify`';
    parts.warn('ASSETGEN_REMOTE', `shared cache: ${message}`);
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
      for (const guarded of tiers) upload(guarded, { blobs, entry: { name, value } });
    },
    offer(blobs) {
      for (const guarded of tiers) upload(guarded, { blobs, entry: null });
    },
    resume() {
      // What cannot be read is as good as none.
      resuming ??= resume().catch(() => undefined);
    },
    finish,
  };
}
