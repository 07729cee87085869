import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createWorkSlots } from './work-slots.ts';

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
      slots.run(async () => {
        await work.hold(1);
        await slots.outside(() => wait.hold(30));
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
    Array.from({ length: 20 }, () => slots.run(() => slots.outside(() => wait.hold(5)))),
  );
  expect(wait.most()).toBe(5);
});

it('a task that waits for several things gives its slot back once, and takes it again once', async () => {
  const slots = createWorkSlots(1, 10);
  const work = gauge();
  await Promise.all(
    Array.from({ length: 4 }, () =>
      slots.run(async () => {
        await Promise.all([1, 5, 9].map((ms) => slots.outside(() => delay(ms))));
        await work.hold(2);
      }),
    ),
  );
  expect(work.most()).toBe(1);
});

it('what goes on comes before what begins; a failure gives everything back', async () => {
  const slots = createWorkSlots(1, 10);
  const order: string[] = [];
  const task = (name: string, ms: number) =>
    slots.run(async () => {
      order.push(`${name} begins`);
      await slots.outside(() => delay(ms));
      order.push(`${name} goes on`);
      await delay(20);
      if (name === 'b') throw new Error(name);
    });
  const settled = Promise.allSettled([task('a', 1), task('b', 5), task('c', 5)]);
  await delay(2);
  const late = slots.run(async () => void order.push('d begins'));
  const [, b] = await settled;
  expect(b?.status).toBe('rejected');
  await late;
  expect(order.indexOf('d begins')).toBeGreaterThan(order.indexOf('b goes on'));
  await slots.run(async () => undefined);
});

it('outside of any task it only waits', async () => {
  const slots = createWorkSlots(1, 1);
  await expect(slots.outside(async () => 7)).resolves.toBe(7);
});
