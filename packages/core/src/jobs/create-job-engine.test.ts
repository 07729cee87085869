import { existsSync, readFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fingerprint } from '../brands.ts';
import { createBudget } from '../run/guards/create-budget.ts';
import { createJobTimes } from './poll/job-times.ts';
import { tinyGlb } from './testing/fake-service.ts';
import {
  FINGERPRINT,
  KEY,
  PROMPT,
  modelRequest as request,
  workbench,
} from './testing/workbench.ts';
import type { Workbench } from './testing/workbench.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await workbench({ jobMs: () => 60_000 });
});
afterEach(() => bench.close());

describe('obtain', () => {
  it('submits, waits, downloads into the store', async () => {
    const outcome = await bench.clock.run(bench.engine().obtain(request()));
    expect(outcome).toMatchObject({ points: 20, submitted: true, variants: [{ status: 'done' }] });
    expect(bench.creates()).toBe(1);
    const [blob] = await readdir(join(bench.folder, 'blobs'));
    const uuid = outcome.variants[0]?.uuid ?? '';
    expect(new Uint8Array(await readFile(join(bench.folder, 'blobs', blob ?? '')))).toEqual(
      new Uint8Array(tinyGlb(uuid)),
    );
  });

  it('reports the end of a download once, whatever its size', async () => {
    const sizes = [1, 300_000];
    for (const [ordinal, size] of sizes.entries()) {
      const large = await workbench({ bytes: () => tinyGlb('x'.repeat(size)) });
      await large.clock.run(large.engine().obtain(request({ ordinal })));
      const bytes = large.events.flatMap((each) =>
        each.type === 'downloading' ? [each.bytes] : [],
      );
      await large.close();
      expect(bytes).toEqual([tinyGlb('x'.repeat(size)).length]);
    }
  });

  it('tells how long earlier jobs of the operation took, where that is known', async () => {
    const expected = () => bench.events.filter(({ type }) => type === 'expected');
    await bench.clock.run(bench.engine().obtain(request()));
    expect(expected()).toEqual([]);
    const times = {
      generateModelWithText: [30_000, 60_000, 90_000].map((ms) => [ms, ms] as const),
    };
    const engine = bench.engine({ jobTimes: createJobTimes(times) });
    await bench.clock.run(engine.obtain(request({ ordinal: 1 })));
    expect(expected()).toMatchObject([{ asset: 'dragon', totalMs: 60_000 }]);
  });

  it('sends the create first whose place is lowest, of those that wait', async () => {
    const engine = bench.engine({ concurrency: 1 });
    const places = [3, 0, 2, 1];
    const jobs = places.map((place) =>
      engine.obtain(request({ ordinal: place, asset: `a${place}`, place })),
    );
    await bench.clock.run(Promise.all(jobs));
    const sent = bench.events.flatMap((each) => (each.type === 'submitting' ? [each.asset] : []));
    // The first to come found nobody before it.
    expect(sent).toEqual(['a3', 'a0', 'a1', 'a2']);
    expect(bench.creates()).toBe(4);
  });

  it('resumes from the journal, and pays nothing again', async () => {
    await bench.clock.run(bench.engine().obtain(request()));
    const again = await bench.clock.run(bench.engine().obtain(request()));
    expect(again.submitted).toBe(false);
    expect(bench.creates()).toBe(1);
    expect(bench.events.some((event) => event.type === 'resumed')).toBe(true);
  });

  it('writes neither key nor prompt nor URL into the journal', async () => {
    await bench.clock.run(bench.engine().obtain(request()));
    for (const dir of ['journal', 'locks']) {
      for (const name of await readdir(join(bench.folder, dir))) {
        const text = await readFile(join(bench.folder, dir, name), 'utf8');
        expect(text).not.toContain(KEY);
        expect(text).not.toContain(PROMPT);
        expect(text).not.toMatch(/https?:/);
      }
    }
  });

  it('tells which creates are in flight, until their outcome is in the journal', async () => {
    const told: unknown[] = [];
    const engine = bench.engine({
      emit(event) {
        if (event.type !== 'in-flight') return;
        const file = join(bench.folder, 'journal', `${FINGERPRINT}-0.jsonl`);
        const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
        const states = [...text.matchAll(/"state":"(\w+)"/g)].map(([, state]) => state);
        told.push([event.creates, states]);
      },
    });
    await bench.clock.run(engine.obtain(request()));
    expect(told).toEqual([
      [[{ asset: 'dragon', points: 20 }], []],
      [[], ['sending', 'accepted']],
    ]);
  });

  it('joins two calls for one recipe', async () => {
    const engine = bench.engine();
    const both = Promise.all([engine.obtain(request()), engine.obtain(request())]);
    await bench.clock.run(both);
    expect(bench.creates()).toBe(1);
  });

  it('buys each ordinal once', async () => {
    const engine = bench.engine();
    await bench.clock.run(engine.obtain(request()));
    await bench.clock.run(engine.obtain(request({ ordinal: 1 })));
    expect(bench.creates()).toBe(2);
  });
});

/** Distinct recipes. */
const many = (count: number) =>
  Array.from({ length: count }, (_each, index) =>
    request({ asset: `asset-${index}`, fingerprint: fingerprint(index) }),
  );
const fingerprint = (index: number): Fingerprint => String(index).padStart(64, '0') as Fingerprint;

describe('jobs that wait at the service', () => {
  it('hold no slot: 64 of a minute take little more than one', async () => {
    let underWay = 0;
    let most = 0;
    let meet = (): void => undefined;
    // The clock may run ahead of a busy disk: the first create waits for as many as there are slots.
    const met = new Promise<void>((resolve) => (meet = resolve));
    await bench.close();
    bench = await workbench({
      jobMs: () => 60_000,
      async fault(operation) {
        if (operation !== 'generateModelWithText') return undefined;
        underWay += 1;
        most = Math.max(most, underWay);
        if (underWay === 4) meet();
        await met;
        await bench.clock.sleep(50);
        underWay -= 1;
        return undefined;
      },
    });
    const started = bench.clock.now();
    const engine = bench.engine({ concurrency: 4 });
    await bench.clock.run(Promise.all(many(64).map((each) => engine.obtain(each))));
    expect(bench.creates()).toBe(64);
    // Creates are requests, and those do hold one.
    expect(most).toBe(4);
    expect(bench.clock.now() - started).toBeLessThan(80_000);
  });

  it('are no more than may be in flight', async () => {
    const started = bench.clock.now();
    const engine = bench.engine({ maxInFlight: 8 });
    await bench.clock.run(Promise.all(many(16).map((each) => engine.obtain(each))));
    expect(bench.clock.now() - started).toBeGreaterThan(120_000);
  });

  it('spend no more than one at a time would: a 402 ends all creates, and a budget those beyond it', async () => {
    await bench.close();
    bench = await workbench({
      jobMs: () => 60_000,
      fault: (operation, count) =>
        operation === 'generateModelWithText' && count > 5
          ? Response.json({ message: 'no points are left' }, { status: 402 })
          : undefined,
    });
    const poor = bench.engine({ concurrency: 2 });
    const settled = await bench.clock.run(
      Promise.allSettled(many(64).map((each) => poor.obtain(each))),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    // Of those that were on their way at once, one may have come beside the first.
    expect(bench.creates()).toBeLessThanOrEqual(7);

    await bench.close();
    bench = await workbench({ jobMs: () => 60_000 });
    const thrifty = bench.engine({ budget: createBudget(100) });
    await bench.clock.run(Promise.allSettled(many(64).map((each) => thrifty.obtain(each))));
    expect(bench.creates()).toBe(5);
  });
});
