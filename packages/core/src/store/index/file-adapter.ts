import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ANYWHERE } from '../../fs/link-guard.ts';
import type { PathGuard } from '../../fs/link-guard.ts';
import { whenFilesAreFree } from '../../fs/open-patiently.ts';
import { noneStands, standingIn } from '../../fs/standing-in.ts';
import { SMALL_FILE, readText, readTextIfThere } from '../../fs/read-text.ts';
import { writeSharedSoon } from '../../fs/write-atomic.ts';

/** A Keyv storage adapter that keeps each key in a file of its own. */
export interface FileAdapter {
  readonly opts: Record<string, unknown>;
  /** Set by Keyv: `clear` then removes the keys of this namespace alone. */
  namespace: string | undefined;
  get(key: string): Promise<string | undefined>;
  getMany(keys: readonly string[]): Promise<(string | undefined)[]>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<boolean>;
  deleteMany(keys: readonly string[]): Promise<boolean>;
  has(key: string): Promise<boolean>;
  clear(): Promise<void>;
  /** Whether a file stands for the key; says so without reading it. */
  stands(key: string): boolean;
  /**
   * The same for many keys, of which each folder is listed once.
   *
   * @param keyOf makes the key of a name; where no folder stands, none is made. @default the name
   */
  standMany(names: readonly string[], keyOf?: (name: string) => string): readonly boolean[];
  on(): FileAdapter;
}

/**
 * One small file a key, written atomically: many processes may share the folder without a lock,
 * and a torn write cannot happen. The key stands in the file beside the value, since the name is
 * only its hash; a file that holds another key, or none, is no entry. The disk is not waited for: what
 * a power failure takes is found again by the journal and the lock.
 * The folder is other users' too: a file that cannot be read is a miss.
 */
export function createFileAdapter(dir: string, guard: PathGuard = ANYWHERE): FileAdapter {
  const placeOf = (key: string): readonly [folder: string, name: string] => {
    const hex = hash('sha256', key);
    return [hex.slice(0, 2), hex.slice(2, 34)];
  };
  const fileOf = (key: string): string => path.join(dir, ...placeOf(key));
  const adapter: FileAdapter = {
    opts: { dialect: 'file', url: dir },
    namespace: undefined,
    async get(key) {
      const read = async (): Promise<string | null> => readTextIfThere(fileOf(key), SMALL_FILE);
      const text = await whenFilesAreFree(read).catch(() => null);
      return text?.startsWith(`${key}\n`) === true ? text.slice(key.length + 1) : undefined;
    },
    getMany: (keys) => Promise.all(keys.map((key) => adapter.get(key))),
    async set(key, value) {
      if (key.includes('\n')) throw new TypeError('a key may not hold a line break');
      await writeSharedSoon(fileOf(key), `${key}\n${value}`, guard);
    },
    async delete(key) {
      const existed = await adapter.has(key);
      guard(fileOf(key));
      await rm(fileOf(key), { force: true });
      return existed;
    },
    stands: (key) => statSync(fileOf(key), { throwIfNoEntry: false }) !== undefined,
    standMany(names, keyOf = (name) => name) {
      const isIn = standingIn(dir, names.length);
      if (isIn === noneStands) return names.map(noneStands);
      const folders = new Map<string, (name: string) => boolean>();
      return names.map((each) => {
        const [folder, name] = placeOf(keyOf(each));
        let stands = folders.get(folder);
        if (stands === undefined) {
          stands = isIn(folder) ? standingIn(path.join(dir, folder), names.length) : noneStands;
          folders.set(folder, stands);
        }
        return stands(name);
      });
    },
    async deleteMany(keys) {
      const existed = await Promise.all(keys.map((key) => adapter.delete(key)));
      return existed.includes(true);
    },
    has: async (key) => (await adapter.get(key)) !== undefined,
    async clear() {
      const { namespace } = adapter;
      guard(dir);
      if (namespace === undefined) return rm(dir, { recursive: true, force: true });
      for (const file of await filesBelow(dir)) {
        guard(file);
        const text = await readText(file, SMALL_FILE).catch(() => '');
        if (text.startsWith(`${namespace}:`)) await rm(file, { force: true });
      }
    },
    on: () => adapter,
  };
  return adapter;
}

async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
