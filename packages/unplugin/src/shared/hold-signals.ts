import type { OpenProject, ProjectEvent } from '@assetgen/core';
import type { ProgressOutput } from './create-progress.ts';

type InFlight = Extract<ProjectEvent, { type: 'in-flight' }>;
type Listener = () => void;

/** What of the process a hold works with. */
export interface HoldPorts {
  readonly on: (signal: NodeJS.Signals, listener: Listener) => void;
  readonly off: (signal: NodeJS.Signals, listener: Listener) => void;
  readonly listeners: (signal: NodeJS.Signals) => readonly unknown[];
  /** Sends this process a signal. */
  readonly raise: (signal: NodeJS.Signals) => void;
  /** Unit: milliseconds. */
  readonly now: () => number;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** What npm and shells pass on within this time is the same wish. Unit: milliseconds. */
const SAME_MS = 100;
/** Several plugins in one process hold it together. */
const ours = new WeakSet<object>();

const PROCESS: HoldPorts = {
  on: (signal, listener) => void process.on(signal, listener),
  off: (signal, listener) => void process.off(signal, listener),
  listeners: (signal) => process.listeners(signal),
  raise: (signal) => void process.kill(process.pid, signal),
  now: () => performance.now(),
};

/**
 * Opens projects whose creates in flight outlive a Ctrl-C: a create that is cut off may have been
 * paid for, and nobody would know. The process then ends by the same signal. Where somebody else
 * listens to the signal, that one decides. Nothing listens while nothing is in flight.
 */
export function holdSignals(
  open: OpenProject,
  output: ProgressOutput,
  ports: HoldPorts = PROCESS,
): OpenProject {
  return function openHeld(options) {
    const hold = createHold(output, ports);
    const project = open({
      ...options,
      onEvent(event) {
        hold.hear(event);
        options.onEvent?.(event);
      },
    });
    return {
      ...project,
      ensure(given = {}) {
        const { signal } = given;
        const either = signal === undefined ? hold.signal : AbortSignal.any([signal, hold.signal]);
        return project.ensure({ ...given, signal: either });
      },
    };
  };
}

interface Hold {
  /** Aborted by the first signal that comes while a create is in flight. */
  readonly signal: AbortSignal;
  hear(event: ProjectEvent): void;
}

function createHold(output: ProgressOutput, ports: HoldPorts): Hold {
  const controller = new AbortController();
  let flying: InFlight | null = null;
  let wish: { readonly signal: NodeJS.Signals; last: number } | null = null;
  let limit: NodeJS.Timeout | undefined;
  const heard = new Map<NodeJS.Signals, Listener>();

  function release(): void {
    clearTimeout(limit);
    for (const [signal, listener] of heard) ports.off(signal, listener);
    heard.clear();
    if (wish !== null) ports.raise(wish.signal);
  }

  function listen(): void {
    for (const signal of SIGNALS) {
      const listener = (): void => interrupt(signal);
      ours.add(listener);
      heard.set(signal, listener);
      ports.on(signal, listener);
    }
  }

  function interrupt(signal: NodeJS.Signals): void {
    const now = ports.now();
    if (wish !== null) {
      const isSame = now - wish.last < SAME_MS;
      wish.last = now;
      if (!isSame) release();
      return;
    }
    if (flying === null) return;
    controller.abort(new Error(`stopped by ${signal}`));
    const isOthers = ports.listeners(signal).some((each) => !ours.has(each as object));
    if (isOthers) return;
    wish = { signal, last: now };
    output.warn(waitText(flying));
    limit = setTimeout(release, flying.limitMs);
    limit.unref();
  }

  return {
    signal: controller.signal,
    hear(event) {
      if (event.type !== 'in-flight') return;
      flying = event.creates.length === 0 ? null : event;
      if (flying === null) release();
      else if (heard.size === 0) listen();
    },
  };
}

function waitText({ creates, free, limitMs }: InFlight): string {
  const names = [...new Set(creates.map(({ asset }) => asset))];
  const shown = names.length > 3 ? `${names.slice(0, 3).join(', ')}, …` : names.join(', ');
  const sum = creates.reduce<number | null>(
    (points, each) => (points === null || each.points === null ? null : points + each.points),
    0,
  );
  const price = sum === null ? 'an unknown number of points' : `up to ${sum} points`;
  const why = free ? '' : `: it may cost ${price}; only the answer can tell`;
  return (
    `stopping; waiting for the answer to a submission (${shown}), ${Math.ceil(limitMs / 1000)} s at most${why}. ` +
    'Press Ctrl-C again to end at once'
  );
}
