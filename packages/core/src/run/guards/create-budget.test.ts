import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reservation } from '../../jobs/job-engine.ts';
import { createBudget } from './create-budget.ts';

/** Lets every promise that can settle do so. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** The state of a promise after that: 'waits', 'done', or the code of its error. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  const state = promise.then(
    () => 'done',
    (error: unknown) => String((error as { code?: unknown }).code ?? error),
  );
  await settled();
  return Promise.race([state, Promise.resolve('waits')]);
}

describe('a budget', () => {
  it('takes what a create may cost before it goes out, and gives back what it did not', async () => {
    const budget = createBudget(100);
    const first = await budget.reserve('a', 60);
    await expect(budget.reserve('b', 60)).rejects.toMatchObject({
      code: 'ASSETGEN_BUDGET',
      message: 'b needs 60 points; 40 of the budget of 100 are left',
    });
    first.settle(30);
    await budget.reserve('b', 60);
    await expect(budget.reserve('c', 11)).rejects.toThrow('10 of the budget of 100 are left');
    expect(budget.spent).toBe(30);
  });

  it('counts what stays unknown as spent', async () => {
    const budget = createBudget(100);
    (await budget.reserve('a', 60)).settle(null);
    expect(budget.spent).toBeNull();
    await expect(budget.reserve('b', 41)).rejects.toThrow('40 of the budget of 100');
  });

  it('counts a charge once, though it is settled twice', async () => {
    const budget = createBudget(100);
    const reservation = await budget.reserve('a', 60);
    reservation.settle(60);
    reservation.settle(60);
    expect(budget.spent).toBe(60);
    await budget.reserve('b', 40);
  });

  it('of 0 lets nothing out that costs, and all that does not', async () => {
    const budget = createBudget(0);
    await budget.reserve('free', 0);
    await expect(budget.reserve('a', 1)).rejects.toMatchObject({ code: 'ASSETGEN_BUDGET' });
    await expect(createBudget(0).reserve('b', null)).rejects.toMatchObject({
      code: 'ASSETGEN_BUDGET',
    });
  });

  it('without a limit lets all go at once', async () => {
    const budget = createBudget(null);
    const all = await Promise.all([1e9, null, 5].map((points) => budget.reserve('a', points)));
    all.forEach((each) => each.settle(7));
    expect(budget.spent).toBe(21);
  });
});

describe('a create of unknown price, with a limit', () => {
  it('goes alone: it waits for those under way, and the others for it', async () => {
    const budget = createBudget(100);
    const known = await budget.reserve('known', 30);
    const unknown = budget.reserve('unknown', null);
    const later = budget.reserve('later', 10);
    expect([await stateOf(unknown), await stateOf(later)]).toEqual(['waits', 'waits']);
    known.settle(30);
    expect([await stateOf(unknown), await stateOf(later)]).toEqual(['done', 'waits']);
    (await unknown).settle(65);
    await expect(later).rejects.toThrow('later needs 10 points; 5 of the budget of 100 are left');
  });

  it('comes after one that is alike, and is refused when that one took all', async () => {
    const budget = createBudget(100);
    const first = await budget.reserve('first', null);
    const second = budget.reserve('second', null);
    expect(await stateOf(second)).toBe('waits');
    first.settle(100);
    await expect(second).rejects.toThrow('second needs an unknown number of points; 0 of the');
    expect(await stateOf(budget.reserve('free', 0))).toBe('done');
  });

  it('may be aborted while it waits, and then holds up nobody', async () => {
    const budget = createBudget(100);
    const first = await budget.reserve('first', null);
    const stop = new AbortController();
    const second = budget.reserve('second', null, { signal: stop.signal });
    const third = budget.reserve('third', 10);
    stop.abort(new Error('stopped'));
    await expect(second).rejects.toThrow('stopped');
    expect(await stateOf(third)).toBe('waits');
    first.settle(20);
    expect(await stateOf(third)).toBe('done');
  });

  it('refused because it is aborted already, takes nothing', async () => {
    const budget = createBudget(10);
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(budget.reserve('a', 10, { signal })).rejects.toThrow('stopped');
    await budget.reserve('b', 10);
  });
});

describe('with known prices', () => {
  it('never overspends, whatever comes in whatever order, and never hangs', async () => {
    const job = fc.record({
      price: fc.nat(60),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      fate: fc.constantFrom('charged', 'nothing', 'unknown'),
      turns: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(200), fc.array(job, { maxLength: 25 }), async (limit, jobs) => {
        const budget = createBudget(limit);
        let most = 0;
        let charged = 0;
        await Promise.all(
          jobs.map(async ({ price, share, fate, turns }) => {
            let reservation: Reservation;
            try {
              reservation = await budget.reserve('a', price);
            } catch {
              return;
            }
            for (let turn = 0; turn < turns; turn++) await Promise.resolve();
            const points = fate === 'nothing' ? 0 : Math.floor(price * share);
            // Of an unknown charge, the service may have taken all.
            charged += fate === 'unknown' ? price : points;
            most = Math.max(most, charged);
            reservation.settle(fate === 'unknown' ? null : points);
          }),
        );
        expect(most).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 150 },
    );
  });
});
