import { appendFile, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { totalOf } from '../points/balance.ts';
import { createEntry, openFolderLedger, temporaryFolder } from '../testing/folder-ledger.ts';
import { ledgerFile, openDataFolder } from './data-folder.ts';
import type { StoredCheckpoint } from './ledger-archive.ts';
import type { Ledger } from './ledger.ts';

async function storedCheckpoint(folder: string): Promise<StoredCheckpoint> {
  const { records } = await openDataFolder(folder);
  return JSON.parse((await records.get('checkpoint')) ?? 'null') as StoredCheckpoint;
}

const left = async (ledger: Ledger): Promise<number> => totalOf(await ledger.balance());
const uuids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

test('what was charged before a kill is there after it', async () => {
  const folder = await temporaryFolder();
  const killed = await openFolderLedger(folder);
  const [uuid = ''] = uuids(1);
  expect(await killed.append(createEntry([uuid], 30))).toBe('done');

  const next = await openFolderLedger(folder, { points: 5 });
  expect(await next.job(uuid)).toMatchObject({ uuid, points: 30, spec: { kind: 'picture' } });
  expect(await left(next)).toBe(970);
});

test('a line that a kill tore is skipped, and the next entry is readable', async () => {
  const folder = await temporaryFolder();
  const killed = await openFolderLedger(folder);
  const [first = '', torn = '', last = ''] = uuids(3);
  await killed.append(createEntry([first], 10));
  const line = JSON.stringify(createEntry([torn], 10));
  for (const length of [1, line.length - 1]) {
    await appendFile(ledgerFile(folder), `\n${line.slice(0, length)}`);
    const next = await openFolderLedger(folder);
    expect(await next.job(torn)).toBeUndefined();
    const after = `${last.slice(0, -1)}${length % 10}`;
    expect(await next.append(createEntry([after], 1))).toBe('done');
    expect(await (await openFolderLedger(folder)).job(after)).toBeDefined();
  }
  expect(await left(await openFolderLedger(folder))).toBe(988);
});

test('two processes never spend the same points', async () => {
  const folder = await temporaryFolder();
  const ledgers = [
    await openFolderLedger(folder, { points: 100 }),
    await openFolderLedger(folder, { points: 100 }),
  ];
  const decisions = await Promise.all(
    Array.from({ length: 40 }, (_, index) => ledgers[index % 2]?.append(createEntry(uuids(1), 10))),
  );
  expect(decisions.filter((decision) => decision === 'done')).toHaveLength(10);
  expect(decisions.filter((decision) => decision === 'points')).toHaveLength(30);
  for (const ledger of [...ledgers, await openFolderLedger(folder)]) {
    expect(await left(ledger)).toBe(0);
  }
});

test('one conversion is charged once, whichever process asks', async () => {
  const folder = await temporaryFolder();
  const [a, b] = [await openFolderLedger(folder), await openFolderLedger(folder)];
  const [uuid = ''] = uuids(1);
  await a.append(createEntry([uuid], 0));
  const convert = (id: string) =>
    ({ t: 'convert', id, at: 1, points: 10, uuid, conversion: 'obj@2' }) as const;
  const decisions = await Promise.all([a.append(convert('1')), b.append(convert('2'))]);
  expect(decisions.sort()).toEqual(['done', 'taken']);

  const { id } = (await a.job(uuid, true))?.conversions['obj@2']?.charges[0] ?? { id: '' };
  const fail = (name: string) =>
    ({ t: 'fail', id: name, at: 2, uuid, charge: id, conversion: 'obj@2', message: 'm' }) as const;
  expect(await b.append(fail('f1'))).toBe('done');
  expect(await a.append(fail('f2'))).toBe('taken');
  expect(await left(a)).toBe(1000);
  expect(await b.append(convert('3'))).toBe('done');
  expect(await left(await openFolderLedger(folder))).toBe(990);
});

test('a checkpoint shortens the replay and loses nothing', async () => {
  const folder = await temporaryFolder();
  const ledger = await openFolderLedger(folder, { checkpointEvery: 10 });
  const all = uuids(60);
  for (const uuid of all) await ledger.append(createEntry([uuid], 3));
  const fail = { id: 'f', at: 1, charge: null, conversion: null, message: 'no' };
  await ledger.append({ t: 'fail', ...fail, uuid: all[0] ?? '' });
  await ledger.close();

  const { position, entries, parts } = await storedCheckpoint(folder);
  const rest = (await readFile(ledgerFile(folder))).subarray(position).toString();
  expect(rest.split('\n').filter((line) => line !== '').length).toBe(62 - entries);
  expect(62 - entries).toBeLessThan(10);
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.at(-1)?.[1]).toBe(position);
  const next = await openFolderLedger(folder);
  expect(await left(next)).toBe(1000 - 59 * 3);
  for (const uuid of all) expect(await next.job(uuid)).toMatchObject({ uuid });
  expect(await next.job(all[0] ?? '')).toMatchObject({ failure: { message: 'no' } });
  expect(await next.job(randomUUID())).toBeUndefined();
});

