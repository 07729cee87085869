import { existsSync, mkdtempSync, readFileSync, readdirSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openBlobStore } from '../cas/blob-store.ts';
import { pruneStore } from './prune-store.ts';
import type { PruneRules } from './prune-store.ts';

const HOUR = 3_600_000;
const anywhere = (): void => undefined;

/** A store with blobs of an hour ago, by their texts. */
async function storeOf(...texts: readonly string[]) {
  const dir = mkdtempSync(path.join(tmpdir(), 'prune-'));
  const store = openBlobStore(dir);
  const blobs = await Promise.all(
    texts.map(async (text) => {
      const { digest } = await store.putBytes(Buffer.from(text));
      const file = store.path(digest);
      const then = (Date.now() - HOUR) / 1000;
      utimesSync(file, then, then);
      return { text, digest, file, touch: () => utimesSync(file, new Date(), new Date()) };
    }),
  );
  const prune = (rules: Partial<PruneRules>) => {
    const before = Date.now() - HOUR / 2;
    const given = { isUsed: () => false, olderThan: before, youngest: before, maxBytes: null };
    return pruneStore(dir, { ...given, dryRun: false, guard: anywhere, ...rules });
  };
  return { dir, blobs, prune };
}

const leftIn = (dir: string): string[] => readdirSync(path.join(dir, 'tmp'));

it('deletes what nobody uses, and nothing of a dry run', async () => {
  const { dir, blobs, prune } = await storeOf('one', 'another');
  const [one, another] = blobs;
  const isUsed: PruneRules['isUsed'] = (digest) => digest === one!.digest;
  expect(await prune({ isUsed, dryRun: true })).toEqual({ deleted: 1, kept: 1, bytes: 7 });
  expect(blobs.map(({ file }) => existsSync(file))).toEqual([true, true]);
  expect(await prune({ isUsed })).toEqual({ deleted: 1, kept: 1, bytes: 7 });
  expect([existsSync(one!.file), existsSync(another!.file)]).toEqual([true, false]);
  expect(leftIn(dir)).toEqual([]);
});

it('keeps a blob that was used since it was listed, and does not take it away for a moment', async () => {
  const { dir, blobs, prune } = await storeOf('one', 'another');
  let asked = 0;
  // When the last is asked for, all have been looked at.
  const isUsed = (): boolean => {
    if (++asked === blobs.length) for (const { touch } of blobs) touch();
    return false;
  };
  const moved: string[] = [];
  const guard = (file: string): void => void moved.push(file);
  expect(await prune({ isUsed, guard })).toMatchObject({ deleted: 0, kept: 2 });
  expect(moved).toEqual([]);
  expect(blobs.map(({ file }) => readFileSync(file, 'utf8'))).toEqual(['one', 'another']);
  expect(leftIn(dir)).toEqual([]);
});

it('puts a blob back that is used at the moment when it is taken away', async () => {
  const { dir, blobs, prune } = await storeOf('one');
  const [one] = blobs;
  // Asked right before it is moved.
  const guard = (): void => {
    if (existsSync(one!.file)) one!.touch();
  };
  expect(await prune({ guard })).toMatchObject({ deleted: 0, kept: 1 });
  expect(readFileSync(one!.file, 'utf8')).toBe('one');
  expect(leftIn(dir)).toEqual([]);
});

it('deletes the oldest until the rest takes no more than it may', async () => {
  const { blobs, prune } = await storeOf('old', 'older', 'young');
  const [old, older, young] = blobs;
  const age = (file: string, hours: number): void => {
    const then = (Date.now() - hours * HOUR) / 1000;
    utimesSync(file, then, then);
  };
  age(old!.file, 2);
  age(older!.file, 3);
  young!.touch();
  expect(await prune({ olderThan: 0, maxBytes: 8 })).toMatchObject({ deleted: 1, kept: 2 });
  expect(blobs.map(({ file }) => existsSync(file))).toEqual([true, false, true]);
});
