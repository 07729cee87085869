import { systemClock } from '@assetgen/client';
import type {
  LeaseTimes,
  SharedOperations,
} from '../../packages/core/src/store/leases/shared-operations.ts';
import { postgresOperations } from '../../packages/core/src/store/leases/postgres-operations.ts';
import { redisOperations } from '../../packages/core/src/store/leases/redis-operations.ts';
import { openPostgres } from '../../packages/core/src/store/remote/postgres-connection.ts';
import { openRedis } from '../../packages/core/src/store/remote/redis-connection.ts';

/** A test shares its cores with all the others. */
const MS = 60_000;

/** The operations of a team at a URL, as the pipeline opens them. */
export function openOperations(url: string, times: LeaseTimes): SharedOperations {
  return url.startsWith('redis:')
    ? redisOperations(openRedis(url, 'test', MS, systemClock), MS, systemClock, times)
    : postgresOperations(openPostgres(url, 'test', { connectMs: MS, indexMs: MS }), times);
}
