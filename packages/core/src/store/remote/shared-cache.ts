import { setMaxListeners } from 'node:events';
import type { Digest } from '../../brands.ts';
import type { Clock, StoredBlob } from '../../ports.ts';
import type { BlobStore } from '../cas/blob-store.ts';
import type { GuardedTier, WarnTier } from './guarded-tier.ts';
import type { EntryScope, ResultName, Signer, TrustedKeys } from './open-entry.ts';
import type { RemoteTimes } from './remote-times.ts';
import { fetchBlob } from './shared-blobs.ts';
import type { SharedEntries } from './shared-entries.ts';
import { createSharedEntries } from './shared-entries.ts';
import { createSharedUploads } from './shared-uploads.ts';
import type { UploadQueue } from './upload-queue.ts';
import type { UploadCount } from './uploads.ts';

/** What a team has in common: an index of signed entries, and blobs by their digests. */
export interface SharedCache extends SharedEntries {
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

const NO_SIGNING_KEY =
  'this machine has no signing key, so its results do not enter the shared cache\'s index: run `assetgen keys new` or set ASSETGEN_SIGNING_KEY, or set "access": "read"';

/** Joins tiers, nearest first. Entries found in a slower tier are copied to the faster ones. */
export function createSharedCache(parts: SharedCacheParts): SharedCache {
  const { tiers, scope, trusted, signer } = parts;
  // Everything that is under way listens to it; a signal of its own has no limit for that.
  const signal = AbortSignal.any([parts.signal]);
  setMaxListeners(0, signal);
  const { store, clock, times, index } = parts;
  const context = { store, clock, times, warn: warnOnce(parts.warn) };
  const uploads = createSharedUploads({
    ...context,
    tiers,
    scope,
    trusted,
    signer,
    index,
    signal,
    warnAll: parts.warn,
    queueOf: parts.queueOf,
  });
  const entries = createSharedEntries({
    ...context,
    tiers,
    scope,
    trusted,
    index,
    signal,
    // A signed entry is passed on as it is.
    copy: (nearer, name, value, text) =>
      uploads.add(nearer, { blobs: [], entry: { name, value } }, text),
  });
  const fetching = new Map<Digest, Promise<boolean>>();
  let isUnsignedTold = false;

  async function fetchFrom(digest: Digest, bytes: number | null): Promise<boolean> {
    for (const [position, guarded] of tiers.entries()) {
      if (guarded.tier.blobs === null) continue;
      const mark = (): void => uploads.markBad(guarded, digest);
      const found = await fetchBlob(context, guarded, digest, bytes, signal, mark);
      if (found !== null) {
        for (const nearer of tiers.slice(0, position)) {
          uploads.add(nearer, { blobs: [found], entry: null });
        }
        return true;
      }
      if (signal.aborted) return false;
    }
    return false;
  }

  function tellUnsigned(): void {
    const writable = tiers.some(({ config }) => config.access === 'read-write');
    if (isUnsignedTold || !writable || trusted.size === 0) return;
    isUnsignedTold = true;
    parts.warn('ASSETGEN_REMOTE_KEYS', NO_SIGNING_KEY);
  }

  return {
    look: entries.look,
    lookAll: entries.lookAll,
    fetch(digest, bytes) {
      const known = fetching.get(digest);
      if (known !== undefined) return known;
      const made = fetchFrom(digest, bytes).finally(() => fetching.delete(digest));
      fetching.set(digest, made);
      return made;
    },
    share(name, value, blobs) {
      if (index && signer === null) tellUnsigned();
      for (const guarded of tiers) uploads.add(guarded, { blobs, entry: { name, value } });
    },
    offer(blobs) {
      for (const guarded of tiers) uploads.add(guarded, { blobs, entry: null });
    },
    resume: uploads.resume,
    finish: uploads.finish,
  };
}

/** Of each tier the first trouble; those that follow have the same cause. */
function warnOnce(warn: SharedCacheParts['warn']): WarnTier {
  const warned = new Set<GuardedTier>();
  return (tier, code, message) => {
    if (warned.has(tier)) return;
    warned.add(tier);
    warn(code, `shared cache ${tier.config.label}: ${message}`);
  };
}
