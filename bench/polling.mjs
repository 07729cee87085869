// Waiting for jobs, simulated with a fake clock: how much time the poll schedule adds, with how
// many polls, and how near many jobs come to what a rate limit allows. The engine, the client and
// its rate limiter are the real ones; only time and the service are not.
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { quick, report } from './report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const server = await createServer({
  configFile: false,
  root,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const { mean, quantile, simulateMany, simulateOne } = await server.ssrLoadModule(
  '/packages/core/src/jobs/testing/simulation.ts',
);

for (const [progress, polls] of [
  ['linear', 10],
  ['none', 20],
]) {
  const jobs = [];
  for (let seed = 0; seed < (quick ? 200 : 1000); seed++) {
    jobs.push(await simulateOne(seed, progress));
  }
  const added = jobs.map((job) => job.added * 100);
  const name = progress === 'linear' ? 'progress reported' : 'progress unknown';
  report({ name: `one job, ${name}: time added, mean`, value: mean(added), target: 5, unit: '%' });
  report({
    name: `one job, ${name}: time added, p95`,
    value: quantile(added, 0.95),
    target: 10,
    unit: '%',
  });
  report({
    name: `one job, ${name}: polls`,
    value: mean(jobs.map((job) => job.polls)),
    target: polls,
  });
}

for (const seed of quick ? [1] : [1, 2, 3]) {
  const run = await simulateMany({ jobs: 1000, perMinute: 300, seed });
  report({
    name: `1,000 jobs at 300 a minute: makespan (${seed})`,
    value: run.makespanMs / 1000,
    target: (1.05 * run.limitMs) / 1000,
    unit: 's',
  });
  report({ name: `1,000 jobs at 300 a minute: 429s (${seed})`, value: run.refused, target: 120 });
  report({ name: `1,000 jobs: creates (${seed})`, value: run.creates, target: 1000 });
}
await server.close();
