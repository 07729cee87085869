import { createHash } from 'node:crypto';
import { createClient } from '@assetgen/client';
import type { Digest, Fingerprint } from '../../brands.ts';
import { createJobEngine } from '../create-job-engine.ts';
import type { EngineLimits } from '../engine-ports.ts';
import type { RecipeLocks } from '../locks/recipe-lock.ts';
import type { JobEngine } from '../job-engine.ts';
import { fakeClock } from './fake-clock.ts';
import type { FakeClock } from './fake-clock.ts';
import { fakeService } from './fake-service.ts';
import { createJobTimes } from '../poll/job-times.ts';
import type { JobTimes, LearnedTimes } from '../poll/job-times.ts';
import { memoryJournal } from './memory-journal.ts';
import type { FakeService, FakeServiceOptions } from './fake-service.ts';
import { seeded } from './seeded.ts';

/** A job's time: lognormal, median 60 s, sigma 0.7. Unit: milliseconds. */
function jobTime(random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return 60_000 * Math.exp(0.7 * normal);
}

/** How progress is told, by the part of the job's time that has passed. */
export const PROGRESS: Readonly<
  Record<'none' | 'linear' | 'stall' | 'slow', (part: number) => string | null>
> = {
  none: () => null,
  linear: (part) => `${Math.floor(part * 100)}%`,
  /** Up to 45 % in the first half, then nothing until the end. */
  stall: (part) => `${part >= 1 ? 100 : Math.floor(Math.min(0.45, part * 0.9) * 100)}%`,
  /** Straight to 45 %, and then the end: nothing in it tells the truth. */
  slow: (part) => `${part >= 1 ? 100 : Math.floor(part * 45)}%`,
};

interface Simulation {
  readonly clock: FakeClock;
  readonly service: FakeService;
  readonly engine: JobEngine;
}

function simulate(
  options: Omit<FakeServiceOptions, 'now'> & {
    readonly concurrency: number;
    readonly seed: number;
    readonly jobTimes?: JobTimes;
    readonly limits?: Partial<EngineLimits>;
  },
): Simulation {
  const clock = fakeClock(false);
  const random = seeded(options.seed);
  const service = fakeService({ ...options, now: () => clock.now() });
  const client = createClient({
    apiKey: 'simulated',
    fetch: (request) => service.fetch(request),
    clock,
    random,
  });
  const engine = createJobEngine({
    client,
    journal: memoryJournal(),
    locks: noLocks,
    blobs: {
      async put(source) {
        const hash = createHash('sha256');
        let bytes = 0;
        for await (const chunk of source) {
          hash.update(chunk);
          bytes += chunk.length;
        }
        return { digest: `sha256-${hash.digest('hex')}` as Digest, bytes };
      },
    },
    clock,
    random,
    budget: { reserve: async () => ({ settle: () => undefined }) },
    concurrency: options.concurrency,
    downloads: { least: options.concurrency, most: options.concurrency, bytes: 0 },
    jobTimeoutMs: 24 * 3_600_000,
    ...(options.jobTimes === undefined ? {} : { jobTimes: options.jobTimes }),
    ...options.limits,
  });
  return { clock, service, engine };
}

function obtain(engine: JobEngine, index: number): Promise<unknown> {
  return engine.obtain({
    fingerprint: String(index).padStart(64, '0') as Fingerprint,
    ordinal: 0,
    asset: `asset-${index}`,
    create: { operation: 'generateModelWithText', input: { prompt: `asset ${index}` } },
    result: 'model',
    estimate: null,
  });
}

export interface OneJob {
  readonly polls: number;
  /** Time from its end until we had its result, as a part of its time. */
  readonly added: number;
}

/** One job alone, from the create to its result. */
export async function simulateOne(seed: number, progress: keyof typeof PROGRESS): Promise<OneJob> {
  const ms = jobTime(seeded(seed * 7919 + 1));
  const { clock, service, engine } = simulate({
    concurrency: 1,
    seed,
    jobMs: () => ms,
    progress: PROGRESS[progress],
  });
  const started = clock.now();
  await clock.run(obtain(engine, 0));
  const polls =
    (service.counts.get('retrieveModel') ?? 0) + (service.counts.get('queryJobProgress') ?? 0);
  return { polls, added: (clock.now() - started - ms) / ms };
}

export interface ManyJobs {
  readonly creates: number;
  readonly polls: number;
  /** Requests that the rate limit refused, in how many bursts. */
  readonly refused: number;
  readonly bursts: number;
  readonly makespanMs: number;
  /** What rate and job times allow at best. */
  readonly limitMs: number;
}

