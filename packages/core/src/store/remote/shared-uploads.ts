import type { Digest } from '../../brands.ts';
import type { StoredBlob } from '../../ports.ts';
import type { GuardedTier } from './guarded-tier.ts';
import type { EntryScope, Signer, TrustedKeys } from './open-entry.ts';
import { signEntry } from './open-entry.ts';
import type { BlobContext } from './shared-blobs.ts';
import { offerBlob } from './shared-blobs.ts';
import { nameOf } from './shared-value.ts';
import type { Shared, UploadOutcome } from './upload.ts';
import type { UploadQueue } from './upload-queue.ts';
import type { UploadCount, Uploads } from './uploads.ts';
import { createUploads } from './uploads.ts';
import { createWriteInTurn } from './write-in-turn.ts';

/** What is written to the tiers of a shared cache, in the background. */
export interface SharedUploads {
  /**
   * Has blobs and their entry written, the entry last.
   * @param text the entry as another one signed it; else it is signed here
   */
  add(guarded: GuardedTier, shared: Shared, text?: string): void;
  /** A tier has the blob with other bytes: the next upload writes it over. */
  markBad(guarded: GuardedTier, digest: Digest): void;
  /** Has written what earlier runs could not write. */
  resume(): void;
  /** Waits for what is under way, up to a deadline; what is in no place by then is kept for later. */
  finish(tell: (count: UploadCount) => void): Promise<void>;
}

export interface SharedUploadsContext extends BlobContext {
  readonly tiers: readonly GuardedTier[];
  readonly scope: EntryScope;
  readonly trusted: TrustedKeys;
  readonly signer: Signer | null;
  /** Whether the index is used; else blobs alone. */
  readonly index: boolean;
  readonly signal: AbortSignal;
  /** Warns of what concerns no tier by itself. */
  readonly warnAll: (code: string, message: string) => void;
  /** What is left of uploads to a tier. */
  readonly queueOf: (tier: GuardedTier) => UploadQueue;
}

/** How many results there are: an entry is one, and so are blobs that none of the entries speaks of. */
function resultsIn(all: readonly Shared[]): number {
  const entries = new Map<string, readonly StoredBlob[]>();
  for (const { entry, blobs } of all) {
    if (entry !== null) entries.set(nameOf(entry), blobs);
  }
  const told = new Set([...entries.values()].flat().map(({ digest }) => digest));
  const others = all.filter(
    ({ entry, blobs }) => entry === null && blobs.some(({ digest }) => !told.has(digest)),
  );
  const alone = new Set(others.map(({ blobs }) => blobs.map(({ digest }) => digest).join()));
  return entries.size + alone.size;
}

/** One result on its way. */
interface Sending extends Shared {
  /** Its entry, signed; null: blobs alone. */
  readonly text: string | null;
  readonly isLeft: boolean;
  readonly isProbe: boolean;
}

function unsharedMessage(left: number, total: number): string {
  const what = total === 1 ? 'the one result is' : `${left} of ${total} results are`;
  return `shared cache: ${what} not shared: run \`assetgen push\`. The next build on this machine tries again`;
}

export function createSharedUploads(context: SharedUploadsContext): SharedUploads {
  const { tiers, store, scope, signer, clock, times, signal, warnAll } = context;
  let isBadTold = false;
  /** Blobs that a tier has with other bytes: they are written over. */
  const bad = new Map<GuardedTier, Set<Digest>>();
  const uploads: Uploads = createUploads({ clock, times, signal, warn: warnAll });
  /** Tiers that took an upload after they had been given up. */
  const recovered = new Set<GuardedTier>();
  const writeInTurn = createWriteInTurn(context);
  /** All that was to be written, for the count. */
  const offered: Shared[] = [];
  let resuming: Promise<void> | null = null;

  /** Blobs first: an entry that stands has its blobs, but for those that the place never takes. */
  async function send(
    guarded: GuardedTier,
    { blobs, entry, text, isLeft, isProbe }: Sending,
    inner: AbortSignal,
  ): Promise<UploadOutcome> {
    // A place that cannot be read takes no uploads either.
    if (guarded.reads.isOpen && !isProbe && !recovered.has(guarded)) return 'failed';
    for (const blob of guarded.tier.blobs === null ? [] : blobs) {
      const again = bad.get(guarded)?.has(blob.digest) ?? false;
      const outcome = await offerBlob(context, guarded, blob, { again, isProbe }, inner);
      if (outcome === 'gone' && store.has(blob.digest)) tellBad();
      // Who finds the entry without it buys nothing.
      if (outcome !== 'done' && outcome !== 'refused') return outcome;
    }
    if (entry !== null && text !== null) {
      const given = { entry, blobs, text, isLeft, isProbe };
      if (!(await writeInTurn(guarded, given, inner))) return 'failed';
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
    const mayWrite = entry !== null && context.index && signer !== null;
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
      run: (inner, isProbe) => send(guarded, { ...shared, text, isLeft, isProbe }, inner),
    });
  }

  async function resume(): Promise<void> {
    for (const guarded of tiers) {
      for (const shared of await context.queueOf(guarded).take()) {
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
      await context
        .queueOf(guarded)
        .keep(mine)
        .catch(() => undefined);
    }
    if (left.length > 0) {
      const count = resultsIn(left.map(({ shared }) => shared));
      warnAll('ASSETGEN_UNSHARED', unsharedMessage(count, resultsIn(offered)));
    }
  }

  function tellBad(): void {
    if (isBadTold) return;
    isBadTold = true;
    const message = 'a blob of this machine is corrupt and was not shared: run `assetgen verify`';
    warnAll('ASSETGEN_REMOTE', `shared cache: ${message}`);
  }

  return {
    add: (guarded, shared, text) => upload(guarded, shared, { signed: text ?? null }),
    markBad(guarded, digest) {
      const known = bad.get(guarded) ?? new Set();
      bad.set(guarded, known.add(digest));
    },
    resume() {
      // An unreadable record counts as none.
      resuming ??= resume().catch(() => undefined);
    },
    finish,
  };
}
