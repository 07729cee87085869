import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCrew } from './create-crew.ts';

/** A task that ends when it is told to. */
function task() {
  let resolve = (): void => {};
  let reject = (_error: Error): void => {};
  const promise = new Promise<void>((...ways) => {
    [resolve, reject] = ways;
  });
  return { promise, resolve, reject };
}

/** Whether a promise has ended by now. */
async function hasEnded(promise: Promise<void>): Promise<boolean> {
  let ended = false;
  void promise.then(() => (ended = true));
  await setImmediate();
  return ended;
}

test('a task that could begin is held back while as many are under way', async () => {
  const crew = createCrew(2);
  const [first, second, third] = [task(), task(), task()];
  await crew.hasRoom();
  crew.add(first.promise, true);
  await crew.hasRoom();
  crew.add(second.promise, true);
  const room = crew.hasRoom();
  expect(await hasEnded(room)).toBe(false);
  second.resolve();
  expect(await hasEnded(room)).toBe(true);
  crew.add(third.promise, true);
  const done = crew.isDone();
  first.resolve();
  expect(await hasEnded(done)).toBe(false);
  third.resolve();
  expect(await hasEnded(done)).toBe(true);
});

test('a task that waits for others keeps nobody from beginning, and is waited for', async () => {
  const crew = createCrew(1);
  const [waiting, free] = [task(), task()];
  crew.add(waiting.promise, false);
  expect(await hasEnded(crew.hasRoom())).toBe(true);
  crew.add(free.promise, true);
  free.resolve();
  const done = crew.isDone();
  expect(await hasEnded(done)).toBe(false);
  waiting.resolve();
  expect(await hasEnded(done)).toBe(true);
});

test('the first failure ends the wait for room and for the end', async () => {
  const crew = createCrew(1);
  const [failing, other] = [task(), task()];
  crew.add(failing.promise, true);
  crew.add(other.promise, true);
  const room = crew.hasRoom();
  failing.reject(new Error('no such place'));
  await expect(room).rejects.toThrow('no such place');
  await expect(crew.isDone()).rejects.toThrow('no such place');
  other.resolve();
});

test('nothing to do is done', async () => {
  await createCrew(1).isDone();
});
