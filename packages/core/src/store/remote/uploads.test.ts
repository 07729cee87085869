import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../jobs/testing/fake-clock.ts';
import type { FakeClock } from '../../jobs/testing/fake-clock.ts';
import { remoteTimes } from './remote-times.ts';
import type { Upload, UploadOutcome } from './upload.ts';
import type { Uploads } from './uploads.ts';
import { createUploads } from './uploads.ts';

const PLACE = {};
let clock: FakeClock;
let start: number;
let stop: AbortController;
let uploads: Uploads;
let tried: number;
// Loaded before: it takes none of the fake time.
beforeAll(() => import('p-queue'));
beforeEach(() => {
  clock = fakeClock(false);
  start = clock.now();
  stop = new AbortController();
  tried = 0;
  uploads = createUploads({
    clock,
    times: remoteTimes(null),
    signal: stop.signal,
    warn: () => undefined,
  });
});

/** An upload of 10 ms to a place that answers so at a time since the start. Unit: milliseconds. */
function upload(answer: (ms: number) => UploadOutcome, more: Partial<Upload> = {}): Upload {
  return {
    place: PLACE,
    shared: { entry: null, blobs: [] },
    bytes: 100,
    isLeft: false,
    async run(signal) {
      tried += 1;
      await clock.sleep(10, { signal });
      return answer(clock.now() - start);
    },
    ...more,
  };
}

const awayUntil =
  (ms: number) =>
  (now: number): UploadOutcome =>
    now < ms ? 'failed' : 'done';
const finish = (): Promise<readonly Upload[]> => clock.run(uploads.finish(() => undefined));
const seconds = (): number => (clock.now() - start) / 1000;

describe('a place that is away', () => {
  it('for a second loses nothing, and is not asked by all that wait', async () => {
    for (let count = 0; count < 32; count += 1) uploads.add(upload(awayUntil(1_000)));
    expect(await finish()).toEqual([]);
    expect(seconds()).toBeLessThan(3);
    // Each once, some probes, and each of those that waited once more.
    expect(tried).toBeLessThanOrEqual(32 + 3 + 32);
  });

  it('in the middle of a long run for a minute loses nothing', async () => {
    for (let count = 0; count < 32; count += 1) uploads.add(upload(awayUntil(60_000)));
    await clock.run(clock.sleep(90_000));
    expect(await finish()).toEqual([]);
    expect(seconds()).toBeLessThan(91);
  });

  it('at the end of a run is waited for, but not for long; what is left is told', async () => {
    const all = Array.from({ length: 9 }, () => upload(awayUntil(60_000)));
    for (const each of all) uploads.add(each);
    expect(await finish()).toEqual(all);
    expect(seconds()).toBeGreaterThan(4);
    expect(seconds()).toBeLessThan(6);
  });

  it('keeps nobody waiting for what an earlier run left', async () => {
    uploads.add(upload(awayUntil(60_000), { isLeft: true }));
    expect(await finish()).toHaveLength(1);
    expect(seconds()).toBeLessThan(1);
  });

  it('does not hold up another one', async () => {
    const away = upload(awayUntil(60_000));
    uploads.add(away);
    for (let count = 0; count < 9; count += 1) uploads.add(upload(() => 'done', { place: {} }));
    expect(await finish()).toEqual([away]);
  });

  it('that goes away again before all are through is waited for again', async () => {
    const spells = (now: number): UploadOutcome =>
      now < 1_000 || (now > 1_530 && now < 3_000) ? 'failed' : 'done';
    for (let count = 0; count < 32; count += 1) uploads.add(upload(spells));
    expect(await finish()).toEqual([]);
  });
});

it('what this machine has not is neither left nor tried again', async () => {
  uploads.add(upload(() => 'gone'));
  expect(await finish()).toEqual([]);
  expect(tried).toBe(1);
});

it('one that hangs is given up at the deadline, and is left', async () => {
  const hangs = upload(() => 'done', {
    run: (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve('failed'));
      }),
  });
  uploads.add(hangs);
  expect(await finish()).toEqual([hangs]);
  expect(seconds()).toBeGreaterThan(29);
  expect(seconds()).toBeLessThan(32);
});

it('a run that is stopped waits for nothing', async () => {
  uploads.add(upload(awayUntil(60_000)));
  await clock.run(clock.sleep(100));
  stop.abort(new Error('stopped'));
  expect(await finish()).toHaveLength(1);
  expect(seconds()).toBeLessThan(1);
});

it('tells how far it is', async () => {
  const told: number[] = [];
  for (let count = 0; count < 4; count += 1) uploads.add(upload(awayUntil(2_500)));
  await clock.run(uploads.finish(({ done, total }) => told.push(total - done)));
  expect(told).toEqual([4, 4, 4]);
});
