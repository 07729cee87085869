// 200 jobs over a real socket against the local service with a limit of requests a minute: no
// create twice, and how near the whole comes to what the rate allows. Minutes go by ten times as
// fast for service and engine alike, so that it takes seconds.
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { RateLimitError, createClient } from '@assetgen/client';
import { createService } from '@assetgen/service';
import { quick, report } from './report.mjs';
import { builtModule } from '../scripts/built-module.mjs';

const { createJobEngine, fileJournal, localLocks } = await builtModule(
  'packages/core/src/jobs/index.ts',
);

const SPEED = 10;
const JOBS = quick ? 60 : 200;
const PER_MINUTE = quick ? 80 : 240;

const clock = {
  now: () => performance.now() * SPEED,
  sleep: (ms, { signal } = {}) => delay(ms / SPEED, undefined, { signal }),
};

const folder = await mkdtemp(join(tmpdir(), 'assetgen-rate-'));
// Light results: what is measured is the waiting, not how fast pictures are drawn.
const service = createService({ rate: PER_MINUTE, draft: true, now: clock.now });
const { url, close } = await service.listen();
const counts = { creates: 0, refused: 0, requests: 0 };
const client = createClient({ apiKey: 'bench', apiUrl: url, clock });
const counted = {
  ...client,
  async createNormalPicture(input, options) {
    try {
      return await client.createNormalPicture(input, {
        ...options,
        beforeSend: async () => {
          await options.beforeSend();
          counts.creates += 1;
        },
      });
    } catch (error) {
      if (error instanceof RateLimitError) counts.refused += 1;
      throw error;
    }
  },
};
const journalDir = join(folder, 'journal');
const locksDir = join(folder, 'locks');
const engine = createJobEngine({
  client: counted,
  clock,
  journal: fileJournal([journalDir, locksDir]),
  locks: localLocks(locksDir, journalDir, clock),
  random: Math.random,
  budget: { reserve: async () => ({ settle: () => undefined }) },
  concurrency: JOBS,
  downloads: { least: 8, most: 8, bytes: 0 },
  blobs: {
    async put(source) {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
      }
      return { digest: `sha256-${hash.digest('hex')}`, bytes };
    },
  },
});

const started = clock.now();
const outcomes = await Promise.all(
  Array.from({ length: JOBS }, (_each, index) =>
    engine.obtain({
      fingerprint: createHash('sha256').update(String(index)).digest('hex'),
      ordinal: 0,
      asset: `picture-${index}`,
      create: { operation: 'createNormalPicture', input: { prompt: 'a picture' } },
      result: 'image',
      estimate: null,
    }),
  ),
);
const seconds = (clock.now() - started) / 1000;
// A create and a poll for each job, at the rate of the limit.
const limit = (2 * JOBS * 60) / PER_MINUTE;
const done = outcomes.filter(({ variants }) => variants[0]?.status === 'done').length;

report({ name: `${JOBS} jobs over a socket: done`, value: done, target: JOBS, better: 'higher' });
report({
  name: `${JOBS} jobs over a socket: creates sent, without refused ones`,
  value: counts.creates - counts.refused,
  target: JOBS,
});
report({
  name: `${JOBS} jobs at ${PER_MINUTE} requests a minute: makespan`,
  value: seconds,
  target: 1.1 * limit,
  unit: 's',
});
await client.close();
await close();
await service.close();
await rm(folder, { recursive: true, force: true });
