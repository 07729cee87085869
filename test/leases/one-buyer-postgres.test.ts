import { describe } from 'vitest';
import { hasPostgres, startPostgres } from '../support/postgres-server.ts';
import { tellOfOneBuyer } from './one-buyer.ts';

describe.skipIf(!hasPostgres)('one buyer, by Postgres', () =>
  tellOfOneBuyer('Postgres', () => startPostgres()),
);
