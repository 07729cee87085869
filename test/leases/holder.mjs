// Holds a lease until it is told to claim: node holder.mjs URL NAME TIMES. Reads the built package.
import { createInterface } from 'node:readline';
import { systemClock } from '@assetgen/client';
import { builtModule } from '../../scripts/built-module.mjs';

const load = (path) => builtModule(`packages/core/src/${path}`);
const { postgresOperations } = await load('store/leases/postgres-operations.ts');
const { redisOperations } = await load('store/leases/redis-operations.ts');
const { s3Operations } = await load('store/leases/s3-operations.ts');
const { conditionalObjects } = await load('store/remote/conditional-objects.ts');
const { openPostgres } = await load('store/remote/postgres-connection.ts');
const { openRedis } = await load('store/remote/redis-connection.ts');
const { s3Requests } = await load('store/remote/s3-requests.ts');
const { createHttpExchange } = await load('node/create-http-exchange.ts');
const { resolveRemote } = await load('config/resolve-remote.ts');

const [url, name, times] = process.argv.slice(2);
const parsed = JSON.parse(times);
/** As in the tests: a process that shares its cores with all of them answers late. */
const MS = 60_000;
const operations = url.startsWith('redis:')
  ? redisOperations(openRedis(url, 'holder', MS, systemClock), MS, systemClock, parsed)
  : url.startsWith('postgres:')
    ? postgresOperations(openPostgres(url, 'holder', { connectMs: MS, indexMs: MS }), parsed)
    : openBucket();

function openBucket() {
  const { aws } = resolveRemote({ remote: url }, (variable) => process.env[variable]);
  const exchange = createHttpExchange({ connectMs: MS, idleMs: MS, leastRate: 32_768 });
  const objects = conditionalObjects(s3Requests(url, aws), exchange);
  return s3Operations(objects, MS, systemClock, Math.random, () => exchange.close(), parsed);
}

const lease = await operations.tryAcquire(name);
console.log(lease === null ? 'not held' : 'held');
for await (const line of createInterface(process.stdin)) {
  if (line !== 'claim') continue;
  const won = await operations.appendAfter(name, 0, 'of the stopped', lease).catch(() => false);
  console.log(String(won));
}
