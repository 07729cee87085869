import { expect, test } from 'vitest';
import { takeOf } from './take-of.ts';

test('every revision and every further purchase is another take, the first of all is 0', () => {
  const takes = [0, 1, 2].flatMap((revision) =>
    [0, 1, 2].map((ordinal) => takeOf({ revision }, ordinal)),
  );
  expect(takes[0]).toBe(0);
  expect(new Set(takes).size).toBe(takes.length);
});
