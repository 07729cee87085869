import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FINGERPRINT, modelRequest, workbench } from '../testing/workbench.ts';
import { parseRecords, replay, replayDamaged } from './journal-record.ts';
import type { JournalRecord, OperationState } from './journal-record.ts';
import { parseJournal, recordLine, sealLine } from './journal-text.ts';
import { fileJournal } from './journal.ts';

const ID = `${FINGERPRINT}-0`;
const UUID = '6e2f0c1e-4f0f-4c55-9a55-0b6d1f1f9d10';
const planned: JournalRecord = { state: 'planned', asset: 'dragon', operation: 'textTo3D' };
const sending = (nonce: string): Extract<JournalRecord, { state: 'sending' }> => ({
  state: 'sending',
  nonce,
  asset: 'dragon',
  operation: 'textTo3D',
  balance: 100,
});
const ended = (state: 'not-sent' | 'rejected', nonce: string): JournalRecord => ({
  state,
  nonce,
  code: 'ASSETGEN_RATE_LIMIT',
});
const ambiguous = (nonce: string): JournalRecord => ({
  state: 'ambiguous',
  nonce,
  code: 'ASSETGEN_RESPONSE',
  balance: 80,
});
const accepted = (nonce: string): JournalRecord => ({
  state: 'accepted',
  nonce,
  uuids: [UUID],
  points: 20,
  at: 5,
});

/** What may stand in a journal where something was sent, and nobody gave it up. */
const BOUGHT: Readonly<Record<string, readonly JournalRecord[]>> = {
  accepted: [planned, sending('a'), accepted('a')],
  'accepted after a 429': [
    planned,
    sending('a'),
    ended('rejected', 'a'),
    sending('b'),
    accepted('b'),
  ],
  killed: [planned, sending('a')],
  'killed at the second try': [
    planned,
    sending('a'),
    ended('not-sent', 'a'),
    planned,
    sending('b'),
  ],
  'no answer': [planned, sending('a'), ambiguous('a')],
  resubmitted: [
    planned,
    sending('a'),
    ambiguous('a'),
    { state: 'abandoned', nonce: 'a' },
    planned,
    sending('b'),
    accepted('b'),
  ],
};

function textOf(records: readonly JournalRecord[], sealed = records.length): string {
  const lines = records.map((record, seq) => `\n${recordLine(record, seq, ID)}\n`);
  return sealLine(sealed, ID) + lines.join('');
}

function stateOf(bytes: Uint8Array): OperationState {
  const { records, damage } = parseJournal(Buffer.from(bytes).toString('utf8'), ID);
  return replayDamaged(records, damage, 'a file');
}

type Damaging = (bytes: Buffer) => Buffer;

const flip =
  (at: number, bit: number): Damaging =>
  (bytes) => {
    const damaged = Buffer.from(bytes);
    damaged[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit);
    return damaged;
  };
const cut =
  (at: number): Damaging =>
  (bytes) =>
    bytes.subarray(0, at % bytes.length);
const zero =
  (at: number, length: number): Damaging =>
  (bytes) => {
    const start = at % bytes.length;
    return Buffer.from(bytes).fill(0, start, Math.min(bytes.length, start + length));
  };
const dropLine =
  (at: number): Damaging =>
  (bytes) => {
    const lines = bytes.toString('latin1').split('\n');
    const full = lines.flatMap((line, index) => (line === '' ? [] : [index]));
    lines.splice(full[at % Math.max(1, full.length)] ?? 0, 1);
    return Buffer.from(lines.join('\n'), 'latin1');
  };
const garbage =
  (at: number, noise: Uint8Array): Damaging =>
  (bytes) => {
    const start = at % bytes.length;
    return Buffer.concat([bytes.subarray(0, start), noise, bytes.subarray(start + noise.length)]);
  };

