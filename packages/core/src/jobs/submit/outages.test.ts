import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fingerprint } from '../../brands.ts';
import type { Clock } from '../../ports.ts';
import type { Lease, SharedOperations } from '../../store/leases/shared-operations.ts';
import type { JobRequest } from '../job-engine.ts';
import { s3Operations } from '../../store/leases/s3-operations.ts';
import type { MemoryBucket } from '../../store/testing/memory-bucket.ts';
import { memoryBucket } from '../../store/testing/memory-bucket.ts';
import { parseRecords } from '../journal/journal-record.ts';
import { fileJournal } from '../journal/journal.ts';
import { seeded } from '../testing/seeded.ts';
import { FINGERPRINT, modelRequest, workbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';
import { fileOutbox } from './outbox.ts';
import { shareSubmissions } from './share-submissions.ts';
import type { RecordCodec } from './record-codec.ts';

/** `lost`: it does what it is asked for, and its answer does not come. */
type Weather = 'well' | 'away' | 'lost' | 'full';

interface MemoryLease extends Lease {
  readonly name: string;
  readonly from: number;
  /** Its holder beats no more. */
  until: number;
}

const LEASE_MS = 20_000;
const BEAT_MS = 5_000;

/** A Redis of this process that is away when it is told to be. */
class MemoryPlace implements Place {
  readonly lines = new Map<string, string[]>();
  readonly #leases = new Map<string, MemoryLease>();
  readonly #clock: Clock;
  weather: (now: number) => Weather = () => 'well';

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a beat of its holder came through in time. */
  #lives(lease: MemoryLease): boolean {
    const now = this.#clock.now();
    if (now - lease.from < LEASE_MS) return true;
    for (let beat = lease.from; beat <= Math.min(now, lease.until); beat += BEAT_MS) {
      if (now - beat < LEASE_MS && this.weather(beat) === 'well') return true;
    }
    return false;
  }

  async #reach<T>(work: () => T): Promise<T> {
    await this.#clock.sleep(5);
    const weather = this.weather(this.#clock.now());
    if (weather === 'away') throw new Error('connect ECONNREFUSED 127.0.0.1:6379');
    if (weather === 'full')
      throw new Error("OOM command not allowed when used memory > 'maxmemory'");
    const value = work();
    if (weather === 'lost') throw new Error('Socket closed unexpectedly');
    return value;
  }

  connect(): SharedOperations {
    const held = (name: string): MemoryLease | null => {
      const lease = this.#leases.get(name);
      return lease !== undefined && this.#lives(lease) ? lease : null;
    };
    return {
      tryAcquire: (name) =>
        this.#reach(() => {
          if (held(name) !== null) return null;
          const from = this.#clock.now();
          const lease: MemoryLease = {
            name,
            from,
            fence: from,
            until: Number.POSITIVE_INFINITY,
            release: async () => {
              lease.until = this.#clock.now();
              const drop = (): void => {
                if (this.#leases.get(name) === lease) this.#leases.delete(name);
              };
              await this.#reach(drop).catch(() => undefined);
            },
          };
          this.#leases.set(name, lease);
          return lease;
        }),
      read: (name) => this.#reach(() => [...(this.lines.get(name) ?? [])]),
      append: (name, line) =>
        this.#reach(() => void this.lines.set(name, [...(this.lines.get(name) ?? []), line])),
      appendAfter: (name, count, line, lease) =>
        this.#reach(() => {
          const lines = this.lines.get(name) ?? [];
          if (lines.length !== count || held(name) !== lease) return false;
          this.lines.set(name, [...lines, line]);
          return true;
        }),
      note: async () => undefined,
      readNote: async () => null,
      close: async () => undefined,
    };
  }
}

/** What the machines of a test have in common. */
interface Place {
  weather: (now: number) => Weather;
  connect(): SharedOperations;
}

/** The same weather over a bucket with conditional writes. */
class BucketPlace implements Place {
  readonly #clock: Clock;
  readonly #bucket: MemoryBucket;
  weather: (now: number) => Weather = () => 'well';

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#bucket = memoryBucket(async () => {
      await clock.sleep(5);
      const weather = this.weather(clock.now());
      return weather === 'full' ? 'away' : weather;
    });
  }

  connect(): SharedOperations {
    const objects = this.#bucket.connect();
    return s3Operations(
      objects,
      30_000,
      this.#clock,
      () => 0.5,
      async () => undefined,
    );
  }
}

const PLACES: readonly (readonly [string, (clock: Clock) => Place])[] = [
  ['a Redis', (clock) => new MemoryPlace(clock)],
  ['a bucket', (clock) => new BucketPlace(clock)],
];

const CODEC: RecordCodec = {
  name: (id) => id,
  write: (_id, record) => JSON.stringify(record),
  read: (_id, line) => parseRecords(line)[0] ?? { state: 'unreadable' },
};

