import type { EnsureOptions, Project, ProjectEvent, ProjectOptions } from '@assetgen/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdSignals } from './hold-signals.ts';

let listeners: Map<string, (() => void)[]>;
let raised: string[];
let warned: string[];
let now: number;
let tell: (event: ProjectEvent) => void;
let asked: EnsureOptions;

beforeEach(() => {
  vi.useFakeTimers();
  listeners = new Map();
  raised = [];
  warned = [];
  now = 0;
  const open = (options: ProjectOptions): Project => {
    tell = (event) => options.onEvent?.(event);
    const ensure = (given: EnsureOptions = {}): Promise<never> => {
      asked = given;
      return new Promise<never>(() => undefined);
    };
    return { root: '/', ensure } as unknown as Project;
  };
  const opened = holdSignals(
    open,
    { info: () => undefined, warn: (line) => void warned.push(line) },
    {
      on: (signal, listener) =>
        void listeners.set(signal, [...(listeners.get(signal) ?? []), listener]),
      off: (signal, listener) =>
        void listeners.set(
          signal,
          (listeners.get(signal) ?? []).filter((each) => each !== listener),
        ),
      listeners: (signal) => listeners.get(signal) ?? [],
      raise: (signal) => void raised.push(signal),
      now: () => now,
    },
  )({ root: '/', command: 'build' });
  void opened.ensure();
});
afterEach(() => {
  vi.useRealTimers();
});

const fly = (...assets: readonly string[]): void =>
  tell({
    type: 'in-flight',
    free: false,
    creates: assets.map((asset) => ({ asset, points: 20 })),
    limitMs: 130_000,
  });
function send(signal: string, afterMs = 1_000): void {
  now += afterMs;
  for (const listener of listeners.get(signal) ?? []) listener();
}
const count = (): number => [...listeners.values()].flat().length;

describe('signals', () => {
  it('are nobody’s business while nothing is in flight', () => {
    expect(count()).toBe(0);
    fly('hero');
    expect(count()).toBe(3);
    fly();
    expect(count()).toBe(0);
    expect(raised).toEqual([]);
    expect(asked.signal?.aborted).toBe(false);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    '%s waits for what is in flight, lets nothing more out, then ends the process',
    (signal) => {
      fly('hero', 'boss');
      send(signal);
      expect(asked.signal?.aborted).toBe(true);
      expect(warned).toEqual([
        'stopping; waiting for the answer to a submission (hero, boss), 130 s at most: it may cost up to 40 points; only the answer can tell. Press Ctrl-C again to end at once',
      ]);
      fly('boss');
      expect(raised).toEqual([]);
      fly();
      expect(raised).toEqual([signal]);
      expect(count()).toBe(0);
    },
  );

  it('a second one ends the process at once, the same one passed on does not', () => {
    fly('hero');
    send('SIGINT');
    send('SIGINT', 3);
    expect(raised).toEqual([]);
    send('SIGTERM');
    expect(raised).toEqual(['SIGINT']);
  });

  it('nothing is waited for longer than a create takes', () => {
    fly('hero');
    send('SIGINT');
    vi.advanceTimersByTime(130_000);
    expect(raised).toEqual(['SIGINT']);
  });

  it('whoever else listens decides', () => {
    listeners.set('SIGTERM', [() => undefined]);
    fly('hero');
    send('SIGTERM');
    fly();
    expect(raised).toEqual([]);
    expect(asked.signal?.aborted).toBe(true);
  });
});
