import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sideBySide } from './side-by-side.ts';

it('does eight at once, and keeps their order', async () => {
  let [running, most] = [0, 0];
  const results = await sideBySide(
    new Set(Array.from({ length: 40 }, (_, at) => at)),
    async (at) => {
      most = Math.max(most, ++running);
      await setTimeout((40 - at) % 5);
      running -= 1;
      return at * 2;
    },
  );
  expect(results).toEqual(Array.from({ length: 40 }, (_, at) => at * 2));
  expect(most).toBe(8);
});

it('begins no more once one failed', async () => {
  let begun = 0;
  const all = sideBySide(Array.from({ length: 100 }).keys(), async (at) => {
    begun += 1;
    if (at === 3) throw new Error('no');
    await new Promise(() => undefined);
  });
  await expect(all).rejects.toThrow('no');
  expect(begun).toBe(8);
});
