import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Fingerprint } from '../../brands.ts';
import { inspectJournals } from './inspect-journals.ts';
import { fileJournal } from './journal.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'inspect-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

it.each([4, 3_000])('tells of %d purchases what stands in either copy', async (count) => {
  const folders = [join(root, 'own'), join(root, 'shared')] as const;
  const recipes = Array.from({ length: count }, (_, index) =>
    String(index).padStart(64, '0'),
  ) as Fingerprint[];
  const sent = { state: 'sending', nonce: 'a', asset: 'x', operation: 'o', balance: 1 } as const;
  const paid = { state: 'accepted', nonce: 'a', uuids: ['u'], points: 20, at: 5 } as const;
  for (const [at, folder] of folders.entries()) {
    const journal = fileJournal([folder]);
    await journal.claim(`${recipes[at]}-0`, sent);
    await journal.append(`${recipes[at]}-0`, paid);
  }
  const both = fileJournal(folders);
  await both.claim(`${recipes[2]}-0`, sent);
  await both.claim(`${recipes[3]}-0`, sent);
  await truncate(join(folders[0], `${recipes[3]}-0.jsonl`), 0);

  const found = await inspectJournals(
    folders,
    recipes.map((recipe) => ({ recipe, ordinal: 0 })),
  );
  expect(found).toHaveLength(count);
  expect(found.slice(0, 4)).toMatchObject([
    { status: 'accepted', uuids: ['u'] },
    { status: 'accepted', uuids: ['u'] },
    { status: 'ambiguous', asset: 'x' },
    { status: 'ambiguous' },
  ]);
  expect(found.slice(4).every(({ status }) => status === 'none')).toBe(true);
  // The second purchase of a recipe has a journal of its own.
  const second = recipes.slice(0, 4).map((recipe) => ({ recipe, ordinal: 1 }));
  expect(await inspectJournals(folders, second)).toEqual(second.map(() => ({ status: 'none' })));
});
