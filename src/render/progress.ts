import { createHeartbeat, pointsText } from '@assetgen/core/warm';
import { plural, printBytes, printCountdown, printSeconds } from './numbers.ts';
import { oneLine, paint, printable } from './style.ts';
import type { ProjectEvent } from '@assetgen/core';

/** Draws what a build does, as it does it. */
export interface ProgressView {
  onEvent(event: ProjectEvent): void;
  close(): void;
}

const FRAME_MS = 100;
/** A log says at least so often what is waited for: CI systems end what is silent. Unit: milliseconds. */
const SILENCE_MS = 10_000;

/** What stands around the text of an asset: the margin, two gaps and the time. */
const ELAPSED_WIDTH = 2 + 2 + 2 + 8;

/** Stands where an asset's name does; no asset has a space in its name. */
const SHARED = 'shared cache';

/** A live display on a terminal, plain lines elsewhere. */
export function createProgress(stream: NodeJS.WriteStream, verbose: boolean): ProgressView {
  return stream.isTTY === true && process.env['TERM'] !== 'dumb'
    ? createLiveProgress(stream, verbose)
    : createLineProgress(stream, verbose);
}

/** A line an event that a person would want in a log. */
function createLineProgress(stream: NodeJS.WriteStream, verbose: boolean): ProgressView {
  const percents = new Map<string, number>();
  const write = (line: string): void => {
    heartbeat.told();
    stream.write(`${printable(line)}\n`);
  };
  const heartbeat = createHeartbeat({ silenceMs: SILENCE_MS, write });
  const pauses = collectPauses(write);
  return {
    onEvent(event) {
      heartbeat.hear(event);
      if (pauses.take(event)) return;
      if (event.type === 'progress' && !verbose) {
        // A log wants quarters, not every poll.
        const quarter = Math.floor((event.percent ?? 0) / 25);
        if (quarter <= (percents.get(event.uuid) ?? 0)) return;
        percents.set(event.uuid, quarter);
      }
      if (event.type === 'sharing' && !verbose) {
        const quarter = 1 + Math.floor((event.done / event.total) * 4);
        if (quarter <= (percents.get(SHARED) ?? 0)) return;
        percents.set(SHARED, quarter);
      }
      const line = describe(event, verbose);
      if (line !== null) write(line);
    },
    close() {
      heartbeat.stop();
      pauses.close();
    },
  };
}

type Waiting = Extract<ProjectEvent, { type: 'waiting' }>;

/** Waits that begin together are one line. */
function collectPauses(write: (line: string) => void) {
  /** Who waits, by reason, until the line is written. */
  const gathered = new Map<string, { readonly event: Waiting; readonly assets: string[] }>();

  function flush(): void {
    for (const { event, assets } of gathered.values()) {
      const more = assets.length > 3 ? ` and ${assets.length - 3} more` : '';
      const names = `${assets.slice(0, 3).join(', ')}${more}`;
      write(describe({ ...event, asset: names }, false) ?? '');
    }
    gathered.clear();
  }

  return {
    /** @returns whether the event is told by a line of its own here */
    take(event: ProjectEvent): boolean {
      if (event.type !== 'waiting' || event.ms < 1000) return false;
      const key = `${event.reason} ${Math.round(event.ms / 1000)}`;
      const known = gathered.get(key);
      if (known !== undefined) known.assets.push(event.asset);
      else gathered.set(key, { event, assets: [event.asset] });
      if (gathered.size === 1 && known === undefined) queueMicrotask(flush);
      return true;
    },
    close: flush,
  };
}

interface Active {
  readonly since: number;
  text: string;
  /** When a wait ends, which is counted down; 0: it waits for no time. */
  until?: number;
}

