import type { ProjectEvent } from './project-event.ts';

/** Reports the current waits when nothing else was reported for long. */
export interface Heartbeat {
  hear(event: ProjectEvent): void;
  /** Something was said: the silence starts again. */
  told(): void;
  /** No wait is left. */
  stop(): void;
}

export interface HeartbeatOptions {
  /** How long it is silent at most. Unit: milliseconds. */
  readonly silenceMs: number;
  readonly write: (line: string) => void;
  /** Unit: milliseconds. @default performance.now */
  readonly now?: () => number;
}

type Sharing = Extract<ProjectEvent, { readonly type: 'sharing' }>;

/** What one asset waits for. */
interface Wait {
  readonly text: string;
  readonly since: number;
  /** When it ends, where that is known; else 0. */
  readonly until: number;
}

const TICK_MS = 1_000;
const MOST_NAMES = 3;
const MOST_GROUPS = 3;
/** Stands where an asset's name does; no asset has a space in its name. */
const SHARED = 'shared cache';
const PLACE = /(?<lack>cannot be (?:reached|used)) .*; waiting for it/;

/** `performance` is loaded by its first use, which takes a plugin's start a millisecond. */
const uptimeMs = (): number => Number(process.hrtime.bigint()) / 1_000_000;

/**
 * Speaks between `run-start` and `run-end`. One line for all waits; what waits for the
 * same together: `still waiting: a, b and 4 more: HTTP 429 for 0:20, 9:40 left; c: processing 45 % for 2:10`.
 */
export function createHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { silenceMs, write, now = uptimeMs } = options;
  const active = new Map<string, Wait>();
  let run: Wait | null = null;
  /** The shared place is away: whoever needs it waits for that. */
  let place: Wait | null = null;
  let last = now();
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    const time = now();
    if (time - last < silenceMs - TICK_MS) return;
    const line = describeWaits(active, place ?? run, time);
    if (line === null) return;
    last = time;
    write(line);
  }

  function start(): void {
    timer ??= setInterval(tick, TICK_MS);
    // It must not keep the process.
    timer.unref();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    active.clear();
    run = null;
    place = null;
  }

  /** Uploads go on behind the run that they are of. */
  function hearSharing({ done, total }: Sharing, time: number): void {
    if (done >= total) {
      active.delete(SHARED);
      if (run === null) stop();
      return;
    }
    active.set(SHARED, stay(active.get(SHARED), `uploading, ${done} of ${total} done`, time));
    start();
  }

  return {
    hear(event) {
      const time = now();
      if (event.type === 'run-start') {
        stop();
        last = time;
        run = { text: 'planning the build', since: time, until: 0 };
        start();
      } else if (event.type === 'run-end') {
        stop();
      } else if (event.type === 'planned' && run !== null) {
        run = { ...run, text: 'saving the results' };
      } else if (event.type === 'sharing') {
        hearSharing(event, time);
      } else if (event.type === 'warning') {
        const lack = PLACE.exec(event.message)?.groups?.['lack'];
        if (lack !== undefined) {
          place ??= { text: `the shared cache, which ${lack}`, since: time, until: 0 };
        }
      } else if ('asset' in event) {
        if (event.type === 'submitting' || event.type === 'accepted') place = null;
        hearAsset(active, event, time);
      }
    },
    told() {
      last = now();
    },
    stop,
  };
}

function hearAsset(
  active: Map<string, Wait>,
  event: Exclude<Extract<ProjectEvent, { readonly asset: string }>, { readonly type: 'warning' }>,
  time: number,
): void {
  const { asset } = event;
  const before = active.get(asset);
  switch (event.type) {
    case 'asset-start':
      active.set(asset, { text: event.action, since: time, until: 0 });
      break;
    case 'submitting':
      active.set(asset, { text: 'the answer to its create', since: time, until: 0 });
      break;
    case 'accepted':
    case 'resumed':
      active.set(asset, { text: 'its job', since: time, until: 0 });
      break;
    case 'progress': {
      const percent = event.percent === null ? '' : ` ${event.percent} %`;
      active.set(asset, stay(before, `its job, ${event.status}${percent}`, time));
      break;
    }
    case 'expected':
      break;
    case 'downloading':
      active.set(asset, stay(before, 'its download', time));
      break;
    case 'processing':
      active.set(asset, stay(before, 'its outputs', time));
      break;
    case 'waiting':
      if (event.ms > 0 && event.ms < TICK_MS) break;
      active.set(asset, {
        text: event.reason,
        since: before?.text === event.reason ? before.since : time,
        until: event.ms === 0 ? 0 : time + event.ms,
      });
      break;
    case 'asset-done':
    case 'asset-failed':
    case 'interrupted':
      active.delete(asset);
      break;
  }
}

/** The same wait, said anew: the text changes, its beginning does not. */
function stay(before: Wait | undefined, text: string, time: number): Wait {
  const kind = (all: string): string => all.split(',')[0] ?? '';
  const isSame = before !== undefined && kind(before.text) === kind(text);
  return { text, since: isSame ? before.since : time, until: 0 };
}

function describeWaits(
  active: ReadonlyMap<string, Wait>,
  run: Wait | null,
  time: number,
): string | null {
  const groups = new Map<string, { names: string[]; since: number; until: number }>();
  for (const [name, { text, since, until }] of active) {
    const group = groups.get(text) ?? { names: [], since, until };
    groups.set(text, {
      names: [...group.names, name],
      since: Math.min(group.since, since),
      until: Math.max(group.until, until),
    });
  }
  const parts = [...groups].slice(0, MOST_GROUPS).map(([text, { names, since, until }]) => {
    const left = until > time ? `, ${clockOf(until - time)} left` : '';
    return `${someOf(names)}: ${text} for ${clockOf(time - since)}${left}`;
  });
  const rest = [...groups.values()].slice(MOST_GROUPS).flatMap(({ names }) => names).length;
  if (rest > 0) parts.push(`${rest} more`);
  // An asset without a line of its own shows the reason that all wait for.
  if (run !== null && (parts.length === 0 || run.text.startsWith('the shared'))) {
    parts.push(`${run.text} for ${clockOf(time - run.since)}`);
  }
  return parts.length === 0 ? null : `still waiting: ${parts.join('; ')}`;
}

function someOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** `0:09`, `12:30`, `1:00:00`. */
function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  const shown = hours === 0 ? parts : [hours, ...parts];
  return shown.map((part, at) => (at === 0 ? `${part}` : `${part}`.padStart(2, '0'))).join(':');
}
