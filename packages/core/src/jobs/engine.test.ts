import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@assetgen/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fingerprint } from '../brands.ts';
import { createJobEngine } from './engine.ts';
import type { JobEngineOptions } from './engine.ts';
import { fakeClock } from './testing/fake-clock.ts';
import type { FakeClock } from './testing/fake-clock.ts';
import { fakeService, tinyGlb } from './testing/fake-service.ts';
import type { FakeService, FakeServiceOptions } from './testing/fake-service.ts';
import { fileSink } from './testing/file-sink.ts';
import type { JobEngine, JobEvent, JobRequest } from './types.ts';

const FINGERPRINT = 'f'.repeat(64) as Fingerprint;
const KEY = 'key-that-must-not-be-seen';
const PROMPT = 'a prompt that must not be written';

let folder: string;
let clock: FakeClock;
let events: JobEvent[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assetgen-jobs-'));
  clock = fakeClock();
  events = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function serve(options: Partial<FakeServiceOptions> = {}): FakeService {
  return fakeService({ now: () => clock.now(), ...options });
}

function engineFor(service: FakeService, options: Partial<JobEngineOptions> = {}): JobEngine {
  const client = createClient({
    apiKey: KEY,
    fetch: (request) => service.fetch(request),
    clock,
    random: () => 0.5,
  });
  return createJobEngine({
    client,
    journalDir: join(folder, 'journal'),
    locksDir: join(folder, 'locks'),
    blobs: fileSink(join(folder, 'blobs')),
    clock,
    random: () => 0.5,
    budget: { reserve: async () => ({ settle: () => undefined }) },
    onEvent: (event) => events.push(event),
    ...options,
  });
}

function request(options: Partial<JobRequest> = {}): JobRequest {
  return {
    fingerprint: FINGERPRINT,
    ordinal: 0,
    asset: 'dragon',
    create: { operation: 'generateModelWithText', input: { prompt: PROMPT } },
    result: 'model',
    estimate: 20,
    ...options,
  };
}

const creates = (service: FakeService): number => service.counts.get('generateModelWithText') ?? 0;

describe('obtain', () => {
  it('submits, waits, downloads into the store', async () => {
    const service = serve({ jobMs: () => 60_000 });
    const outcome = await clock.run(engineFor(service).obtain(request()));
    expect(outcome).toMatchObject({ points: 20, submitted: true, variants: [{ status: 'done' }] });
    expect(creates(service)).toBe(1);
    const [blob] = await readdir(join(folder, 'blobs'));
    const uuid = outcome.variants[0]?.uuid ?? '';
    expect(new Uint8Array(await readFile(join(folder, 'blobs', blob ?? '')))).toEqual(
      new Uint8Array(tinyGlb(uuid)),
    );
  });

  it('resumes from the journal, and pays nothing again', async () => {
    const service = serve();
    await clock.run(engineFor(service).obtain(request()));
    const again = await clock.run(engineFor(service).obtain(request()));
    expect(again.submitted).toBe(false);
    expect(creates(service)).toBe(1);
    expect(events.some((event) => event.type === 'resumed')).toBe(true);
  });

  it('writes neither key nor prompt nor URL into the journal', async () => {
    const service = serve();
    await clock.run(engineFor(service).obtain(request()));
    for (const dir of ['journal', 'locks']) {
      for (const name of await readdir(join(folder, dir))) {
        const text = await readFile(join(folder, dir, name), 'utf8');
        expect(text).not.toContain(KEY);
        expect(text).not.toContain(PROMPT);
        expect(text).not.toMatch(/https?:/);
      }
    }
  });

  it('joins two calls for one recipe', async () => {
    const service = serve({ jobMs: () => 5_000 });
    const engine = engineFor(service);
    const both = Promise.all([engine.obtain(request()), engine.obtain(request())]);
    await clock.run(both);
    expect(creates(service)).toBe(1);
  });

  it('buys each ordinal once', async () => {
    const service = serve();
    const engine = engineFor(service);
    await clock.run(engine.obtain(request()));
    await clock.run(engine.obtain(request({ ordinal: 1 })));
    expect(creates(service)).toBe(2);
  });
});
