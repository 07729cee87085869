import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Lock } from './lock.ts';
import { lockParts, serialiseLock } from './serialise-lock.ts';

/** As a lock of any size was written by earlier versions: all of it sorted, and then written. */
function whole(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(whole);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, whole(each)]));
}

it('gives the bytes of one JSON text, whatever the names and the entries', () => {
  // Names of digits alone stand before all others in JSON.
  const name = fc.stringMatching(/^[a-z0-9_-][a-z0-9._/-]{0,5}$/);
  const assets = fc.dictionary(name, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 });
  fc.assert(
    fc.property(assets, (given) => {
      const document = whole({ assets: { ...given }, lockfileVersion: 1 });
      const text = `${JSON.stringify(document, null, 2)}\n`;
      expect(serialiseLock({ assets: given } as unknown as Lock)).toBe(text);
    }),
  );
});

it('gives a large lock in parts, of which none is much of the whole', () => {
  const asset = { recipe: 'a'.repeat(64), note: 'b'.repeat(1_000) };
  const assets = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, at) => [`hill-${at}`, asset]),
  );
  const lock = { assets } as unknown as Lock;
  const parts = [...lockParts(lock)];
  expect(parts.length).toBeGreaterThan(10);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(300_000);
  expect(JSON.parse(Buffer.concat(parts).toString())).toEqual({ assets, lockfileVersion: 1 });
  expect(serialiseLock(lock)).toBe(Buffer.concat(parts).toString());
});
