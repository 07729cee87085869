import { expect, test } from 'vitest';
import { injectFaults } from '../../scripts/scale/faults.mjs';
import { REPOSITORY } from '../support/app.ts';
import { hasRedis } from '../support/redis-server.ts';

// The short form of `npm run scale -- --faults`, which takes hundreds and all engines.
test.skipIf(!hasRedis)(
  'machines over one Redis that fails now and then: each asset is bought once, all have it',
  async () => {
    const rows = await injectFaults((path) => import(`${REPOSITORY}/${path}`), {
      faults: 4,
      lanes: 2,
      engines: ['Redis'],
      assets: 4,
      most: { faults: 2, ms: 2_000 },
      seed: Date.now(),
    });
    const sum = (key: 'faults' | 'duplicatePoints' | 'settleable' | 'wrongBytes' | 'broken') =>
      rows.reduce((total, row) => total + row[key], 0);
    expect(sum('faults')).toBeGreaterThanOrEqual(2);
    expect(rows.filter((row) => row.duplicatePoints + row.settleable + row.wrongBytes > 0)).toEqual(
      [],
    );
    expect(rows.filter(({ broken }) => broken > 0)).toEqual([]);
  },
);
