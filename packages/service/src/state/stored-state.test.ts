import { randomUUID } from 'node:crypto';
import { Keyv } from 'keyv';
import { expect, test } from 'vitest';
import { EMPTY_BALANCE, totalOf } from '../points/balance.ts';
import { createEntry } from '../testing/folder-ledger.ts';
import { openState, openStateIn, type State } from './open-state.ts';
import { openStoredPlace } from './place.ts';
import { keyvStore, schemeOf } from './text-store.ts';

/** A database that outlives the services which open it. */
function database(): { open(): Promise<State>; readonly content: Map<string, unknown> } {
  const content = new Map<string, unknown>();
  return {
    content,
    open: () =>
      openStoredPlace(keyvStore(new Keyv({ store: content, throwOnErrors: true }))).then((place) =>
        openStateIn(place, {
          now: () => 1000,
          grant: () => ({ ...EMPTY_BALANCE, permanent: 1000 }),
          checkpointEvery: 2,
        }),
      ),
  };
}

test('the ledger is there after a kill, and after a close', async () => {
  const { open } = database();
  const [first, second] = [randomUUID(), randomUUID()];
  const killed = await open();
  expect(await killed.ledger.append(createEntry([first], 30))).toBe('done');
  const closed = await open();
  expect(await closed.ledger.job(first)).toMatchObject({ uuid: first, points: 30 });
  expect(await closed.ledger.append(createEntry([second], 50))).toBe('done');
  await closed.ledger.close();

  const last = await open();
  for (const uuid of [first, second]) expect(await last.ledger.job(uuid)).toMatchObject({ uuid });
  expect(await last.ledger.job(randomUUID())).toBeUndefined();
  expect(totalOf(await last.ledger.balance())).toBe(920);
  expect(last.secret).toEqual(killed.secret);
});

test('files of any length come back as they were, whole and in parts', async () => {
  const { open } = database();
  const { files } = await open();
  for (const length of [0, 1, 786_432, 2_000_001]) {
    const bytes = new Uint8Array(length).map((_, index) => (index * 31) % 251);
    const digest = await files.putUpload(bytes);
    const other = (await open()).files;
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

test('a service that another one took the database from charges nothing more', async () => {
  const { open } = database();
  const [older, newer] = [await open(), await open()];
  await expect(older.ledger.append(createEntry([randomUUID()], 30))).rejects.toMatchObject({
    message: expect.stringContaining('Another process'),
  });
  const uuid = randomUUID();
  expect(await newer.ledger.append(createEntry([uuid], 30))).toBe('done');
  expect(await older.ledger.job(uuid, true)).toMatchObject({ uuid });
});

test('a batch that comes late overwrites no other', async () => {
  const { open, content } = database();
  const { ledger } = await open();
  await ledger.balance();
  const set = content.set.bind(content);
  let late = (): void => {};
  content.set = (key, value) => {
    late = () => void set(key, value);
    throw new Error('no answer');
  };
  const [doubtful, next] = [randomUUID(), randomUUID()];
  await expect(ledger.append(createEntry([doubtful], 30))).rejects.toThrow('no answer');
  content.set = set;
  expect(await ledger.append(createEntry([next], 50))).toBe('done');
  late();
  const { ledger: after } = await open();
  for (const uuid of [doubtful, next]) expect(await after.job(uuid)).toMatchObject({ uuid });
  expect(totalOf(await after.balance())).toBe(920);
});

test('a database that drops a write is told', async () => {
  const { open, content } = database();
  const { ledger } = await open();
  await ledger.balance();
  content.set = () => content;
  await expect(ledger.append(createEntry([randomUUID()], 1))).rejects.toMatchObject({
    code: 'ASSETGEN_SERVICE_STATE',
  });
});

test('a URL without its adapter says what to install', async () => {
  const options = { now: () => 0, grant: () => EMPTY_BALANCE };
  await expect(openState({ data: 'mysql://127.0.0.1:1/x', ...options })).rejects.toMatchObject({
    code: 'ASSETGEN_SERVICE_STATE',
    hint: expect.stringContaining('npm install @keyv/mysql'),
  });
  await expect(openState({ data: 'gopher://x', ...options })).rejects.toMatchObject({
    message: expect.stringContaining('gopher'),
  });
});

test.each([
  ['redis://host', 'redis'],
  ['./folder', undefined],
  ['/folder', undefined],
  ['C:\\folder', undefined],
  ['C://folder', undefined],
])('%s', (data, scheme) => {
  expect(schemeOf(data)).toBe(scheme);
});
