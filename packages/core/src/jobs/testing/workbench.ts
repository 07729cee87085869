import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@assetgen/client';
import type { Client } from '@assetgen/client';
import type { Fingerprint } from '../../brands.ts';
import { createJobEngine } from '../create-job-engine.ts';
import type { EnginePorts } from '../engine-ports.ts';
import type { JobEngine, JobEvent, JobRequest } from '../job-engine.ts';
import { fileJournal } from '../journal/journal.ts';
import { ANYWHERE } from '../../fs/link-guard.ts';
import { localLocks } from '../locks/local-locks.ts';
import { fakeClock } from './fake-clock.ts';
import type { FakeClock } from './fake-clock.ts';
import { fakeService } from './fake-service.ts';
import type { FakeService, FakeServiceOptions } from './fake-service.ts';
import { fileSink } from './file-sink.ts';

export const FINGERPRINT: Fingerprint = 'f'.repeat(64) as Fingerprint;
export const KEY = 'key-that-must-not-be-seen';
export const PROMPT = 'a prompt that must not be written';

/** A folder, a clock, a service and engines on them: what a test of the job engine needs. */
export interface Workbench {
  readonly folder: string;
  readonly clock: FakeClock;
  readonly service: FakeService;
  readonly events: JobEvent[];
  /** Points that reservations were settled with. */
  readonly settled: (number | null)[];
  readonly client: Client;
  /** A new engine, as a new process would have it. */
  engine(ports?: Partial<EnginePorts>): JobEngine;
  /** Creates that the service saw. */
  creates(): number;
  close(): Promise<void>;
}

export async function workbench(
  options: Partial<FakeServiceOptions> & { readonly maxWaitMs?: number } = {},
): Promise<Workbench> {
  const folder = await mkdtemp(join(tmpdir(), 'assetgen-jobs-'));
  const journalDir = join(folder, 'journal');
  const locksDir = join(folder, 'locks');
  const clock = fakeClock();
  const service = fakeService({ now: () => clock.now(), ...options });
  const events: JobEvent[] = [];
  const settled: (number | null)[] = [];
  const client = createClient({
    apiKey: KEY,
    fetch: (request) => service.fetch(request),
    clock,
    random: () => 0.5,
    maxWaitMs: options.maxWaitMs,
  });
  return {
    folder,
    clock,
    service,
    events,
    settled,
    client,
    engine: (ports = {}) =>
      createJobEngine({
        client,
        journal: fileJournal([journalDir, locksDir]),
        // A holder beats by the time of day, which does not pass here.
        locks: localLocks(locksDir, journalDir, clock, ANYWHERE, { staleMs: Infinity }),
        blobs: fileSink(join(folder, 'blobs')),
        clock,
        random: () => 0.5,
        budget: {
          reserve: async () => ({
            settle(points) {
              settled.push(points);
            },
          }),
        },
        emit: (event) => events.push(event),
        ...ports,
      }),
    creates: () => service.counts.get('generateModelWithText') ?? 0,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

export function modelRequest(options: Partial<JobRequest> = {}): JobRequest {
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