/** Many jobs at once against a limit of requests a minute. */
export async function simulateMany(options: {
  readonly jobs: number;
  readonly perMinute: number;
  readonly seed: number;
  readonly progress?: keyof typeof PROGRESS;
}): Promise<ManyJobs> {
  const { jobs, perMinute, seed } = options;
  const random = seeded(seed * 104_729 + 7);
  const times = Array.from({ length: jobs }, () => jobTime(random));
  const rate = perMinute / 60_000;
  let refused = 0;
  let bursts = 0;
  let lastRefusal = -Infinity;
  const answered = minutesOf(perMinute);
  const simulation = simulate({
    concurrency: jobs,
    seed,
    jobMs: (job) => times[job] ?? 0,
    progress: PROGRESS[options.progress ?? 'linear'],
    fault(operation) {
      const now = simulation.clock.now();
      if (operation === 'file' || answered(now)) return undefined;
      refused += 1;
      bursts += now - lastRefusal > 30_000 ? 1 : 0;
      lastRefusal = now;
      return tooMany();
    },
  });
  const { clock, service, engine } = simulation;
  const started = clock.now();
  await clock.run(Promise.all(times.map((_time, index) => obtain(engine, index))));
  const ends = times.map((ms, index) => index / rate + ms);
  return {
    creates: service.accepted.length,
    polls:
      (service.counts.get('retrieveModel') ?? 0) + (service.counts.get('queryJobProgress') ?? 0),
    refused,
    bursts,
    makespanMs: clock.now() - started,
    limitMs: Math.max((2 * jobs) / rate, ...ends),
  };
}

/** Says of a request at a time whether it is among the first of its minute; a minute begins with a request. */
function minutesOf(perMinute: number): (now: number) => boolean {
  let window = { start: -Infinity, count: 0 };
  return (now) => {
    if (now - window.start >= 60_000) window = { start: now, count: 0 };
    window.count += 1;
    return window.count <= perMinute;
  };
}

function tooMany(): Response {
  return Response.json({ message: 'retry after a minute' }, { status: 429 });
}

/** @returns the value below which `part` of the list lies */
export function quantile(list: readonly number[], part: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
}

export function mean(list: readonly number[]): number {
  return list.reduce((sum, value) => sum + value, 0) / list.length;
}

const noLocks: RecipeLocks = {
  acquire: () => Promise.resolve({ release: () => Promise.resolve() }),
};

export interface AlikeJobs {
  readonly creates: number;
  readonly polls: number;
  readonly makespanMs: number;
  /** What the run learned, for the next one. */
  readonly times: LearnedTimes;
}

/** Many jobs at once that take the same time each. */
export async function simulateAlike(options: {
  readonly jobs: number;
  /** Requests a minute that the service answers. @default no limit */
  readonly perMinute?: number;
  /** Unit: milliseconds. */
  readonly jobMs: number;
  /** Of earlier runs. @default none */
  readonly times?: LearnedTimes;
}): Promise<AlikeJobs> {
  const { jobs, jobMs, perMinute = Infinity, times = {} } = options;
  const jobTimes = createJobTimes(times);
  const answered = minutesOf(perMinute);
  const simulation = simulate({
    concurrency: jobs,
    seed: 1,
    jobMs: () => jobMs,
    progress: PROGRESS.none,
    jobTimes,
    fault: (operation) =>
      operation === 'file' || answered(simulation.clock.now()) ? undefined : tooMany(),
  });
  const { clock, service, engine } = simulation;
  const started = clock.now();
  await clock.run(
    Promise.all(Array.from({ length: jobs }, (_each, index) => obtain(engine, index))),
  );
  return {
    creates: service.accepted.length,
    polls:
      (service.counts.get('retrieveModel') ?? 0) + (service.counts.get('queryJobProgress') ?? 0),
    makespanMs: clock.now() - started,
    times: jobTimes.learned() ?? times,
  };
}

/**
 * Jobs that begin at once, each of its own time, at a service that may be asked as often as the limits say.
 *
 * @param times of each job, in the order in which they are accepted. Unit: milliseconds
 * @returns how late each is found done, in the same order. Unit: milliseconds
 */
export async function simulateEager(
  times: readonly number[],
  limits: Partial<EngineLimits>,
): Promise<readonly number[]> {
  const { clock, engine } = simulate({
    concurrency: times.length,
    seed: 1,
    jobMs: (job) => times[job] ?? 0,
    progress: PROGRESS.linear,
    limits,
  });
  const started = clock.now();
  const found = times.map(async (ms, index) => {
    await obtain(engine, index);
    return clock.now() - started - ms;
  });
  return clock.run(Promise.all(found));
}