test('records that are gone or broken only mean a longer replay, or are told', async () => {
  const folder = await temporaryFolder();
  const ledger = await openFolderLedger(folder, { checkpointEvery: 1 });
  const [uuid = ''] = uuids(1);
  await ledger.append(createEntry([uuid], 3));
  await ledger.close();
  const records = join(folder, 'records');
  for (const name of await readdir(records)) {
    if (name.startsWith('index-')) await rm(join(records, name));
  }
  const told = await openFolderLedger(folder);
  await expect(told.job(uuid)).rejects.toMatchObject({ code: 'ASSETGEN_SERVICE_STATE' });
  for (const name of await readdir(records)) await writeFile(join(records, name), '"assetg');
  expect(await left(await openFolderLedger(folder))).toBe(997);
  await rm(records, { recursive: true });
  expect(await (await openFolderLedger(folder)).job(uuid)).toBeDefined();
});

test('what a killed process had not indexed is indexed by the next one', async () => {
  const folder = await temporaryFolder();
  const all = uuids(30);
  for (const uuid of all) {
    // Opened anew for each, and never closed: as killed after each create.
    const ledger = await openFolderLedger(folder, { checkpointEvery: 4 });
    expect(await ledger.append(createEntry([uuid], 3))).toBe('done');
    if (all.indexOf(uuid) % 5 === 4) await ledger.close();
  }
  const next = await openFolderLedger(folder);
  for (const uuid of all) expect(await next.job(uuid)).toMatchObject({ uuid });
  expect(await left(next)).toBe(1000 - 30 * 3);
});

test('checkpoints of two processes undo nothing of each other', async () => {
  const folder = await temporaryFolder();
  const a = await openFolderLedger(folder, { checkpointEvery: 3 });
  const b = await openFolderLedger(folder, { checkpointEvery: 4 });
  const all = uuids(50);
  await Promise.all(
    all.map((uuid, index) => (index % 2 === 0 ? a : b).append(createEntry([uuid], 2))),
  );
  const [late = ''] = uuids(1);
  await b.append(createEntry([late], 2));
  await b.close();
  await a.close();
  const next = await openFolderLedger(folder);
  for (const uuid of [...all, late]) expect(await next.job(uuid)).toBeDefined();
  expect(await left(next)).toBe(1000 - 51 * 2);
});

test('which asking for a spec this is outlives a kill and a checkpoint, and is given once', async () => {
  const folder = await temporaryFolder();
  const { spec } = createEntry(uuids(1), 0);
  const create = async (ledger: Ledger): Promise<number> => {
    const take = await ledger.nextTake(spec);
    await ledger.append({ ...createEntry(uuids(1), 1), take });
    return take;
  };
  const killed = await openFolderLedger(folder);
  expect([await create(killed), await create(killed)]).toEqual([0, 1]);
  const kept = await openFolderLedger(folder, { checkpointEvery: 1 });
  expect(await create(kept)).toBe(2);
  await kept.close();
  expect((await storedCheckpoint(folder)).entries).toBe(4);

  const next = await openFolderLedger(folder);
  expect(await Promise.all([create(next), create(next), create(next)])).toEqual([3, 4, 5]);
  expect(await next.nextTake({ ...spec, kind: 'picture', prompt: 'q' } as typeof spec)).toBe(0);
});
