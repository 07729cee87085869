import { beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../jobs/testing/fake-clock.ts';
import type { FakeClock } from '../../jobs/testing/fake-clock.ts';
import type { BucketWeather, MemoryBucket } from '../testing/memory-bucket.ts';
import { memoryBucket } from '../testing/memory-bucket.ts';
import { ConditionError } from '../remote/conditional-objects.ts';
import type { S3Operations } from './s3-operations.ts';
import { s3Operations } from './s3-operations.ts';

const NAME = 'a'.repeat(64);
const DOCUMENT = `ops/${NAME}`;

let clock: FakeClock;
let bucket: MemoryBucket;
let weather: (request: string) => BucketWeather;
beforeEach(() => {
  clock = fakeClock(false);
  weather = () => 'well';
  bucket = memoryBucket(async (request) => {
    await clock.sleep(5);
    return weather(request);
  });
});

const open = (from: MemoryBucket = bucket, isUp?: () => boolean): S3Operations =>
  s3Operations(
    from.connect(isUp),
    30_000,
    clock,
    () => 0.5,
    async () => undefined,
  );

/** Loses the answer to the first request of this kind, once. */
function loseOnce(wanted: string): void {
  let isLost = false;
  weather = (request) => {
    if (isLost || request !== wanted) return 'well';
    isLost = true;
    return 'lost';
  };
}

describe('the probe', () => {
  it('believes a bucket that refuses what it must, with one object and four questions', async () => {
    expect(await clock.run(open().holdsLeases())).toBe(true);
    expect([...bucket.held.keys()]).toEqual(['ops/probe']);
    bucket.requests.length = 0;
    expect(await clock.run(open().holdsLeases())).toBe(true);
    expect(bucket.requests).toHaveLength(4);
  });

  it('of a hundred machines at once believes it too', async () => {
    const all = Array.from({ length: 100 }, () => open().holdsLeases());
    expect(new Set(await clock.run(Promise.all(all)))).toEqual(new Set([true]));
  });

  it('is made once for all questions, and again where the bucket was away', async () => {
    const operations = open();
    weather = () => 'away';
    await expect(clock.run(operations.read(NAME))).rejects.toThrow('ECONNREFUSED');
    weather = () => 'well';
    await clock.run(Promise.all([operations.read(NAME), operations.append(NAME, 'one')]));
    expect(bucket.requests.filter((request) => request === 'GET ops/probe')).toHaveLength(1);
  });

  it('finds a bucket that ignores conditions: it holds no lease, and takes no line', async () => {
    const operations = open(memoryBucket(undefined, false));
    expect(await clock.run(operations.holdsLeases())).toBe(false);
    const asked: readonly (() => Promise<unknown>)[] = [
      () => operations.tryAcquire(NAME),
      () => operations.append(NAME, 'x'),
      () => operations.read(NAME),
    ];
    for (const each of asked) {
      await expect(clock.run(each())).rejects.toMatchObject({ code: 'ASSETGEN_NO_LEASES' });
    }
  });

  it.each([
    ['If-None-Match alone', (etag: string | null) => etag === null],
    ['If-Match alone', (etag: string | null) => etag !== null],
  ])('finds one that keeps %s', async (_name, keeps) => {
    const strict = bucket.connect();
    const objects = {
      ...strict,
      putWhere: async (name: string, text: string, etag: string | null, signal: AbortSignal) =>
        keeps(etag)
          ? strict.putWhere(name, text, etag, signal)
          : strict.put(name, text, signal).then(() => true),
    };
    const operations = s3Operations(
      objects,
      30_000,
      clock,
      () => 0.5,
      async () => undefined,
    );
    expect(await clock.run(operations.holdsLeases())).toBe(false);
  });
});

describe('a bucket that refuses the header of a condition', () => {
  const refusing = (put: () => Promise<void>): S3Operations => {
    const strict = bucket.connect();
    const status = async (): Promise<boolean> => {
      throw new ConditionError(400);
    };
    return s3Operations(
      { ...strict, putWhere: status, put },
      30_000,
      clock,
      () => 0.5,
      async () => undefined,
    );
  };

  it('and takes a write without one holds no leases', async () => {
    expect(await clock.run(refusing(async () => undefined).holdsLeases())).toBe(false);
  });

  it('and every other write too may have a wrong signature', async () => {
    const denied = new Error('it answered 403');
    const operations = refusing(() => Promise.reject(denied));
    await expect(clock.run(operations.holdsLeases())).rejects.toThrow('403');
  });
});

describe('a lease', () => {
  it('is taken over after the time it lives without a beat, by the watch of who waits', async () => {
    let isUp = true;
    const [dead, waiter] = [open(bucket, () => isUp), open()];
    const lease = await clock.run(dead.tryAcquire(NAME));
    expect(lease).not.toBeNull();
    isUp = false;
    const stolen = async (): Promise<number> => {
      const started = clock.now();
      while ((await waiter.tryAcquire(NAME)) === null) await clock.sleep(500);
      return clock.now() - started;
    };
    const tookMs = await clock.run(stolen());
    expect(tookMs).toBeGreaterThanOrEqual(20_000);
    expect(tookMs).toBeLessThan(22_000);
  });

  it("is nobody else's while its holder beats, however long", async () => {
    const [holder, waiter] = [open(), open()];
    await clock.run(holder.tryAcquire(NAME));
    const look = async (): Promise<void> => {
      for (let looks = 0; looks < 300; looks += 1) {
        expect(await waiter.tryAcquire(NAME)).toBeNull();
        await clock.sleep(500);
      }
    };
    await clock.run(look());
  });

  it('that was taken while its holder slept fences it off, and its beats end', async () => {
    const [a, b] = [open(), open()];
    const lost = (await clock.run(a.tryAcquire(NAME)))!;
    const taken = JSON.parse(bucket.held.get(DOCUMENT)!);
    bucket.held.set(DOCUMENT, JSON.stringify({ ...taken, write: 'other', lease: null }));
    const mine = (await clock.run(b.tryAcquire(NAME)))!;
    expect(mine.fence).toBeGreaterThan(lost.fence);
    expect(await clock.run(a.appendAfter(NAME, 0, 'late', lost))).toBe(false);
    await clock.run(lost.release());
    expect(await clock.run(b.appendAfter(NAME, 0, 'mine', mine))).toBe(true);
    expect(await clock.run(a.read(NAME))).toEqual(['mine']);
  });
});

describe('the answer to a write is lost', () => {
  it('of a lease: it is held all the same, in one write', async () => {
    const operations = open();
    await clock.run(operations.holdsLeases());
    loseOnce(`PUT ${DOCUMENT}`);
    expect(await clock.run(operations.tryAcquire(NAME))).toMatchObject({ fence: 1 });
    expect(await clock.run(open().tryAcquire(NAME))).toBeNull();
  });

  it('of a lease, with the bucket away after it: the next try knows it for its own', async () => {
    const operations = open();
    await clock.run(operations.holdsLeases());
    let isWritten = false;
    weather = (request) => {
      if (isWritten) return 'away';
      isWritten = request === `PUT ${DOCUMENT}`;
      return isWritten ? 'lost' : 'well';
    };
    await expect(clock.run(operations.tryAcquire(NAME))).rejects.toThrow('ECONNREFUSED');
    weather = () => 'well';
    expect(await clock.run(operations.tryAcquire(NAME))).toMatchObject({ fence: 1 });
  });

  it('of a line, or a claim: it stands once, and is told as written', async () => {
    const operations = open();
    const lease = (await clock.run(operations.tryAcquire(NAME)))!;
    loseOnce(`PUT ${DOCUMENT}`);
    expect(await clock.run(operations.appendAfter(NAME, 0, 'claim', lease))).toBe(true);
    loseOnce(`PUT ${DOCUMENT}`);
    await clock.run(operations.append(NAME, 'outcome'));
    expect(await clock.run(operations.read(NAME))).toEqual(['claim', 'outcome']);
  });

  it('and others wrote since: a claim is still known by its id', async () => {
    const [a, b] = [open(), open()];
    const lease = (await clock.run(a.tryAcquire(NAME)))!;
    loseOnce(`PUT ${DOCUMENT}`);
    const claim = a.appendAfter(NAME, 0, 'claim', lease);
    const other = clock.sleep(6).then(() => b.append(NAME, 'from elsewhere'));
    expect(await clock.run(claim)).toBe(true);
    await clock.run(other);
    expect(await clock.run(b.read(NAME))).toEqual(['claim', 'from elsewhere']);
  });
});

it('of forty that append at once, all lines stand, once each', async () => {
  const all = [open(), open(), open(), open()];
  const lines = Array.from({ length: 40 }, (_each, index) => `line ${index}`);
  await clock.run(Promise.all(lines.map((line, index) => all[index % 4]!.append(NAME, line))));
  const stand = await clock.run(all[0]!.read(NAME));
  expect([...stand].toSorted()).toEqual(lines.toSorted());
});

it('an object that is not what was written is no empty journal', async () => {
  for (const text of ['', '{}', '[]', '{"version":2,"fence":0,"lease":null,"lines":[]}']) {
    bucket.held.set(DOCUMENT, text);
    await expect(clock.run(open().read(NAME)), text).rejects.toMatchObject({
      code: 'ASSETGEN_REMOTE_DAMAGED',
    });
  }
});

it('a note is the last one', async () => {
  const operations = open();
  expect(await clock.run(operations.readNote(NAME))).toBeNull();
  await clock.run(operations.note(NAME, '10'));
  await clock.run(operations.note(NAME, '20'));
  expect(await clock.run(open().readNote(NAME))).toBe('20');
});
