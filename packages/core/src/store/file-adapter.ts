import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeAtomic } from './atomic.ts';

/** A Keyv storage adapter that keeps each key in a file of its own. */
export interface FileAdapter {
  readonly opts: Record<string, unknown>;
  readonly namespace: string | undefined;
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<boolean>;
  clear(): Promise<void>;
  on(): FileAdapter;
}

/**
 * One small file a key, written atomically: many processes may share the folder without a lock,
 * and a torn write cannot happen. The key stands in the file beside the value, since the name is
 * only its hash.
 */
export function createFileAdapter(dir: string): FileAdapter {
  const fileOf = (key: string): string => {
    const hex = createHash('sha256').update(key).digest('hex');
    return path.join(dir, hex.slice(0, 2), hex.slice(2, 34));
  };
  const adapter: FileAdapter = {
    opts: { dialect: 'file', url: dir },
    namespace: undefined,
    async get(key) {
      const text = await readFile(fileOf(key), 'utf8').catch(() => undefined);
      const end = text?.indexOf('\n') ?? -1;
      return text === undefined || text.slice(0, end) !== key ? undefined : text.slice(end + 1);
    },
    async set(key, value) {
      if (key.includes('\n')) throw new TypeError('a key may not hold a line break');
      await writeAtomic(fileOf(key), `${key}\n${value}`);
    },
    async delete(key) {
      const existed = (await adapter.get(key)) !== undefined;
      await rm(fileOf(key), { force: true });
      return existed;
    },
    clear: () => rm(dir, { recursive: true, force: true }),
    on: () => adapter,
  };
  return adapter;
}
