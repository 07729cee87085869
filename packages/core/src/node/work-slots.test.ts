import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createWorkSlots } from './work-slots.ts';

/** Something that is waited for until somebody opens it. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Counts how many do something at once. */
function gauge() {
  let now = 0;
  let most = 0;
  return {
    most: () => most,
    async hold(ms: number): Promise<void> {
      now += 1;
      most = Math.max(most, now);
      await delay(ms);
      now -= 1;
    },
  };
}

it('as many work at once as there are slots; those that wait outside hold none', async () => {
  const slots = createWorkSlots(2, 100);
  const work = gauge();
  const wait = gauge();
  await Promise.all(
    Array.from({ length: 20 }, () =>
      slots.run(async (slot) => {
        await work.hold(1);
        await slot.outside(() => wait.hold(30));
        await work.hold(1);
      }),
    ),
  );
  expect(work.most()).toBe(2);
  expect(wait.most()).toBeGreaterThan(10);
});

it('no more begin than may be under way', async () => {
  const slots = createWorkSlots(2, 5);
  const wait = gauge();
  await Promise.all(
    Array.from({ length: 20 }, () => slots.run((slot) => slot.outside(() => wait.hold(5)))),
  );
  expect(wait.most()).toBe(5);
});

it('a task that waits for several things gives its slot back once, and takes it again once', async () => {
  const slots = createWorkSlots(1, 10);
  const work = gauge();
  await Promise.all(
    Array.from({ length: 4 }, () =>
      slots.run(async (slot) => {
        await Promise.all([1, 5, 9].map((ms) => slot.outside(() => delay(ms))));
        await work.hold(2);
      }),
    ),
  );
  expect(work.most()).toBe(1);
});

it('what goes on comes before what begins; a failure gives everything back', async () => {
  const slots = createWorkSlots(1, 10);
  const order: string[] = [];
  const [first, second, end] = [gate(), gate(), gate()];
  const a = slots.run(async (slot) => {
    await slot.outside(() => first.opened);
    order.push('a goes on');
    await end.opened;
  });
  const b = slots.run(async (slot) => {
    await slot.outside(() => second.opened);
    order.push('b goes on');
    throw new Error('b');
  });
  first.open();
  await delay(1);
  // The slot is taken: one waits to begin, then another to go on.
  const late = slots.run(async () => void order.push('d begins'));
  second.open();
  await delay(1);
  end.open();
  await a;
  await expect(b).rejects.toThrow('b');
  await late;
  expect(order).toEqual(['a goes on', 'b goes on', 'd begins']);
  await slots.run(async () => undefined);
});

it('promises of the process carry nothing of it when no task runs', async () => {
  // Each storage of Node 20 that is on writes to every promise that is made.
  const written = (): number => Object.getOwnPropertySymbols(Promise.resolve()).length;
  const before = written();
  for (let run = 0; run < 3; run++) {
    const slots = createWorkSlots(1, 1);
    await slots.run((slot) => slot.outside(() => Promise.resolve()));
  }
  expect(written()).toBe(before);
});

it('of those that wait the one with the lowest place begins first, and knows its place', async () => {
  const slots = createWorkSlots(1, 10);
  const order: number[] = [];
  const end = gate();
  const first = slots.run(() => end.opened, 0);
  const others = [5, 2, 9, 2, 1].map((place) =>
    slots.run(async (slot) => {
      await slot.outside(() => Promise.resolve());
      order.push(slot.place);
    }, place),
  );
  await delay(1);
  end.open();
  await Promise.all([first, ...others]);
  expect(order).toEqual([1, 2, 2, 5, 9]);
});
