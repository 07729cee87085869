import type { CreateInFlight } from '@assetgen/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInterruption } from './interruption.ts';
import type { Interruption } from './interruption.ts';

const listeners = new Map<string, () => void>();
const exits: number[] = [];
const lines: string[] = [];
let now: number;
let interruption: Interruption;

beforeEach(() => {
  vi.useFakeTimers();
  listeners.clear();
  exits.length = 0;
  lines.length = 0;
  now = 0;
  interruption = createInterruption({
    on: (signal, listener) => void listeners.set(signal, listener),
    exit: (code) => void exits.push(code),
    err: (text) => void lines.push(text),
    now: () => now,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

function send(signal = 'SIGINT', afterMs = 1_000): void {
  now += afterMs;
  listeners.get(signal)?.();
}

function fly(...creates: readonly CreateInFlight[]): void {
  interruption.hear({ type: 'in-flight', creates, free: false, limitMs: 130_000 });
}

const HERO = { asset: 'hero', points: 20 };

describe('an interruption', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s asks to stop, a second ends', (signal) => {
    send(signal);
    expect(interruption.signal.aborted).toBe(true);
    expect(lines).toEqual(['Stopping; press Ctrl-C again to end at once.']);
    expect(exits).toEqual([]);
    send(signal);
    expect(exits).toEqual([130]);
  });

  it('says what it waits for, for how long, and what that may cost', () => {
    fly(HERO, { asset: 'boss', points: 20 });
    send();
    expect(lines).toEqual([
      'Stopping. Waiting for the answer to 2 submissions (hero, boss), 130 s at most: it may cost up to 40 points; only the answer can tell.',
    ]);
    fly({ asset: 'a', points: null }, HERO, { asset: 'b', points: 1 }, { asset: 'c', points: 1 });
    send();
    expect(lines[1]).toBe(
      'Waiting for the answer to 4 submissions (a, hero, b, …), 130 s at most: it may cost an unknown number of points; only the answer can tell. Press Ctrl-C again to end at once.',
    );
  });

  it('speaks of no price where the embedded service is asked', () => {
    interruption.hear({ type: 'in-flight', creates: [HERO], free: true, limitMs: 130_000 });
    send();
    expect(lines).toEqual([
      'Stopping. Waiting for the answer to 1 submission (hero), 130 s at most.',
    ]);
  });

  it('the second ends when the last create in flight has its outcome', () => {
    fly(HERO, { asset: 'boss', points: 20 });
    send();
    send();
    fly(HERO);
    expect(exits).toEqual([]);
    fly();
    expect(exits).toEqual([130]);
  });

  it('the first does not: what is done is written down', () => {
    fly(HERO);
    send();
    fly();
    expect(exits).toEqual([]);
  });

  it('the second waits for no longer than a create takes', () => {
    fly(HERO);
    send();
    send();
    vi.advanceTimersByTime(129_000);
    expect(exits).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(exits).toEqual([130]);
  });

  it('the third ends at once', () => {
    fly(HERO);
    send('SIGHUP');
    send('SIGTERM');
    expect(exits).toEqual([]);
    send('SIGINT');
    expect(exits).toEqual([130]);
  });

  it('a signal that npm or the shell passes on as well counts once', () => {
    fly(HERO);
    send();
    send('SIGINT', 2);
    send('SIGHUP', 3);
    expect(lines).toHaveLength(1);
    send();
    send('SIGINT', 2);
    expect(exits).toEqual([]);
  });
});