describe.each(Object.entries(BOUGHT))('a damaged journal: %s', (_name, records) => {
  const whole = Buffer.from(textOf(records));

  it('says what it says, undamaged', () => {
    expect(stateOf(whole)).toEqual(replay(records));
    expect(stateOf(whole).status).not.toBe('idle');
  });

  it('any bit, any cut, any zeroed block, any line: never free', () => {
    const damages: Damaging[] = [];
    for (let at = 0; at < whole.length; at += 1) {
      damages.push(cut(at), zero(at, 1), zero(at, 64), zero(at - (at % 512), 512));
      for (let bit = 0; bit < 8; bit += 1) damages.push(flip(at, bit));
    }
    for (let line = 0; line <= records.length; line += 1) damages.push(dropLine(line));
    for (const damage of damages) {
      const bytes = damage(whole);
      if (stateOf(bytes).status === 'idle') expect(bytes.toString('latin1')).toBe('in doubt');
    }
  });

  it('no number of damages makes it free, and a UUID is never another', () => {
    const at = fc.nat(whole.length - 1);
    const damage = fc.oneof(
      fc.tuple(at, fc.nat(7)).map(([offset, bit]) => flip(offset, bit)),
      at.map(cut),
      fc.tuple(at, fc.integer({ min: 1, max: 600 })).map(([offset, size]) => zero(offset, size)),
      fc.nat(9).map(dropLine),
      fc
        .tuple(at, fc.uint8Array({ minLength: 1, maxLength: 40 }))
        .map(([offset, noise]) => garbage(offset, noise)),
    );
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
        let bytes: Buffer = whole;
        for (const each of damages) if (bytes.length > 0) bytes = each(bytes);
        const state = stateOf(bytes);
        if (state.status === 'idle') expect(bytes.toString('latin1')).toBe('in doubt');
        if (state.status === 'accepted') expect(state.acceptance.uuids).toEqual([UUID]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('what a crash leaves is no damage', () => {
  const free = [planned, sending('a'), ended('rejected', 'a')];

  it.each([
    ['an intent', [], planned, 'idle'],
    ['a second intent', free, planned, 'idle'],
    ['a claim', [planned], sending('a'), 'idle'],
    ['a second claim', free, sending('b'), 'idle'],
    ['an outcome', [planned, sending('a')], accepted('a'), 'in-doubt'],
    [
      'an acceptance of a loss',
      [planned, sending('a')],
      { state: 'abandoned', nonce: 'a' },
      'in-doubt',
    ],
  ] as const)('torn at any byte: %s', (_name, before, record, expected) => {
    const start = textOf(before);
    const line = `\n${recordLine(record, before.length, ID)}\n`;
    for (let torn = 0; torn < line.length - 1; torn += 1) {
      expect(stateOf(Buffer.from(start + line.slice(0, torn)))).toMatchObject({ status: expected });
      // Space that the file system gave, and that nothing was written to.
      const zeros = '\0'.repeat(line.length - torn);
      const state = stateOf(Buffer.from(start + line.slice(0, torn) + zeros));
      expect(state).toMatchObject({ status: expected });
      expect(state).not.toHaveProperty('damaged');
    }
  });

  it('and what is appended behind it counts', () => {
    const torn = recordLine(sending('a'), 1, ID).slice(0, 50);
    const text = `${textOf([planned])}\n${torn}\n${recordLine(sending('b'), 1, ID)}\n`;
    expect(stateOf(Buffer.from(text))).toMatchObject({ status: 'in-doubt', nonce: 'b' });
  });

  it('a record that stands, and is not sealed yet', () => {
    expect(stateOf(Buffer.from(textOf(free, 2)))).toEqual({ status: 'idle' });
  });
});

describe('a journal of an earlier version', () => {
  const old = (records: readonly JournalRecord[]): string =>
    records.map((record) => `\n${JSON.stringify(record)}\n`).join('');

  it.each(Object.entries(BOUGHT))('is read: %s', (_name, records) => {
    expect(stateOf(Buffer.from(old(records)))).toEqual(replay(records));
  });

  it('is continued', () => {
    const text = `${old([planned, sending('a'), ended('rejected', 'a')])}\n${recordLine(sending('b'), 0, ID)}\n`;
    expect(stateOf(Buffer.from(text))).toMatchObject({ status: 'in-doubt', nonce: 'b' });
  });

  it('free, with a torn intent: still free', () => {
    const text = `${old([planned, sending('a'), ended('rejected', 'a')])}\n{"state":"planned","ass`;
    expect(stateOf(Buffer.from(text))).toEqual({ status: 'idle' });
  });

  it.each(Object.entries(BOUGHT))(
    'any bit of a line that tells of a claim: %s',
    (_name, records) => {
      const bytes = Buffer.from(old(records));
      for (let at = 0; at < bytes.length; at += 1) {
        for (let bit = 0; bit < 8; bit += 1) {
          const damaged = flip(at, bit)(bytes);
          if (stateOf(damaged).status === 'idle')
            expect(damaged.toString('latin1')).toBe('in doubt');
        }
      }
    },
  );

  it('reads what this version writes', () => {
    for (const records of Object.values(BOUGHT)) {
      expect(parseRecords(textOf(records))).toEqual(records);
    }
  });
});

describe('both copies', () => {
  let root: string;
  let folders: readonly [string, string];
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'assetgen-damage-'));
    folders = [join(root, 'own'), join(root, 'shared')];
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  async function write(records: readonly JournalRecord[]): Promise<void> {
    const journal = fileJournal(folders);
    for (const record of records) {
      if (record.state === 'sending') expect(await journal.claim(ID, record)).toBe(true);
      else await journal.append(ID, record);
    }
  }
  const files = (): readonly string[] => folders.map((folder) => join(folder, `${ID}.jsonl`));

  it('are written as they are read', async () => {
    for (const records of Object.values(BOUGHT)) {
      await write(records);
      for (const file of files()) {
        expect(parseJournal(await readFile(file, 'utf8'), ID)).toEqual({
          records,
          damage: null,
          sealed: records.length,
          next: records.length,
        });
        await rm(file);
      }
    }
  });

  // One copy may be away: the other is damaged in its place.
  const KINDS: Readonly<Record<string, (file: string, at: number, copy: number) => Promise<void>>> =
    {
      bit: async (file, at) => writeFile(file, flip(at * 37, at % 8)(await readFile(file))),
      cut: async (file, at) => truncate(file, (at * 53) % (await stat(file)).size),
      empty: (file) => truncate(file, 0),
      zeros: async (file, at) => writeFile(file, zero(at * 41, 128)(await readFile(file))),
      'all zeros': async (file) => writeFile(file, (await readFile(file)).fill(0)),
      line: async (file, at) => writeFile(file, dropLine(at)(await readFile(file))),
      'another journal': (file) =>
        writeFile(file, textOf([planned]).replaceAll(/"sum":"./g, '"sum":"0')),
      folder: (file) =>
        rm(file)
          .then(() => mkdir(file))
          .then(() => undefined),
      'gone, and the other cut': async (file, at, copy) =>
        copy === 0 ? rm(file) : truncate(file, (at * 53) % (await stat(file)).size),
      'cut, and the other gone': async (file, at, copy) =>
        copy === 1 ? rm(file) : truncate(file, (at * 53) % (await stat(file)).size),
      'gone, and a folder': (file, _at, copy) =>
        copy === 0
          ? rm(file)
          : rm(file)
              .then(() => mkdir(file))
              .then(() => undefined),
    };

  it.each(Object.keys(KINDS))('damaged (%s): no claim wins', async (kind) => {
    for (const records of Object.values(BOUGHT)) {
      for (const at of [1, 5, 9]) {
        await rm(root, { recursive: true, force: true });
        await write(records);
        for (const [copy, file] of files().entries()) await KINDS[kind]?.(file, at, copy);
        const journal = fileJournal(folders);
        expect((await journal.read(ID)).status).not.toBe('idle');
        // A folder in place of a file cannot be appended to: an error, and no claim either.
        const won = await journal.claim(ID, sending('z')).catch(() => false);
        expect(won).toBe(false);
        expect((await journal.read(ID)).status).not.toBe('idle');
      }
    }
  });

  it.each(['cut', 'empty', 'all zeros', 'folder', 'gone, and a folder'])(
    'damaged (%s): who accepts the loss is free again, once',
    async (kind) => {
      await write(BOUGHT['killed at the second try'] ?? []);
      for (const [copy, file] of files().entries()) await KINDS[kind]?.(file, 3, copy);
      const journal = fileJournal(folders);
      const state = await journal.read(ID);
      if (state.status !== 'in-doubt') throw new Error(state.status);
      await journal.append(ID, { state: 'abandoned', nonce: state.nonce });
      expect(await journal.read(ID)).toEqual({ status: 'idle' });
      expect(await journal.claim(ID, sending('z'))).toBe(true);
      await journal.append(ID, accepted('z'));
      expect(await fileJournal(folders).read(ID)).toMatchObject({ status: 'accepted', nonce: 'z' });
    },
  );

  it('a damage that comes after an accepted one is a new doubt', async () => {
    await write(BOUGHT['killed at the second try'] ?? []);
    const journal = fileJournal(folders);
    for (const file of files()) await truncate(file, 300);
    const first = await journal.read(ID);
    await journal.append(ID, {
      state: 'abandoned',
      nonce: first.status === 'in-doubt' ? first.nonce : '',
    });
    expect(await journal.claim(ID, sending('z'))).toBe(true);
    for (const file of files()) {
      const text = await readFile(file, 'utf8');
      await truncate(file, text.indexOf('"state":"sending","nonce":"z"'));
    }
    expect(await journal.read(ID)).toMatchObject({
      status: 'in-doubt',
      damaged: expect.any(String),
    });
  });

  it('the first record comes with its file, whole and sealed', async () => {
    const journal = fileJournal(folders);
    expect(await journal.claim(ID, sending('a'))).toBe(true);
    for (const file of files()) {
      const text = await readFile(file, 'utf8');
      expect(parseJournal(text, ID)).toMatchObject({ sealed: 1, next: 1, damage: null });
      // Nothing was appended to it or written over: the line is in the file that was linked.
      expect(text).toBe(`${sealLine(1, ID)}\n${recordLine(sending('a'), 0, ID)}\n`);
    }
  });

  it('many that append at once damage nothing', async () => {
    const journals = Array.from({ length: 12 }, () => fileJournal(folders));
    await Promise.all(journals.map((each, index) => each.claim(ID, sending(`n${index}`))));
    for (const file of files()) {
      expect(parseJournal(await readFile(file, 'utf8'), ID).damage).toBeNull();
    }
  });
});

describe('a build', () => {
  it('with damaged journals sends nothing, and says what is damaged; --resubmit sends once', async () => {
    const bench = await workbench();
    try {
      await bench.clock.run(bench.engine().obtain(modelRequest()));
      expect(bench.creates()).toBe(1);
      for (const folder of ['journal', 'locks']) {
        await truncate(join(bench.folder, folder, `${ID}.jsonl`), 150);
      }
      const error = await bench.clock
        .run(bench.engine().obtain(modelRequest()))
        .catch((reason: Error) => reason);
      expect(error).toMatchObject({
        code: 'ASSETGEN_AMBIGUOUS',
        message: expect.stringContaining('the journal of paid submissions is damaged'),
        hint: expect.stringContaining('--resubmit dragon'),
      });
      expect(bench.creates()).toBe(1);
      await bench.clock.run(bench.engine().obtain(modelRequest({ resubmit: true })));
      await bench.clock.run(bench.engine().obtain(modelRequest()));
      expect(bench.creates()).toBe(2);
    } finally {
      await bench.close();
    }
  });
});
