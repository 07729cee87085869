import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStub, STUB_MOST_BYTES, stubOf } from './stub.ts';

const SHA256 = 'ab'.repeat(32);

describe('a stub', () => {
  it('has the form of a git-lfs pointer', () => {
    expect(stubOf({ sha256: SHA256, bytes: 20_000_000 })).toMatchInlineSnapshot(`
      "version https://git-lfs.github.com/spec/v1
      oid sha256:abababababababababababababababababababababababababababababababab
      size 20000000
      "
    `);
  });

  it('is read as it was written, from text and from bytes', () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (bytes) => {
        const text = stubOf({ sha256: SHA256, bytes });
        expect(text.length).toBeLessThanOrEqual(STUB_MOST_BYTES);
        expect(readStub(text)).toEqual({ sha256: SHA256, bytes });
        expect(readStub(Buffer.from(text))).toEqual({ sha256: SHA256, bytes });
      }),
    );
  });

  it.each([
    '',
    'glTF',
    `${stubOf({ sha256: SHA256, bytes: 1 })}\n`,
    stubOf({ sha256: 'xy'.repeat(32), bytes: 1 }),
    'x'.repeat(10_000),
  ])('is not taken for one: %j', (text) => {
    expect(readStub(text)).toBeNull();
  });
});
