import type { Clock, StoredBlob } from '../../ports.ts';
import type { BlobStore } from '../cas/blob-store.ts';
import type { EntryScope, ResultName, Signer, TrustedKeys } from './open-entry.ts';
import { entryKey, openEntry, signEntry } from './open-entry.ts';
import type { GuardedTier } from './guarded-tier.ts';
import { attempt } from './guarded-tier.ts';
import type { BlobContext } from './shared-blobs.ts';
import { offerBlob } from './shared-blobs.ts';
import type { RemoteTimes } from './remote-times.ts';
import { nameOf, saysAsMuch } from './shared-value.ts';
import { writeEntry } from './write-entry.ts';

/** What is to stand in a tier: blobs, and the entry that speaks of them. */
export interface PushItem {
  /** null: blobs alone. */
  readonly entry: { readonly name: ResultName; readonly value: string } | null;
  readonly blobs: readonly StoredBlob[];
}

/** The result of a push to one tier. */
export interface TierPush {
  /** The place, without its secrets. */
  readonly label: string;
  /** Entries and blobs that were written. */
  readonly entries: number;
  readonly blobs: number;
  /** Of the blobs that were written. */
  readonly bytes: number;
  /** Items that stood there already. */
  readonly present: number;
  /** Items with a blob that neither this machine nor the tier has: build first. */
  readonly missing: number;
  /** Items that were not written, or not wholly. */
  readonly failed: number;
  /** Why; null where nothing failed. */
  readonly problem: string | null;
}

export interface PushParts {
  readonly store: BlobStore;
  readonly scope: EntryScope;
  readonly trusted: TrustedKeys;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly times: RemoteTimes;
  readonly signal: AbortSignal;
  /** Called after each item. */
  readonly tell: (done: number) => void;
}

const CONCURRENCY = 8;

/** Writes to one tier what it has not: blobs first, then the entry that speaks of them. */
export async function pushTo(
  guarded: GuardedTier,
  items: readonly PushItem[],
  parts: PushParts,
): Promise<TierPush> {
  const { store, scope, trusted, signer, clock, times, signal } = parts;
  const { tier, config } = guarded;
  const sum = { entries: 0, blobs: 0, bytes: 0, present: 0, missing: 0, failed: 0 };
  let problem: string | null = null;
  const context: BlobContext = {
    store,
    clock,
    times,
    warn(_tier, _code, message) {
      problem ??= message.replace(/; the build continues.*$/, '');
    },
  };
  const ask = <T>(what: string, work: (inner: AbortSignal) => Promise<T>) =>
    attempt(
      guarded,
      { direction: 'read', what, deadlineMs: times.indexMs, signal },
      clock,
      context.warn,
      work,
    );

  async function pushBlob(
    blob: StoredBlob,
  ): Promise<'present' | 'written' | 'missing' | 'refused' | 'failed'> {
    const { blobs } = tier;
    if (blobs === null) return 'present';
    const there = await ask('looking for a blob', (inner) => blobs.has(blob, inner));
    if (!there.ok) return 'failed';
    if (there.value) return 'present';
    if (!store.has(blob.digest)) return 'missing';
    // That it is not there was asked.
    const given = { again: true, isProbe: false };
    const offered = await offerBlob(context, guarded, blob, given, signal);
    if (offered === 'done') return 'written';
    return offered === 'gone' ? 'missing' : offered;
  }

  async function pushEntry(item: PushItem): Promise<'present' | 'written' | 'failed'> {
    if (item.entry === null) return 'present';
    const { name, value } = item.entry;
    const key = entryKey(scope, name);
    const there = await ask('reading its index', (inner) => tier.index.get(key, inner));
    if (!there.ok) return 'failed';
    const opened = there.value === null ? null : openEntry(there.value, scope, name, trusted);
    if (opened?.status === 'good' && saysAsMuch(opened.value, value)) return 'present';
    const entry = { text: signEntry(scope, name, value, signer), blobs: item.blobs };
    return (await writeEntry(context, guarded, key, entry, signal)) ? 'written' : 'failed';
  }

  async function push(item: PushItem): Promise<void> {
    let isNew = false;
    let isWhole = true;
    for (const blob of item.blobs) {
      const outcome = await pushBlob(blob);
      if (outcome === 'missing' || outcome === 'failed') {
        sum[outcome] += 1;
        return;
      }
      if (outcome === 'refused') isWhole = false;
      if (outcome === 'refused' || outcome === 'present') continue;
      isNew = true;
      sum.blobs += 1;
      sum.bytes += blob.bytes;
    }
    const outcome = await pushEntry(item);
    if (outcome === 'failed' || !isWhole) sum.failed += 1;
    if (outcome === 'written') sum.entries += 1;
    else if (outcome === 'present' && isWhole && !isNew) sum.present += 1;
  }

  const lanes = inLanes(items);
  let next = 0;
  let done = 0;
  async function work(): Promise<void> {
    for (let lane = lanes[next++]; lane !== undefined; lane = lanes[next++]) {
      for (const item of lane) {
        if (signal.aborted) return;
        await push(item);
        parts.tell(++done);
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  signal.throwIfAborted();
  return { label: config.label, ...sum, problem };
}

/**
 * What has one name goes one after the other: the second finds what the first wrote. Side by side, one would read back
 * what the other wrote, and the one that says less could stay.
 */
function inLanes(items: readonly PushItem[]): readonly (readonly PushItem[])[] {
  const named = new Map<string, PushItem[]>();
  const alone: PushItem[][] = [];
  for (const item of items) {
    if (item.entry === null) {
      alone.push([item]);
      continue;
    }
    const name = nameOf(item.entry);
    const lane = named.get(name);
    if (lane === undefined) named.set(name, [item]);
    else lane.push(item);
  }
  return [...named.values(), ...alone];
}