let bench: Workbench;
let redis: MemoryPlace;
let place: Place;
let root: string;
let start: number;
const warnings: string[] = [];
beforeEach(async () => {
  bench = await workbench();
  redis = new MemoryPlace(bench.clock);
  place = redis;
  root = await mkdtemp(join(tmpdir(), 'assetgen-outages-'));
  start = bench.clock.now();
  warnings.length = 0;
});
afterEach(async () => {
  await bench.close();
  await rm(root, { recursive: true, force: true });
});

interface Run {
  obtain(request?: Partial<JobRequest>): Promise<string>;
  /** What the end of a run does. */
  end(): Promise<number>;
}

/** A run on a machine with a disk of its own. */
function run(
  machine: string,
  { mayBuyAlone = true, patienceMs = 30_000, signal = new AbortController().signal } = {},
): Run {
  const folder = join(root, machine);
  const { journal, locks } = shareSubmissions({
    operations: place.connect(),
    codec: CODEC,
    journal: fileJournal([join(folder, 'journal')]),
    locks: { acquire: async () => ({ release: async () => undefined }) },
    outbox: fileOutbox(join(folder, 'untold')),
    clock: bench.clock,
    random: () => 0.5,
    mayBuyAlone,
    patienceMs,
    signal,
    label: 'redis://cache',
    warn: (code, message) => warnings.push(`${machine}: ${code} ${message}`),
  });
  const engine = bench.engine({ journal, locks });
  return {
    async obtain(request = {}) {
      const { variants } = await engine.obtain(modelRequest(request), { signal });
      return variants.map(({ uuid }) => uuid).join();
    },
    end: () => journal.tellUntold(true),
  };
}

/** The weather by the time since the start. Unit: milliseconds. */
function weather(...spells: readonly (readonly [from: number, to: number, Weather])[]): void {
  place.weather = (now) =>
    spells.find(([from, to]) => now - start >= from && now - start < to)?.[2] ?? 'well';
}

async function all(...names: readonly string[]): Promise<readonly string[]> {
  return bench.clock.run(Promise.all(names.map((name) => run(name).obtain())));
}

describe.each(PLACES)('%s that is away for a moment costs nothing', (_place, open) => {
  beforeEach(() => {
    place = open(bench.clock);
  });

  it.each<[name: string, spells: readonly (readonly [number, number, Weather])[]]>([
    ['before anything is asked', [[0, 8_000, 'away']]],
    ['after the lease', [[6, 10_000, 'away']]],
    ['after the claim', [[26, 12_000, 'away']]],
    ['in the middle of a claim', [[21, 19_000, 'away']]],
    [
      'twice',
      [
        [6, 9_000, 'away'],
        [10_000, 20_000, 'away'],
      ],
    ],
    [
      'and its answers are lost before',
      [
        [0, 3_000, 'lost'],
        [3_000, 9_000, 'away'],
      ],
    ],
    ['and the answer to a claim is lost', [[23, 27, 'lost']]],
    ['for longer than a lease lives', [[26, 29_000, 'away']]],
  ])('%s', async (_name, spells) => {
    weather(...spells);
    const found = await all('a', 'b', 'c');
    expect(new Set(found).size).toBe(1);
    expect(bench.creates()).toBe(1);
    expect(warnings.filter((text) => text.includes('buys without checking'))).toEqual([]);
  });

  it('and a wait of some seconds is told once, with what it costs to go on', async () => {
    weather([0, 12_000, 'away']);
    await all('a');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /ASSETGEN_LEASE .*waiting for it, \d+ s more at most\. Then .* pays again/,
    );
  });
});

describe('what one journal lost, another knows', () => {
  const ID = `${FINGERPRINT}-0`;

  it('a machine without its journal takes what the place has', async () => {
    const [first] = await all('a');
    await rm(join(root, 'a'), { recursive: true });
    expect(await all('a')).toEqual([first]);
    expect(bench.creates()).toBe(1);
  });

  it('a damaged journal is no doubt where the place knows the outcome', async () => {
    const [first] = await all('a');
    await truncate(join(root, 'a', 'journal', `${ID}.jsonl`), 20);
    expect(await all('a')).toEqual([first]);
    expect(bench.creates()).toBe(1);
  });

  it('a line of the place that cannot be read is a doubt, until somebody accepts the loss', async () => {
    await all('a');
    const [sending = ''] = redis.lines.get(ID) ?? [];
    redis.lines.set(ID, [sending.slice(0, 40)]);
    await expect(all('b')).rejects.toMatchObject({
      code: 'ASSETGEN_AMBIGUOUS',
      message: expect.stringContaining('is damaged (redis://cache)'),
    });
    expect(bench.creates()).toBe(1);
    await bench.clock.run(run('b').obtain({ resubmit: true }));
    await all('c');
    expect(bench.creates()).toBe(2);
  });
});

