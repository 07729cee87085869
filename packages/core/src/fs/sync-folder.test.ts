import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createFolderSync } from './sync-folder.ts';

/** A disk that takes its time: each sync ends when it is told to. */
const waiting: ((error: Error | null) => void)[] = [];
let syncFolder: (folder: string) => Promise<void>;
let folder: string;
beforeEach(() => {
  waiting.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'sync-'));
  syncFolder = createFolderSync(
    () =>
      new Promise<void>((resolve, reject) => {
        waiting.push((error) => (error === null ? resolve() : reject(error)));
      }),
  );
});

/** The sync that is under way ends; what it set off has begun. */
async function end(error: Error | null = null): Promise<void> {
  waiting.shift()?.(error);
  await new Promise(setImmediate);
}

it('those who ask while one sync is under way share the next, and return after it alone', async () => {
  const ended: number[] = [];
  for (const number of [0, 1, 2, 3]) void syncFolder(folder).then(() => ended.push(number));
  await new Promise(setImmediate);
  expect(waiting).toHaveLength(1);
  await end();
  expect(ended).toEqual([0]);
  void syncFolder(folder).then(() => ended.push(4));
  expect(waiting).toHaveLength(1);
  await end();
  expect(ended).toEqual([0, 1, 2, 3]);
  await end();
  expect(ended).toEqual([0, 1, 2, 3, 4]);
  expect(waiting).toHaveLength(0);
});

it('one that fails is told to those who wait for it, and to nobody else', async () => {
  const first = syncFolder(folder);
  const second = syncFolder(folder);
  const failed = expect(first).rejects.toThrow('EIO');
  await new Promise(setImmediate);
  await end(Object.assign(new Error('EIO'), { code: 'EIO' }));
  await failed;
  await end();
  await second;
});

it('a folder that cannot be opened has nothing to sync', async () => {
  await syncFolder(join(folder, 'none'));
  expect(waiting).toHaveLength(0);
});
