import { beforeEach, describe, expect, it } from 'vitest';
import type { Epoch, RememberingPlace } from '../../store/leases/place-memory.ts';
import type { EpochWatch } from './watch-epoch.ts';
import { watchEpoch } from './watch-epoch.ts';

/** A place of this process. */
let epoch: Epoch | null;
let runId: string;
let isDurable: boolean;
let isAway: boolean;
const place: RememberingPlace = {
  async memory() {
    if (isAway) throw new Error('connect ECONNREFUSED');
    return { epoch, runId, isDurable, settings: 'appendonly no', problems: [] };
  },
  async begin(next, instead) {
    if ((epoch?.id ?? null) === instead) epoch = next;
  },
};

const warnings: string[] = [];
const kept = new Map<string, string>();
beforeEach(() => {
  epoch = null;
  runId = 'first';
  isDurable = false;
  isAway = false;
  warnings.length = 0;
  kept.clear();
});

/** A run of a machine. */
const run = (machine: string, mayBeginAnew = true): EpochWatch =>
  watchEpoch({
    place,
    kept: {
      read: async () => kept.get(machine) ?? null,
      write: async (id) => void kept.set(machine, id),
    },
    mayBeginAnew,
    label: 'redis://cache',
    warn: (code, message) => warnings.push(`${code} ${message}`),
  });
const FORGOT = { code: 'ASSETGEN_FORGOT' };

it('a place that knows nothing yet gets one epoch, whoever comes first', async () => {
  const runs = ['a', 'b', 'c'].map((name) => run(name, false));
  await Promise.all(runs.map((each) => each.learn()));
  for (const each of runs) await each.assertRemembers();
  expect(new Set(kept.values())).toEqual(new Set([epoch?.id]));
  await run('a', false).assertRemembers();
  expect(warnings).toEqual([]);
});

describe.each([true, false])(
  'in the middle of a run, and it may begin anew: %s',
  (mayBeginAnew) => {
    it.each<[string, () => void]>([
      ['its epoch is gone', () => void (epoch = null)],
      ['another run wrote a new one', () => void (epoch = { id: 'new', runId, settings: '' })],
      ['it was started again, and kept little', () => void (runId = 'second')],
    ])('%s: nothing is claimed any more', async (_what, forget) => {
      const one = run('a', mayBeginAnew);
      await one.learn();
      await one.assertRemembers();
      forget();
      await expect(one.assertRemembers()).rejects.toMatchObject(FORGOT);
      await expect(one.assertRemembers()).rejects.toMatchObject(FORGOT);
    });
  },
);

it('what keeps everything may start again', async () => {
  isDurable = true;
  const one = run('a', false);
  await one.learn();
  runId = 'second';
  await one.assertRemembers();
  await run('b', false).assertRemembers();
});

describe('between two runs', () => {
  beforeEach(async () => {
    await run('a').learn();
    epoch = null;
  });

  it('a run that may begin anew does, and says so', async () => {
    await run('a').assertRemembers();
    expect(warnings).toEqual([expect.stringContaining('ASSETGEN_FORGOT')]);
    await run('a').assertRemembers();
    expect(warnings).toHaveLength(1);
  });

  it('another one buys nothing, until the place is taken as it is', async () => {
    const one = run('a', false);
    await one.learn();
    await expect(one.assertRemembers()).rejects.toMatchObject(FORGOT);
    await expect(run('a', false).assertRemembers()).rejects.toMatchObject(FORGOT);
    kept.clear();
    await run('a', false).assertRemembers();
  });

  it('a machine that never saw it notices a restart that kept little', async () => {
    epoch = { id: 'old', runId: 'zero', settings: '' };
    await expect(run('new', false).assertRemembers()).rejects.toMatchObject(FORGOT);
  });
});

it('a place that is away forgot nothing: it is asked again', async () => {
  const one = run('a', false);
  isAway = true;
  await expect(one.learn()).rejects.toThrow('ECONNREFUSED');
  await expect(one.assertRemembers()).rejects.toThrow('ECONNREFUSED');
  isAway = false;
  await one.assertRemembers();
});
