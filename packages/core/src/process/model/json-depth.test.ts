import { assert, json as jsonText, property } from 'fast-check';
import { expect, it } from 'vitest';
import { jsonDepth } from './json-depth.ts';

const depthOf = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : 1 + Math.max(0, ...Object.values(value).map(depthOf));

it('is that of what is parsed, whatever stands in its strings', () => {
  assert(
    property(jsonText({ maxDepth: 6 }), (json) => {
      expect(jsonDepth(Buffer.from(json), 100)).toBe(depthOf(JSON.parse(json)));
    }),
  );
});

it.each<[string, number]>([
  ['["[[[", {"a\\"]": "\\\\"}]', 2],
  ['"never ends', 0],
  ['', 0],
])('of %s', (json, depth) => {
  expect(jsonDepth(Buffer.from(json), 100)).toBe(depth);
});

it('is not counted beyond the most', () => {
  expect(jsonDepth(Buffer.from('['.repeat(5_000_000)), 100)).toBe(101);
  // Slashes that are looked back upon from each quote.
  expect(jsonDepth(Buffer.from(`["${'\\\\"'.repeat(1_000_000)}`), 100)).toBe(1);
});