describe('a run that is stopped while the place is away', () => {
  it.each([
    ['before the lease', 0],
    ['before the claim', 18],
    ['in the middle of a claim', 23],
  ])('%s buys nothing', async (_name, from) => {
    weather([from, Infinity, 'away']);
    const stop = new AbortController();
    const stopped = run('a', { signal: stop.signal }).obtain();
    void bench.clock.sleep(4_000).then(() => stop.abort(new Error('stopped')));
    await expect(bench.clock.run(stopped)).rejects.toThrow('stopped');
    expect(bench.creates()).toBe(0);
    expect(bench.clock.now() - start).toBeLessThan(10_000);
    expect(warnings).toEqual([]);
    // Nothing stands in the way of the next one.
    place.weather = () => 'well';
    await all('a');
    expect(bench.creates()).toBe(1);
  });
});

describe('a place that stays away', () => {
  it('is given up after the patience, and this machine buys alone', async () => {
    weather([0, Infinity, 'away']);
    await all('a');
    expect(bench.creates()).toBe(1);
    expect(bench.clock.now() - start).toBeGreaterThan(30_000);
    expect(warnings.filter((text) => text.includes('buys without checking'))).toHaveLength(1);
  });

  it('where nobody buys alone, nothing is bought', async () => {
    weather([0, Infinity, 'away']);
    const bought = bench.clock.run(run('a', { mayBuyAlone: false }).obtain());
    await expect(bought).rejects.toMatchObject({ code: 'ASSETGEN_LEASE' });
    expect(bench.creates()).toBe(0);
  });

  it('a place that is full is not waited for: it said so', async () => {
    weather([0, Infinity, 'full']);
    await all('a');
    expect(bench.creates()).toBe(1);
    expect(warnings.join()).toContain('OOM');
  });
});

describe('an outcome that could not be told', () => {
  const HOUR = 3_600_000;

  it('of a claimed purchase is told by the next run, whatever it does; nobody buys it again', async () => {
    // Away from the create on, until long after the run.
    weather([26, HOUR, 'away']);
    const first = run('a');
    const uuid = await bench.clock.run(first.obtain());
    expect(await bench.clock.run(first.end())).toBe(1);
    await bench.clock.run(bench.clock.sleep(HOUR));
    await expect(bench.clock.run(run('b').obtain())).rejects.toMatchObject({
      code: 'ASSETGEN_AMBIGUOUS',
    });
    // The next run of that machine has nothing to do, and its lock and journal may be gone.
    await rm(join(root, 'a', 'journal'), { recursive: true });
    expect(await bench.clock.run(run('a').end())).toBe(0);
    expect(await bench.clock.run(run('b').obtain())).toBe(uuid);
    expect(bench.creates()).toBe(1);
  });

  it('of a purchase without a claim is told with one', async () => {
    weather([0, HOUR, 'away']);
    const uuid = await bench.clock.run(run('a').obtain());
    await bench.clock.run(bench.clock.sleep(HOUR));
    expect(await bench.clock.run(run('a').end())).toBe(0);
    expect(await bench.clock.run(run('b').obtain())).toBe(uuid);
    expect(bench.creates()).toBe(1);
  });

  it('is told in the same run where the place came back', async () => {
    weather([26, 60_000, 'away']);
    const first = run('a');
    const uuid = await bench.clock.run(first.obtain());
    await bench.clock.run(bench.clock.sleep(60_000));
    expect(await bench.clock.run(first.end())).toBe(0);
    expect(await bench.clock.run(run('b').obtain())).toBe(uuid);
  });

  it('because the machine was killed after the acceptance is told when it reads that recipe', async () => {
    const uuid = await bench.clock.run(run('a').obtain());
    const lines = [...redis.lines.values()][0]!;
    redis.lines.set(
      [...redis.lines.keys()][0]!,
      lines.filter((line) => !line.includes('"accepted"')),
    );
    expect(await bench.clock.run(run('a').obtain())).toBe(uuid);
    expect(await bench.clock.run(run('b').obtain())).toBe(uuid);
    expect(bench.creates()).toBe(1);
  });
});

describe.each(PLACES)(
  '%s, with outages of up to 25 s and lost answers at random',
  (_place, open) => {
    beforeEach(() => {
      place = open(bench.clock);
    });

    it.each(Array.from({ length: 40 }, (_each, seed) => seed))('seed %i', async (seed) => {
      const random = seeded(seed);
      const spells: (readonly [number, number, Weather])[] = [];
      for (let at = random() * 200; at < 120_000;) {
        const length = random() < 0.5 ? random() * 30 : random() * 25_000;
        spells.push([at, at + length, random() < 0.3 && length < 1_000 ? 'lost' : 'away']);
        at += length + 5_000 + random() * 30_000;
      }
      weather(...spells);
      const recipes = ['1', '2', '3'].map((digit) => digit.repeat(64) as Fingerprint);
      const runs = ['a', 'b', 'c', 'd'].map((name) => run(name));
      const found = await bench.clock.run(
        Promise.all(
          recipes.flatMap((fingerprint) =>
            runs.map(async (each) => {
              await bench.clock.sleep(random() * 20_000);
              return [fingerprint, await each.obtain({ fingerprint })].join();
            }),
          ),
        ),
      );
      expect(new Set(found).size).toBe(recipes.length);
      expect(bench.creates()).toBe(recipes.length);
    });
  },
);
