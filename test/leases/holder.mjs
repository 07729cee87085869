// Holds a lease until it is told to claim: node holder.mjs URL NAME TIMES. Reads the built package.
import { createInterface } from 'node:readline';
import { systemClock } from '@assetgen/client';
import { builtModule } from '../../scripts/built-module.mjs';

const { postgresOperations } = await builtModule(
  'packages/core/src/store/leases/postgres-operations.ts',
);
const { redisOperations } = await builtModule('packages/core/src/store/leases/redis-operations.ts');
const { openPostgres } = await builtModule('packages/core/src/store/remote/postgres-connection.ts');
const { openRedis } = await builtModule('packages/core/src/store/remote/redis-connection.ts');

const [url, name, times] = process.argv.slice(2);
const parsed = JSON.parse(times);
const operations = url.startsWith('redis:')
  ? redisOperations(openRedis(url, 'holder', 5_000, systemClock), 5_000, systemClock, parsed)
  : postgresOperations(openPostgres(url, 'holder', { connectMs: 5_000, indexMs: 5_000 }), parsed);
const lease = await operations.tryAcquire(name);
console.log(lease === null ? 'not held' : 'held');
for await (const line of createInterface(process.stdin)) {
  if (line !== 'claim') continue;
  const won = await operations.appendAfter(name, 0, 'of the stopped', lease).catch(() => false);
  console.log(String(won));
}
