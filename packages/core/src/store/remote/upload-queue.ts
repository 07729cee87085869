import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Fingerprint } from '../../brands.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import { ANYWHERE } from '../../fs/link-guard.ts';
import { writeSharedAtomic } from '../../fs/write-atomic.ts';
import type { Clock, StoredBlob } from '../../ports.ts';
import type { Shared } from './upload.ts';

/** Results that are not in one place yet. They outlive the run that made them. */
export interface UploadQueue {
  /** What earlier runs left, each once; what is older than {@link KEPT_MS} is not. */
  take(): Promise<readonly Shared[]>;
  /** Writes down what is left in place of all that was taken. */
  keep(left: readonly Shared[]): Promise<void>;
}

/** A place that takes something never is not asked for ever. Unit: milliseconds. */
const KEPT_MS = 14 * 86_400_000;
/** More are told, and left to `assetgen push`. */
const MOST = 20_000;

/** One file a run, so that several processes may add at once. */
export function fileUploadQueue(
  folder: string,
  clock: Pick<Clock, 'now'>,
  guard: PathGuard = ANYWHERE,
): UploadQueue {
  const taken = new Set<string>();

  async function read(file: string): Promise<readonly Shared[]> {
    try {
      const found = await stat(file);
      if (!found.isFile()) return [];
      taken.add(file);
      if (clock.now() - found.mtimeMs > KEPT_MS) return [];
      const value: unknown = JSON.parse(await readFile(file, 'utf8'));
      return Array.isArray(value) ? value.filter(isShared) : [];
    } catch {
      return [];
    }
  }

  return {
    async take() {
      const names = await readdir(folder).catch(() => []);
      const files = names.filter((name) => name.endsWith('.json')).toSorted();
      const found = new Map<string, Shared>();
      for (const name of files) {
        for (const shared of await read(path.join(folder, name))) {
          found.set(JSON.stringify(shared), shared);
        }
      }
      return [...found.values()].slice(0, MOST);
    },
    async keep(left) {
      if (left.length > 0) {
        const file = path.join(folder, `${randomUUID()}.json`);
        await writeSharedAtomic(file, JSON.stringify(left.slice(0, MOST)), guard);
      }
      for (const file of taken) {
        guard(file);
        await rm(file, { force: true });
      }
      taken.clear();
      // Gone with the last: that it stands says that something is left.
      await rmdir(folder).catch(() => undefined);
    },
  };
}

/** Whether anything may be left in the queue of this folder. */
export function hasUploads(folder: string): boolean {
  return existsSync(folder);
}

function isShared(value: unknown): value is Shared {
  if (typeof value !== 'object' || value === null) return false;
  const { entry, blobs } = value as Partial<Shared>;
  return Array.isArray(blobs) && blobs.every(isBlob) && (entry === null || isEntry(entry));
}

function isBlob(value: unknown): value is StoredBlob {
  const { digest, bytes } = (value ?? {}) as Partial<Record<keyof StoredBlob, unknown>>;
  const isDigest = typeof digest === 'string' && /^sha256-[0-9a-f]{64}$/.test(digest);
  return isDigest && Number.isSafeInteger(bytes);
}

function isEntry(entry: unknown): entry is NonNullable<Shared['entry']> {
  const { name, value } = (entry ?? {}) as Partial<NonNullable<Shared['entry']>>;
  const { kind, fingerprint } = (name ?? {}) as { kind?: unknown; fingerprint?: Fingerprint };
  const isKind = kind === 'recipe' || kind === 'output';
  return isKind && typeof fingerprint === 'string' && typeof value === 'string';
}
