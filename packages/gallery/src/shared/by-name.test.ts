import { assert, property, stringMatching } from 'fast-check';
import { expect, it } from 'vitest';
import { byName } from './by-name.ts';

it('orders numbers by their value, and other text by its characters', () => {
  const inOrder = [
    '10',
    'a',
    'a02',
    'a2',
    'a2b',
    'a10',
    'a99999999999999999998',
    'a99999999999999999999',
    'a-b',
    'a.b',
    'a/b',
    'ab',
    'p1/x10',
    'p2/x9',
    'p2/x10',
    'p10',
  ];
  expect(inOrder.toReversed().sort(byName)).toEqual(inOrder);
});

const name = stringMatching(/^[a01/-]{0,6}$/);

it('is an order: only a name itself is equal, and three agree', () => {
  assert(
    property(name, name, name, (a, b, c) => {
      expect(byName(a, b) === 0).toBe(a === b);
      expect(Math.sign(byName(a, b)) + Math.sign(byName(b, a))).toBe(0);
      if (byName(a, b) < 0 && byName(b, c) < 0) expect(byName(a, c)).toBeLessThan(0);
    }),
    { numRuns: 2000 },
  );
});
