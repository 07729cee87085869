import { systemClock } from '@assetgen/client';
import type {
  LeaseTimes,
  SharedOperations,
} from '../../packages/core/src/store/leases/shared-operations.ts';
import type { RememberingPlace } from '../../packages/core/src/store/leases/place-memory.ts';
import { postgresOperations } from '../../packages/core/src/store/leases/postgres-operations.ts';
import { redisOperations } from '../../packages/core/src/store/leases/redis-operations.ts';
import { resolveRemote } from '../../packages/core/src/config/resolve-remote.ts';
import { createHttpExchange } from '../../packages/core/src/node/create-http-exchange.ts';
import { s3Operations } from '../../packages/core/src/store/leases/s3-operations.ts';
import { conditionalObjects } from '../../packages/core/src/store/remote/conditional-objects.ts';
import { s3Requests } from '../../packages/core/src/store/remote/s3-requests.ts';
import { openPostgres } from '../../packages/core/src/store/remote/postgres-connection.ts';
import { openRedis } from '../../packages/core/src/store/remote/redis-connection.ts';

export type TeamOperations = SharedOperations & RememberingPlace;

/** A test shares its cores with all the others. */
const MS = 60_000;

/** The operations of a team at a URL, as the pipeline opens them. */
export function openOperations(
  url: string,
  times: LeaseTimes,
  env: Readonly<Record<string, string>> = {},
): TeamOperations {
  if (url.startsWith('redis:')) {
    return redisOperations(openRedis(url, 'test', MS, systemClock), MS, systemClock, times);
  }
  if (url.startsWith('postgres:')) {
    const connection = openPostgres(url, 'test', { connectMs: MS, indexMs: MS }, systemClock);
    return postgresOperations(connection, times);
  }
  const remote = resolveRemote({ remote: url }, (name) => env[name]);
  if (typeof remote === 'string') throw new Error(remote);
  const exchange = createHttpExchange({ connectMs: MS, idleMs: MS, leastRate: 32_768 });
  const objects = conditionalObjects(s3Requests(url, remote.aws), exchange);
  const close = (): Promise<void> => exchange.close();
  return s3Operations(objects, MS, systemClock, Math.random, close, times);
}
