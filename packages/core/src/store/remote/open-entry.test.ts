import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, statSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fingerprint } from '../../brands.ts';
import { printPublicKey, printSecretKey } from '../../key-text.ts';
import { createBreaker } from './breaker.ts';
import { entryKey, openEntry, signEntry } from './open-entry.ts';
import { createSigningKey, loadSigningKey, readSigningKey, trustKeys } from './signing-key.ts';

const key = readSigningKey(printSecretKey(randomBytes(32), 'ann of the team'), 'test');
const trusted = trustKeys([`${key.publicKey} ann`]);
const scope = { namespace: 'a', service: 'service' } as const;
const name = { kind: 'recipe', fingerprint: 'f'.repeat(64) as Fingerprint } as const;

describe('entries', () => {
  it('open by the key that signed them, for their scope and name alone', () => {
    const text = signEntry(scope, name, 'value', key);
    expect(openEntry(text, scope, name, trusted)).toEqual({ status: 'good', value: 'value' });
    for (const [otherScope, otherName] of [
      [{ ...scope, namespace: 'b' }, name],
      [{ ...scope, service: 'local' as const }, name],
      [scope, { ...name, kind: 'output' as const }],
      [scope, { ...name, fingerprint: 'e'.repeat(64) as Fingerprint }],
    ] as const) {
      const opened = openEntry(text, otherScope, otherName, trusted);
      expect(opened).toEqual({ status: 'forged', key: key.publicKey });
      expect(entryKey(otherScope, otherName)).not.toBe(entryKey(scope, name));
    }
    expect(openEntry(text, scope, name, new Map()).status).toBe('untrusted');
  });

  it('no two lists of parts are the same message', () => {
    const parts = (namespace: string, fingerprint: string) =>
      entryKey(
        { namespace, service: 'local' },
        { ...name, fingerprint: fingerprint as Fingerprint },
      );
    expect(parts('ab', 'c')).not.toBe(parts('a', 'bc'));
    expect(parts('', 'localrecipe')).not.toBe(parts('local', 'recipe'));
  });

  it('a key of another program has the same text for the same bytes', () => {
    const pair = generateKeyPairSync('ed25519');
    const { x = '', d = '' } = pair.privateKey.export({ format: 'jwk' });
    const read = readSigningKey(`ed25519-secret:${d}`, 'test');
    expect(read.publicKey).toBe(`ed25519:${x}`);
    expect(printPublicKey(Buffer.from(x, 'base64url'), 'ci')).toBe(`ed25519:${x} ci`);
  });
});

describe('key files', () => {
  it('belong to their owner alone, are never written over, and refused where others may read', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'keys-')), 'deep/signing-key');
    expect(await loadSigningKey(file)).toBeNull();
    const made = await createSigningKey(file, 'ann');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const read = await loadSigningKey(file);
    expect(read).toMatchObject({ publicKey: made.publicKey, comment: 'ann' });
    const text = await readFile(file, 'utf8');
    await expect(createSigningKey(file, 'eve')).rejects.toMatchObject({
      code: 'ASSETGEN_SIGNING_KEY',
      message: expect.stringContaining('there is a key already'),
    });
    expect(await readFile(file, 'utf8')).toBe(text);
    await chmod(file, 0o640);
    await expect(loadSigningKey(file)).rejects.toMatchObject({
      message: expect.stringContaining('others may read it (mode 640)'),
    });
  });

  it('what is no key is told without its text', () => {
    expect(() => readSigningKey('ed25519-secret:my-secret', 'ASSETGEN_SIGNING_KEY')).toThrow(
      /^ASSETGEN_SIGNING_KEY: expected a private key$/,
    );
  });
});

describe('the breaker', () => {
  it('opens with the third failure in a row, lets one try after a while, and closes when that works', () => {
    let time = 0;
    const breaker = createBreaker({ now: () => time }, { failures: 3, openMs: 100 });
    for (const fails of [true, true, false, true, true]) {
      expect(breaker.mayTry()).toBe(true);
      if (fails) breaker.failed();
      else breaker.succeeded();
    }
    expect(breaker.opened).toBe(0);
    breaker.failed();
    // Those that were under way fail too; it opened once.
    breaker.failed();
    expect([breaker.mayTry(), breaker.isOpen, breaker.opened]).toEqual([false, true, 1]);
    time = 100;
    expect([breaker.mayTry(), breaker.mayTry()]).toEqual([true, false]);
    breaker.failed();
    expect([breaker.mayTry(), breaker.opened]).toEqual([false, 2]);
    time = 200;
    expect(breaker.mayTry()).toBe(true);
    breaker.cancelled();
    expect(breaker.mayTry()).toBe(true);
    breaker.succeeded();
    expect([breaker.mayTry(), breaker.mayTry(), breaker.isOpen]).toEqual([true, true, false]);
    breaker.trip();
    expect(breaker.mayTry()).toBe(false);
  });
});
