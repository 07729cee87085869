import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EMPTY_BALANCE, totalOf } from '../points/balance.ts';
import { createEntry, openFolderLedger, temporaryFolder } from '../testing/folder-ledger.ts';
import { openState, type State } from './open-state.ts';
import { folderRecords } from './records.ts';

/** Left open, it is what a killed process leaves behind; closed when the test ends. */
async function open(data: string): Promise<State> {
  const grant = () => ({ ...EMPTY_BALANCE, permanent: 1000 });
  const state = await openState({ data, now: () => 1000, grant });
  onTestFinished(() => state.ledger.close().catch(() => undefined));
  return state;
}

test('the ledger and the secret are there after a kill, and after a close', async () => {
  const folder = await temporaryFolder();
  const [first, second] = [randomUUID(), randomUUID()];
  const killed = await open(folder);
  expect(await killed.ledger.append(createEntry([first], 30))).toBe('done');
  const closed = await open(folder);
  expect(await closed.ledger.job(first)).toMatchObject({ uuid: first, points: 30 });
  expect(await closed.ledger.append(createEntry([second], 50))).toBe('done');
  await closed.ledger.close();

  const last = await open(folder);
  for (const uuid of [first, second]) expect(await last.ledger.job(uuid)).toMatchObject({ uuid });
  expect(await last.ledger.job(randomUUID())).toBeUndefined();
  expect(totalOf(await last.ledger.balance())).toBe(920);
  expect(last.secret).toEqual(killed.secret);
});

test('a secret that a killed process left half written is written anew', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'secret'), 'half');
  const { secret } = await open(folder);
  expect(secret).toHaveLength(32);
  expect((await open(folder)).secret).toEqual(secret);
});

test('of several processes that find a half-written secret at once, the first decides', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'secret'), 'half');
  const first = new Uint8Array(32).fill(7);
  await writeFile(join(folder, 'secret.again'), first);
  expect(new Uint8Array((await open(folder)).secret)).toEqual(first);
  expect(new Uint8Array(await readFile(join(folder, 'secret')))).toEqual(first);
});

test('processes that open a new folder at once have one secret', async () => {
  const folder = await temporaryFolder();
  const opened = await Promise.all(Array.from({ length: 8 }, () => open(folder)));
  const kept = await readFile(join(folder, 'secret'));
  for (const { secret } of opened) expect(Buffer.from(secret)).toEqual(kept);
});

test('files of any length come back as they were, whole and in parts', async () => {
  const folder = await temporaryFolder();
  const { files } = await open(folder);
  for (const length of [0, 1, 786_432, 2_000_001]) {
    const bytes = new Uint8Array(length).map((_, index) => (index * 31) % 251);
    const digest = await files.putUpload(bytes);
    const other = (await open(folder)).files;
    expect(Buffer.compare((await other.upload(digest)) ?? Buffer.alloc(0), bytes)).toBe(0);
    await files.putMade(digest, bytes, { contentType: 'a/b', extension: 'b' });
    const made = await other.made(digest);
    expect(made).toMatchObject({ size: length, digest, contentType: 'a/b', extension: 'b' });
    if (length < 3) continue;
    const [start, end] = [Math.floor(length / 3), length - 2];
    const part = await new Response(made?.stream(start, end)).arrayBuffer();
    expect(Buffer.compare(Buffer.from(part), bytes.subarray(start, end + 1))).toBe(0);
  }
  expect(await files.upload('00')).toBeUndefined();
});

test('what the disk refuses is thrown, and is not a record that is missing', async () => {
  const blocked = join(await temporaryFolder(), 'file');
  await writeFile(blocked, '');
  const records = folderRecords(blocked);
  await expect(records.get('foo')).rejects.toThrow('ENOTDIR');
  await expect(records.set('foo', '1')).rejects.toThrow();
  await expect(open(join(blocked, 'data'))).rejects.toMatchObject({
    code: 'ASSETGEN_SERVICE_STATE',
  });
});

test('a folder of an earlier version, with records by Keyv, is read from its log', async () => {
  const folder = await temporaryFolder();
  const ledger = await openFolderLedger(folder, { checkpointEvery: 1 });
  const uuid = randomUUID();
  await ledger.append(createEntry([uuid], 30));
  await ledger.close();
  const records = join(folder, 'records');
  const { position } = JSON.parse(await readFile(join(records, 'checkpoint'), 'utf8'));
  await rm(records, { recursive: true });
  await mkdir(records);
  for (const [key, value] of [
    ['checkpoint', JSON.stringify({ position, entries: 2, granted: true, parts: [[0, position]] })],
    [`index/0-${String(position)}`, `\n${uuid} 1`],
  ] as const) {
    const named = `assetgen-service:${key}`;
    const name = createHash('sha256').update(named).digest('hex').slice(0, 40);
    await writeFile(join(records, name), `${JSON.stringify(named)}\n${JSON.stringify({ value })}`);
  }

  const next = await open(folder);
  expect(await next.ledger.job(uuid)).toMatchObject({ uuid, points: 30 });
  expect(totalOf(await next.ledger.balance())).toBe(970);
  await next.ledger.close();
  expect(await readdir(records)).toHaveLength(2);
});
