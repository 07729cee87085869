import { expect, it } from 'vitest';
import { createRequestWindow } from './request-window.ts';

const MINUTE = 60_000;
const count = (cycleMs: number): number => (300 * cycleMs) / MINUTE;

function send(window: ReturnType<typeof createRequestWindow>, requests: number, now: number): void {
  for (let request = 0; request < requests; request += 1) window.sent(now);
}

it('takes nothing at once before a window is known', () => {
  const window = createRequestWindow();
  window.opened(null, 0);
  expect(window.takes(1, 0, count)).toBe(false);
  expect(window.refused(count)).toBe(false);
});

it('takes nothing at once where more wait than fit: it is spread', () => {
  const window = createRequestWindow();
  window.opened(MINUTE, 1_000);
  expect(window.takes(300, 1_000, count)).toBe(false);
  send(window, 100, 2_000);
  expect(window.takes(200, 2_000, count)).toBe(false);
});

it('takes what fits, and what comes after that, until it is full', () => {
  const window = createRequestWindow();
  window.opened(MINUTE, 1_000);
  expect(window.takes(299, 1_000, count)).toBe(true);
  send(window, 298, 2_000);
  expect(window.takes(50, 2_000, count)).toBe(true);
  send(window, 1, 2_000);
  expect(window.takes(1, 2_000, count)).toBe(false);
});

it('begins anew a little after its time, as clocks differ', () => {
  const window = createRequestWindow();
  window.opened(MINUTE, 0);
  send(window, 299, 1_000);
  expect(window.takes(1, MINUTE, count)).toBe(false);
  expect(window.takes(300, MINUTE + 50, count)).toBe(true);
});

it('is no window where what went out at once was refused early, and is not taken for one again', () => {
  const window = createRequestWindow();
  window.opened(MINUTE, 0);
  window.takes(10, 0, count);
  expect(window.refused(count)).toBe(true);
  window.opened(MINUTE, MINUTE);
  expect(window.takes(1, MINUTE, count)).toBe(false);
});

it('is full where it was refused near its end, and begins when it opens', () => {
  const window = createRequestWindow();
  window.opened(MINUTE, 0);
  window.takes(10, 0, count);
  send(window, 280, 1_000);
  expect(window.refused(count)).toBe(true);
  expect(window.takes(1, 2_000, count)).toBe(false);
  window.opened(null, 58_000);
  expect(window.takes(1, 58_000, count)).toBe(true);
});

it('a refusal of what was spread says nothing of it', () => {
  const window = createRequestWindow();
  window.opened(MINUTE, 0);
  window.takes(1_000, 0, count);
  expect(window.refused(count)).toBe(false);
  window.opened(null, 500);
  expect(window.takes(1, 1_000, count)).toBe(true);
});
