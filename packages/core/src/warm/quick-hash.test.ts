import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { quickHash } from './quick-hash.ts';

test('a hash is 28 hex digits, and the same each time', () => {
  expect(quickHash('')).toMatch(/^[0-9a-f]{28}$/);
  expect(quickHash('["@gen"]')).toBe(quickHash('["@gen"]'));
});

test('one other code unit makes another hash', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 400 });
  const property = fc.property(
    texts,
    fc.nat(),
    fc.integer({ min: 1, max: 65_535 }),
    (text, at, difference) => {
      const whole = `[${text}]`;
      const place = at % whole.length;
      const unit = String.fromCharCode(whole.charCodeAt(place) ^ difference);
      const other = whole.slice(0, place) + unit + whole.slice(place + 1);
      expect(quickHash(other)).not.toBe(quickHash(whole));
    },
  );
  fc.assert(property);
});

test('100,000 texts that differ in a number have 100,000 hashes, in each half of it', () => {
  const hashes = Array.from({ length: 100_000 }, (_each, index) =>
    quickHash(`{"budget":${index}}`),
  );
  for (const half of [0, 14]) {
    expect(new Set(hashes.map((each) => each.slice(half, half + 14))).size).toBe(hashes.length);
  }
});
