import { expect, it } from 'vitest';
import { utf8Parts } from './utf8-parts.ts';

it('gives the bytes of all pieces, in parts of some 256 KB, none before it is asked for', () => {
  let asked = 0;
  const pieces = function* (): Generator<string> {
    for (; asked < 100; asked++) yield 'grüße '.repeat(2000);
  };
  const parts = utf8Parts(pieces());
  const first = parts.next().value ?? Buffer.alloc(0);
  expect(asked).toBeLessThan(30);
  const all = [first, ...parts];
  expect(Math.max(...all.map(({ length }) => length))).toBeLessThan(400_000);
  expect(all.length).toBeLessThan(7);
  expect(Buffer.concat(all).toString()).toBe('grüße '.repeat(200_000));
});

it('gives nothing for nothing', () => {
  expect([...utf8Parts([])]).toEqual([]);
  expect([...utf8Parts(['', ''])]).toEqual([]);
});
