import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseRecords, replay } from './journal-record.ts';
import type { JournalRecord } from './journal-record.ts';
import { fileJournal } from './journal.ts';

let root: string;
let own: string;
let shared: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assetgen-journal-'));
  own = join(root, 'own');
  shared = join(root, 'shared');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const sending = (nonce: string): Extract<JournalRecord, { state: 'sending' }> => ({
  state: 'sending',
  nonce,
  asset: 'dragon',
  operation: 'generateModelWithText',
  balance: 100,
});
const accepted = (nonce: string): JournalRecord => ({
  state: 'accepted',
  nonce,
  uuids: [`uuid-${nonce}`],
  points: 20,
  at: 5,
});

describe('fileJournal', () => {
  it('reads what was appended, also in a new process', async () => {
    const journal = fileJournal([own, shared]);
    expect(await journal.read('id-0')).toEqual({ status: 'idle' });
    expect(await journal.claim('id-0', sending('a'))).toBe(true);
    await journal.append('id-0', accepted('a'));
    for (const folders of [[own], [shared], [own, shared]]) {
      expect(await fileJournal(folders).read('id-0')).toMatchObject({
        status: 'accepted',
        acceptance: { uuids: ['uuid-a'], points: 20, at: 5 },
      });
    }
  });

  it('skips a torn line, and the next append is readable', async () => {
    const journal = fileJournal([own]);
    await journal.claim('id-0', sending('a'));
    const file = join(own, 'id-0.jsonl');
    const { length } = await readFile(file);
    await journal.append('id-0', accepted('a'));
    await truncate(file, length + 30);
    expect(await journal.read('id-0')).toMatchObject({ status: 'in-doubt', told: false });
    await journal.append('id-0', accepted('a'));
    expect(await journal.read('id-0')).toMatchObject({ status: 'accepted' });
  });

  it('any cut of the file leaves a state on the way there, never a free one after a claim', async () => {
    const journal = fileJournal([own]);
    await journal.append('id-0', { state: 'planned', asset: 'dragon', operation: 'x' });
    await journal.claim('id-0', sending('a'));
    const file = join(own, 'id-0.jsonl');
    const claimed = (await readFile(file)).length;
    await journal.append('id-0', accepted('a'));
    const bytes = await readFile(file);
    for (let cut = claimed; cut <= bytes.length; cut += 1) {
      const state = replay(parseRecords(bytes.toString('utf8', 0, cut)));
      expect(state.status).not.toBe('idle');
    }
  });

  it('of many that claim at once exactly one may send', async () => {
    for (let round = 0; round < 5; round += 1) {
      const claims = await Promise.all(
        Array.from({ length: 12 }, (_each, index) =>
          fileJournal([own, shared]).claim(`id-${round}`, sending(`n${index}`)),
        ),
      );
      expect(claims.filter(Boolean).length).toBeLessThanOrEqual(1);
    }
  });

  it('of many that claim in one folder one wins', async () => {
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_each, index) =>
        fileJournal([own]).claim('id-0', sending(`n${index}`)),
      ),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('a doubt in another project binds here', async () => {
    await fileJournal([join(root, 'other'), shared]).claim('id-0', sending('a'));
    const here = fileJournal([own, shared]);
    expect(await here.read('id-0')).toMatchObject({ status: 'in-doubt' });
    expect(await here.claim('id-0', sending('b'))).toBe(false);
  });

  it('an acceptance is kept where one of two folders cannot be written', async () => {
    const journal = fileJournal([own, shared]);
    await journal.claim('id-0', sending('a'));
    await rm(shared, { recursive: true });
    await writeFile(shared, 'a file where a folder was');
    await journal.append('id-0', accepted('a'));
    expect(await fileJournal([own]).read('id-0')).toMatchObject({ status: 'accepted' });
  });

  it('an intent that cannot be written is an error, and no intent', async () => {
    await mkdir(own);
    await writeFile(shared, 'a file where a folder should be');
    const journal = fileJournal([own, shared]);
    await expect(journal.claim('id-0', sending('a'))).rejects.toMatchObject({
      code: 'ASSETGEN_JOURNAL',
    });
    expect(await fileJournal([own]).read('id-0')).toEqual({ status: 'idle' });
  });

  it.runIf(process.getuid?.() !== 0)(
    'a shared folder that is read-only shares nothing',
    async () => {
      await mkdir(shared);
      await chmod(shared, 0o500);
      expect(await fileJournal([own, shared]).claim('id-0', sending('a'))).toBe(true);
      await chmod(shared, 0o700);
    },
  );

  it('lines of a later version are left alone', async () => {
    const journal = fileJournal([own]);
    await journal.claim('id-0', sending('a'));
    await appendFile(join(own, 'id-0.jsonl'), '{"state":"archived","nonce":"a"}\nnull\n7\n"x"\n');
    expect(await journal.read('id-0')).toMatchObject({ status: 'in-doubt' });
  });
});

describe('replay', () => {
  const nonce = fc.constantFrom('a', 'b', 'c');
  const record: fc.Arbitrary<JournalRecord> = fc.oneof(
    nonce.map(sending),
    nonce.map(accepted),
    nonce.map((each) => ({ state: 'rejected' as const, nonce: each, code: 'X' })),
    nonce.map((each) => ({ state: 'not-sent' as const, nonce: each, code: 'X' })),
    nonce.map((each) => ({ state: 'ambiguous' as const, nonce: each, code: 'X', balance: null })),
    nonce.map((each) => ({ state: 'abandoned' as const, nonce: each })),
  );

  it('an acceptance goes away only when it is abandoned', () => {
    fc.assert(
      fc.property(fc.array(record), fc.array(record), (before, after) => {
        const state = replay([...before, sending('z'), accepted('z')]);
        fc.pre(state.status === 'accepted' && state.nonce === 'z');
        expect(replay([...before, sending('z'), accepted('z'), ...after])).toEqual(state);
      }),
    );
  });

  it('records of a claim that lost change nothing', () => {
    fc.assert(
      fc.property(fc.array(record), (noise) => {
        const foreign = noise.filter((each) => 'nonce' in each);
        expect(replay([sending('z'), ...foreign, accepted('z')])).toMatchObject({ nonce: 'z' });
      }),
    );
  });

  it('what is written is what is read', () => {
    fc.assert(
      fc.property(fc.array(record), (records) => {
        const text = records.map((each) => `\n${JSON.stringify(each)}\n`).join('');
        expect(parseRecords(text)).toEqual(records);
      }),
    );
  });
});
