import { lstatSync } from 'node:fs';
import type { Digest } from '../../brands.ts';
import { ANYWHERE } from '../../fs/link-guard.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import { OWN_FILE, readText } from '../../fs/read-text.ts';
import { writeAtomic } from '../../fs/write-atomic.ts';
import { digestFile } from '../../store/cas/digest.ts';

/** size, mtime, ctime, inode: ctime cannot be set back, so a restored mtime does not deceive. */
type Stamp = readonly [number, number, number, number];
type Entry = readonly [...Stamp, Digest];

/** Digests of files by their stamp, so that a warm build hashes nothing. */
export interface StatCache {
  /** The digest where the stamp is known; null where the file has to be hashed; undefined: no file. */
  known(file: string): Digest | null | undefined;
  /** The digest, hashing when the stamp is not known. Rejects when there is no file. */
  digest(file: string): Promise<Digest>;
  /** Remembers the digest of a file that was just written. */
  remember(file: string, digest: Digest): void;
  /** Never rejects: what cannot be saved is hashed again next time. */
  save(): Promise<void>;
}

const VERSION = 1;

/** Opens the cache; a missing or unreadable one is empty, which costs hashing and nothing else. */
export async function openStatCache(path: string, guard: PathGuard = ANYWHERE): Promise<StatCache> {
  const entries = new Map<string, Entry>(await load(path));
  let changed = false;

  const stampOf = (file: string): Stamp | null => {
    try {
      // A link is no file of ours: what it points to may change without a trace here.
      const stat = lstatSync(file, { throwIfNoEntry: false });
      return stat?.isFile() === true ? [stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino] : null;
    } catch {
      return null;
    }
  };
  const lookUp = (file: string, stamp: Stamp): Digest | null => {
    const entry = entries.get(file);
    if (entry === undefined || stamp.some((value, index) => value !== entry[index])) return null;
    return entry[4];
  };
  const store = (file: string, stamp: Stamp, digest: Digest): void => {
    // Spread, a list keeps room for 17 more.
    entries.set(file, [stamp[0], stamp[1], stamp[2], stamp[3], digest]);
    changed = true;
  };
  return {
    known(file) {
      const stamp = stampOf(file);
      return stamp === null ? undefined : lookUp(file, stamp);
    },
    async digest(file) {
      const before = stampOf(file);
      const known = before === null ? null : lookUp(file, before);
      if (known !== null) return known;
      const digest = await digestFile(file);
      // A file that changed while it was read is hashed again next time.
      const after = stampOf(file);
      if (before !== null && after !== null && before.every((value, i) => value === after[i])) {
        store(file, after, digest);
      }
      return digest;
    },
    remember(file, digest) {
      const stamp = stampOf(file);
      if (stamp !== null) store(file, stamp, digest);
    },
    async save() {
      if (!changed) return;
      changed = false;
      const standing = [...entries].filter(([file]) => stampOf(file) !== null);
      const files = Object.fromEntries(standing.sort(([a], [b]) => (a < b ? -1 : 1)));
      const text = `${JSON.stringify({ version: VERSION, files })}\n`;
      await writeAtomic(path, text, guard).catch(() => undefined);
    },
  };
}

function isEntry(entry: [string, unknown]): entry is [string, Entry] {
  const value = entry[1];
  return (
    Array.isArray(value) && value.length === 5 && /^sha256-[0-9a-f]{64}$/.test(String(value[4]))
  );
}

async function load(path: string): Promise<[string, Entry][]> {
  try {
    const value = JSON.parse(await readText(path, OWN_FILE)) as {
      version?: number;
      files?: Record<string, unknown>;
    };
    return value.version === VERSION ? Object.entries(value.files ?? {}).filter(isEntry) : [];
  } catch {
    return [];
  }
}