/** One line an active asset, redrawn in place; lasting lines scroll above it. */
function createLiveProgress(stream: NodeJS.WriteStream, verbose: boolean): ProgressView {
  const active = new Map<string, Active>();
  let drawn = 0;
  let pending = 0;
  let done = 0;
  let points = 0;
  let left: number | null = null;
  /** Goes back over the last frame: all in one write, so that nothing flickers. */
  const replace = (lines: readonly string[]): void => {
    const up = drawn > 0 ? `\u001b[${drawn}A` : '';
    const rest = drawn > lines.length ? '\u001b[J' : '';
    // A line is cleared behind its text: some terminals keep an erased screen in their history.
    const text = lines.map((line) => `${printable(line)}\u001b[K\n`).join('');
    if (up + text !== '') stream.write(`${up}${text}${rest}`);
    drawn = 0;
  };
  const draw = (): void => {
    if (active.size === 0) return void replace([]);
    const room = Math.max(1, (stream.rows ?? 24) - 3);
    const width = (stream.columns ?? 80) - 1;
    const now = performance.now();
    const shown = [...active].slice(0, room).map(([name, entry]): [string, Active] => {
      const left = (entry.until ?? 0) - now;
      const text = left > 0 ? `${printCountdown(left)} ${entry.text}` : entry.text;
      return [name, { ...entry, text }];
    });
    const nameWidth = Math.max(...shown.map(([name]) => name.length));
    // How long it takes is seen however much there is to say.
    const textRoom = Math.max(8, width - nameWidth - ELAPSED_WIDTH);
    const textWidth = Math.min(textRoom, Math.max(...shown.map(([, { text }]) => text.length)));
    const lines = shown.map(([name, { since, text }]) => {
      const elapsed = printSeconds(performance.now() - since);
      return `  ${name.padEnd(nameWidth)}  ${elide(text, textWidth).padEnd(textWidth)}  ${elapsed}`.slice(
        0,
        width,
      );
    });
    if (active.size > room) lines.push(`  … ${active.size - room} more`);
    const spent = points > 0 ? `, ${plural(points, 'point')} spent` : '';
    const rest = left === null ? '' : `, ${Math.max(0, left - points)} left`;
    if (pending > 0) {
      lines.push(paint('dim', `  ${done} of ${plural(pending, 'asset')}${spent}${rest}`));
    }
    replace(lines);
    drawn = lines.length;
  };
  const timer = setInterval(draw, FRAME_MS);
  timer.unref();
  return {
    onEvent(event) {
      if (event.type === 'planned') pending = event.pending;
      if (event.type === 'balance') left = event.points;
      if (event.type === 'accepted' && !event.free) points += event.points ?? 0;
      if (event.type === 'asset-start') {
        active.set(event.asset, { since: performance.now(), text: 'starting' });
      }
      const line = describe(event, verbose);
      const lasting = event.type === 'asset-done' || event.type === 'asset-failed';
      if (lasting) {
        done += 1;
        active.delete(event.asset);
      }
      if (line === null) return;
      if (event.type === 'sharing') {
        const { since } = active.get(SHARED) ?? { since: performance.now() };
        active.set(SHARED, { since, text: line.slice(SHARED.length + 2) });
      }
      if (lasting || event.type === 'warning') {
        replace([line]);
        draw();
      } else if ('asset' in event) {
        const entry = active.get(event.asset);
        if (entry === undefined) return;
        const waits = event.type === 'waiting' && event.ms >= 1000;
        entry.until = waits ? performance.now() + event.ms : 0;
        entry.text = oneLine(waits ? `left: ${event.reason}` : line.slice(event.asset.length + 2));
      }
    },
    close() {
      clearInterval(timer);
      replace([]);
    },
  };
}

function elide(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** An event in words; null where nobody needs to read it. */
function describe(event: ProjectEvent, verbose: boolean): string | null {
  switch (event.type) {
    case 'planned':
      return event.pending === 0
        ? null
        : `${plural(event.assets, 'asset')}, ${event.pending} to make`;
    case 'balance':
      return `${plural(event.points, 'point')} at the service`;
    case 'run-start':
    case 'run-end':
    case 'in-flight':
      return null;
    case 'asset-start':
      return verbose ? `${event.asset}: ${event.action}` : null;
    case 'submitting':
      return `${event.asset}: submitting (${event.operation})`;
    case 'accepted':
      return `${event.asset}: accepted, ${pointsText(event.points, event.free)}`;
    case 'resumed':
      return `${event.asset}: resumed, accepted already`;
    case 'progress':
      return `${event.asset}: ${event.status}${event.percent === null ? '' : ` ${event.percent} %`}`;
    case 'downloading': {
      const whole = event.total !== null && event.bytes >= event.total;
      if (!verbose && !whole) return null;
      return `${event.asset}: downloading, ${printBytes(event.bytes)}`;
    }
    case 'waiting':
      if (event.ms === 0) return `${event.asset}: ${event.reason}`;
      return event.ms < 1000 && !verbose
        ? null
        : `${event.asset}: ${event.reason}, waiting ${printCountdown(event.ms)}`;
    case 'asset-done':
      return `${paint('green', '✓')} ${event.asset}`;
    case 'asset-failed':
      return event.error.code === 'ASSETGEN_INTERRUPTED'
        ? `${paint('yellow', '–')} ${event.asset}: stopped`
        : `${paint('red', '✗')} ${event.asset}`;
    case 'interrupted':
      return event.free
        ? `${event.asset}: stopped; the next build makes it`
        : `${event.asset}: continues at the service and stays billed; the next build uses its result`;
    case 'sharing':
      return `${SHARED}: uploading, ${event.done} of ${event.total} done${event.bytes > 0 ? `, ${printBytes(event.bytes)} to go` : ''}`;
    case 'warning':
      return `${paint('yellow', event.code)} ${event.message}`;
  }
}
