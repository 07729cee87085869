import { AssetgenError } from '@assetgen/client/errors';
import type { ProjectEvent } from '@assetgen/core';
import { EXIT } from './exit-codes.ts';
import { plural } from './render/numbers.ts';

type InFlight = Extract<ProjectEvent, { type: 'in-flight' }>;

/** What stops a command. */
export interface Interruption {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** Hears which creates are in flight. */
  hear(event: ProjectEvent): void;
}

/** What an interruption needs of its process. */
export interface InterruptionPorts {
  readonly on: (signal: NodeJS.Signals, listener: () => void) => void;
  readonly exit: (code: number) => void;
  readonly err: (text: string) => void;
  /** Unit: milliseconds. */
  readonly now: () => number;
}

/**
 * npm, and a shell whose terminal closes, pass on a signal that the process got already: what comes
 * within this time is one wish. Unit: milliseconds.
 */
const SAME_MS = 100;
const NOTHING: InFlight = { type: 'in-flight', creates: [], free: false, limitMs: 0 };

/**
 * The first signal asks to stop. The second ends the process as soon as no create is in flight, for
 * one that is cut off may have been paid for, and nobody would know. The third ends it at once.
 */
export function createInterruption(ports: InterruptionPorts): Interruption {
  const { exit, err, now } = ports;
  const controller = new AbortController();
  let wishes = 0;
  let last = Number.NEGATIVE_INFINITY;
  let flying = NOTHING;
  let isEnding = false;

  function interrupt(): void {
    const time = now();
    const isSame = time - last < SAME_MS;
    last = time;
    if (isSame) return;
    wishes += 1;
    if (wishes === 1) stop();
    else if (wishes === 2) end();
    else exit(EXIT.interrupted);
  }

  function stop(): void {
    err(
      flying.creates.length === 0
        ? 'Stopping; press Ctrl-C again to end at once.'
        : `Stopping. ${waitText(flying)}`,
    );
    controller.abort(new AssetgenError('ASSETGEN_INTERRUPTED', 'interrupted'));
  }

  function end(): void {
    if (flying.creates.length === 0) return exit(EXIT.interrupted);
    isEnding = true;
    err(`${waitText(flying)} Press Ctrl-C again to end at once.`);
    setTimeout(() => exit(EXIT.interrupted), flying.limitMs).unref();
  }

  // A process of Node never starts with a hangup ignored, not even under nohup: none is undone here.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) ports.on(signal, interrupt);
  return {
    signal: controller.signal,
    hear(event) {
      if (event.type !== 'in-flight') return;
      flying = event;
      if (isEnding && flying.creates.length === 0) exit(EXIT.interrupted);
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
  const price = sum === null ? 'an unknown number of points' : `up to ${plural(sum, 'point')}`;
  const why = free ? '' : `: it may cost ${price}; only the answer can tell`;
  const what = plural(creates.length, 'submission');
  return `Waiting for the answer to ${what} (${shown}), ${Math.ceil(limitMs / 1000)} s at most${why}.`;
}
