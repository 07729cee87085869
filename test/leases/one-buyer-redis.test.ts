import { describe } from 'vitest';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import { tellOfOneBuyer } from './one-buyer.ts';

describe.skipIf(!hasRedis)('one buyer, by Redis', () =>
  tellOfOneBuyer('Redis', () => startRedis()),
);
