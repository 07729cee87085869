import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../jobs/journal/journal-record.ts';
import { trustKeys } from '../store/remote/signing-key.ts';
import { submissionCodec } from './submission-codec.ts';

const ID = `${'f'.repeat(64)}-0`;
const SCOPE = { namespace: '', service: 'service' } as const;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const text = `ed25519:${publicKey.export({ format: 'jwk' }).x ?? ''}`;
const signer = { publicKey: text, privateKey };
const codec = submissionCodec(SCOPE, trustKeys([text]), signer);
const unsigned = submissionCodec(SCOPE, new Map(), null);

const sending: JournalRecord = {
  state: 'sending',
  nonce: 'a',
  asset: 'dragon',
  operation: 'textTo3D',
  balance: null,
};
const accepted: JournalRecord = {
  state: 'accepted',
  nonce: 'a',
  uuids: ['u-1'],
  points: 20,
  at: 5,
};

describe('submissionCodec', () => {
  it('reads what it wrote', () => {
    for (const record of [sending, accepted]) {
      expect(codec.read(ID, codec.write(ID, record))).toEqual(record);
    }
    expect(unsigned.read(ID, unsigned.write(ID, accepted))).toEqual({
      state: 'untrusted',
      nonce: 'a',
    });
  });

  it('reads what an earlier version wrote', () => {
    expect(codec.read(ID, JSON.stringify(sending))).toEqual(sending);
    expect(codec.read(ID, JSON.stringify(accepted))).toEqual({ state: 'untrusted', nonce: 'a' });
  });

  it('a line with any bit changed, cut anywhere, or of another operation is unreadable', () => {
    const line = codec.write(ID, sending);
    const unreadable = { state: 'unreadable' };
    expect(codec.read(`${'e'.repeat(64)}-0`, line)).toEqual(unreadable);
    for (let at = 0; at < line.length; at += 1) {
      expect(codec.read(ID, line.slice(0, at))).toEqual(unreadable);
      const damaged = Buffer.from(line);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      const read = codec.read(ID, damaged.toString('utf8'));
      // Where only the name of its sum is hit, it reads as one of an earlier version: the same.
      if (read?.state !== 'unreadable') expect(read).toEqual(sending);
    }
  });

  it('a damaged acceptance is never another', () => {
    const line = codec.write(ID, accepted);
    for (let at = 0; at < line.length; at += 1) {
      const damaged = Buffer.from(line);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      const read = codec.read(ID, damaged.toString('utf8'));
      if (read?.state === 'accepted') expect(read).toEqual(accepted);
      else expect(['unreadable', 'untrusted']).toContain(read?.state);
    }
  });

  it('leaves a record of a later version alone', () => {
    const line = codec.write(ID, { state: 'archived' } as unknown as JournalRecord);
    expect(codec.read(ID, line)).toBeNull();
  });
});
