import { expect, it } from 'vitest';
import type { Thumbnails } from '../thumbnails/thumbnails.ts';
import { drawInTime } from './draw-in-time.ts';

const PLACE = { path: '', below: '' };

/** Takes a second for each picture; of one named "odd" none can be made. */
function setUp(ms: number) {
  let clock = 5_000;
  const make: Thumbnails['file'] = async (hex, _place, isWanted) => {
    if (hex === 'known') return hex;
    if (!isWanted()) return null;
    clock += 1_000;
    return hex === 'odd' ? null : hex;
  };
  const thumbnails = { folder: '', atOnce: 2, file: make, model: make, close: () => undefined };
  return drawInTime(thumbnails, ms, () => clock);
}

it('leaves out what is not drawn in time, each once, and takes what is there already', async () => {
  const timed = setUp(2_000);
  const drawn = [];
  for (const hex of ['a', 'odd', 'b', 'b', 'known', 'c']) drawn.push(await timed.file(hex, PLACE));
  expect(drawn).toEqual(['a', null, null, null, 'known', null]);
  expect(await timed.model('c', PLACE)).toBeNull();
  // Of "odd" there will be none, however much time there is.
  expect(timed.leftOut).toBe(2);
});

it('draws all where there is no limit', async () => {
  const timed = setUp(Number.POSITIVE_INFINITY);
  for (let index = 0; index < 50; index += 1) {
    expect(await timed.file(`${index}`, PLACE)).toBe(`${index}`);
  }
  expect(timed.leftOut).toBe(0);
});
