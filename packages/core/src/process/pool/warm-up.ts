import type { LocalStep } from '../local-step.ts';
import type { Places } from './places.ts';
import type { PoolPorts } from './step-pool.ts';

/** Starts workers for tasks that are to come. */
export interface WarmUp {
  /** Says that a task is to come, `isNear` in no time. The result is called once, when it came or never will. */
  expect(step: LocalStep, isNear: boolean): () => void;
  close(): void;
}

/** A moment after the first task is expected, at once for a near one, there is a worker for each, and these stay. */
export function createWarmUp(
  { size, soon }: Pick<PoolPorts, 'size' | 'soon'>,
  places: Places,
): WarmUp {
  let expected = 0;
  /** How many of these are near. */
  let near = 0;
  /** Whether the moment is over. */
  let isDue = false;
  let isClosed = false;
  let callOff = (): void => undefined;

  function start(step: LocalStep): void {
    if (isClosed) return;
    while (places.count < Math.min(size, isDue ? expected : near)) places.add();
    places.prepare(step);
  }

  return {
    expect(step, isNear) {
      expected += 1;
      if (isNear) near += 1;
      if (expected === 1) {
        places.keep(true);
        callOff = soon(() => {
          isDue = true;
          start(step);
        });
      }
      if (isDue || isNear) start(step);
      return function came() {
        expected -= 1;
        if (isNear) near -= 1;
        if (expected > 0) return;
        callOff();
        isDue = false;
        places.keep(false);
      };
    },
    close() {
      isClosed = true;
      callOff();
    },
  };
}
