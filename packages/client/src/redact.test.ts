import { assert, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';

const KEY = 'sk-Live/0123456789+abcdef';
const UUID = '0b9d6f2e-7a1c-4c55-9b1e-3f0a5d2c8e11';

describe('the key', () => {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  it.each([
    ['as it is', `key ${KEY}!`],
    ['in a URL', `?k=${encodeURIComponent(KEY)}`],
    ['twice in a URL', encodeURIComponent(encodeURIComponent(KEY))],
    ['in base64', base64(KEY)],
    ['as a user of Basic', base64(`${KEY}:`)],
    ['as a password of Basic', base64(`user:${KEY}`)],
    ['in a header in base64url', Buffer.from(`Bearer ${KEY}\n`).toString('base64url')],
    ['in JSON in base64', base64(JSON.stringify({ a: 1, key: KEY }))],
    ['in hexadecimal digits', Buffer.from(KEY).toString('hex')],
  ])('%s is taken out', (_name, text) => {
    expect(redact(text, KEY)).toContain('[key]');
    expect(redact(text, KEY)).not.toContain(KEY);
  });

  it('is taken out of base64 wherever it stands', () => {
    const text = string({ unit: 'binary-ascii' });
    const keys = string({ unit: 'grapheme-ascii', minLength: 12 });
    assert(
      property(text, keys, text, (before, key, after) => {
        const told = redact(base64(`${before}${key}${after}`), key);
        expect(told).toContain('[key]');
      }),
    );
  });

  it('that is short is no reason to take words out', () => {
    expect(redact('the any key anywhere', 'any')).toBe('the any key anywhere');
    expect(redact(base64('local'), 'local')).toBe(base64('local'));
  });
});

describe('URLs', () => {
  it.each([
    ['https://u:pw@h.example/a.glb?sig=1#x', 'https://h.example/a.glb?[signed]'],
    ['s3://bucket/a.glb?X-Amz-Signature=1', 's3://bucket/a.glb?[signed]'],
    ['wss://h.example/live?token=1', 'wss://h.example/live?[signed]'],
    ['redis://:pw@cache:6379/2', 'redis://cache:6379/2'],
    ['postgresql://u:p@w@db/x', 'postgresql://db/x'],
    [`https://h.example/${'a1B2'.repeat(11)}/x.glb`, 'https://h.example/[signed]/x.glb'],
    [`https://h.example/f/${'9f'.repeat(32)}.glb`, 'https://h.example/f/[signed].glb'],
    ['https://h.example/s--Ab_c-12--/x.png', 'https://h.example/[signed]/x.png'],
    ['https://h.example/sig=abc/exp/x.png', 'https://h.example/sig=[signed]/exp/x.png'],
    ['https://h.example/x.glb;jsessionid=1', 'https://h.example/x.glb;[signed]'],
    ['see /files/x.glb?expires=1&signature=abc', 'see /files/x.glb?expires=1&signature=[signed]'],
    ['/x?a=1&access_token=abc', '/x?a=1&access_token=[signed]'],
    ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'jwt [token]'],
    ['Authorization: Basic dXNlcjpwdw==', 'Authorization: Basic [key]'],
  ])('%s', (text, shown) => expect(redact(text)).toBe(shown));

  it('leaves words that are none', () => {
    const words = 'the basic plan, https://h.example/key-visual.png';
    expect(redact(words)).toBe(words);
  });

  it('keep what a person needs: hosts, names, ids of jobs', () => {
    const text = `https://h.example/api/jobs/${UUID}/result.glb and ${UUID}, ${'0123456789abcdef'.repeat(2)}`;
    expect(redact(text, KEY)).toBe(text);
    const words = 'https://h.example/a-rather-long-name-of-a-page-that-explains-what-to-do';
    expect(redact(words)).toBe(words);
  });

  it('are found in any text soon', () => {
    const started = performance.now();
    for (const piece of ['a.', 'a:/', 'a://', '&key=', 'eyJ', ' bearer', ';', '/', 'a1%']) {
      redact(piece.repeat(30_000), KEY);
    }
    expect(performance.now() - started).toBeLessThan(5_000);
    assert(property(string(), integer(), (text, n) => redact(text, `key-${n}`).length >= 0));
  });
});
