import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Digest } from '../../brands.ts';
import { decodeActionResult, encodeActionResult } from './encode-action-result.ts';

const HEX = 'ab'.repeat(32);

describe('an entry as an ActionResult', () => {
  it('has the bytes that protobuf writes for it', () => {
    const message = encodeActionResult('text', [{ digest: `sha256-${HEX}` as Digest, bytes: 300 }]);
    const hash = Buffer.from(HEX);
    // output_files { path, digest { hash, size_bytes: 300 } }, stdout_raw
    const expected = Buffer.concat([
      Buffer.from([0x12, 137, 1, 0x0a, 64]),
      hash,
      Buffer.from([0x12, 69, 0x0a, 64]),
      hash,
      Buffer.from([0x10, 0xac, 0x02, 0x2a, 4]),
      Buffer.from('text'),
    ]);
    expect(message.equals(expected)).toBe(true);
  });

  it('gives its text back, whatever it is', () => {
    const blob = fc.record({
      digest: fc.constant(`sha256-${HEX}` as Digest),
      bytes: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(blob), (text, blobs) => {
        expect(decodeActionResult(encodeActionResult(text, blobs))).toBe(text);
      }),
    );
  });

  it('passes over fields of other types', () => {
    const others = [0x20, 0x01, 0x09, 1, 2, 3, 4, 5, 6, 7, 8, 0x0d, 1, 2, 3, 4];
    const message = Buffer.concat([Buffer.from(others), encodeActionResult('text', [])]);
    expect(decodeActionResult(message)).toBe('text');
  });

  it('never throws for what is none', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = decodeActionResult(Buffer.from(bytes));
        expect(text === null || typeof text === 'string').toBe(true);
      }),
    );
    expect(decodeActionResult(Buffer.from('<html>not found</html>'))).toBeNull();
  });
});
