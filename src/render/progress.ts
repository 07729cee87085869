import { createHeartbeat, pointsText } from '@assetgen/core/warm';
import { leftOfAsset, leftOfRun } from './expected-time.ts';
import type { Expectation } from './expected-time.ts';
import { plural, printBytes, printClock, printCountdown, printSeconds } from './numbers.ts';
import { codeLink, seePage } from './see-page.ts';
import { oneLine, paint, printable, widthOf } from './style.ts';
import { wrapText } from './wrap.ts';
import type { Screen } from './screen.ts';
import type { Mode, PlanAction, ProjectEvent } from '@assetgen/core';

/** Draws what a build does, as it does it. */
export interface ProgressView {
  onEvent(event: ProjectEvent): void;
  close(): void;
}

const FRAME_MS = 100;
/** A log says at least so often what is waited for: CI systems end what is silent. Unit: milliseconds. */
const SILENCE_MS = 10_000;

/** Beyond so many assets a log has a line for each part of them: a build of 2,000 stays below 30 kB. */
const MOST_LINES = 50;
/** The rest of the failures is counted: the report at the end lists all of them. */
const MOST_FAILURES = 20;

/** Stands where an asset's name does; no asset has a space in its name. */
const SHARED = 'shared cache';

/** A live display on a terminal, plain lines elsewhere. */
export function createProgress(screen: Screen, verbose: boolean): ProgressView {
  return screen.stream.isTTY === true && process.env['TERM'] !== 'dumb'
    ? createLiveProgress(screen, verbose)
    : createLineProgress(screen.stream, verbose);
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
  const crowd = countCrowd(write);
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
      if (!verbose && crowd.take(event)) return;
      const line = describe(event, verbose);
      if (line !== null) write(line);
    },
    close() {
      crowd.close();
      heartbeat.stop();
      pauses.close();
    },
  };
}

/** Of builds of many assets: a line when another fiftieth of them is done, in place of lines for each. */
function countCrowd(write: (line: string) => void) {
  const begun = performance.now();
  let pending = 0;
  let done = 0;
  let failed = 0;
  let told = 0;
  let points = 0;
  let bytes = 0;

  function tell(): void {
    told = done;
    const facts = [
      `${done} of ${pending} assets`,
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(points > 0 ? [plural(points, 'point')] : []),
      printBytes(bytes),
      printClock(performance.now() - begun),
    ];
    write(facts.join(', '));
  }

  return {
    /** @returns whether the event has no line of its own */
    take(event: ProjectEvent): boolean {
      if (event.type === 'planned') pending = event.pending;
      if (pending <= MOST_LINES || !('asset' in event) || event.type === 'warning') return false;
      if (event.type === 'accepted' && !event.free) points += event.points ?? 0;
      if (event.type === 'interrupted') return false;
      if (event.type !== 'asset-done' && event.type !== 'asset-failed') return true;
      done += 1;
      if (event.type === 'asset-done') bytes += event.bytes ?? 0;
      else failed += 1;
      if (done - told >= pending / MOST_LINES) tell();
      return event.type === 'asset-done' || failed > MOST_FAILURES;
    },
    close(): void {
      if (done > told) tell();
    },
  };
}

type Downloading = Extract<ProjectEvent, { type: 'downloading' }>;
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

interface Active extends Expectation {
  text: string;
  dueAt?: number;
  /** When a wait ends, which is counted down; 0: it waits for no time. */
  until?: number;
  /** 0 to 100, of its job; null where the service does not report it. */
  percent?: number | null;
  points?: number | null;
  isFree?: boolean;
  /** What becomes of its paid job, once it is interrupted. */
  continues?: string;
}

/** What a row says from its start to the first event of its asset: most of it is a wait. */
function firstText(action: PlanAction, mode: Mode): string {
  switch (action) {
    case 'generate':
      return mode === 'draft' ? 'making a draft' : 'waiting to submit';
    case 'convert':
      return 'waiting for its conversion';
    case 'download':
      return 'waiting to download';
    case 'process':
      return 'processing';
    case 'blocked':
    case 'none':
      return 'checking';
  }
}

/** Short: beside a long name and the times, 80 columns leave 23 for it. */
function downloadText({ bytes, total }: Downloading): string {
  if (total === null) return `downloading, ${printBytes(bytes)}`;
  return bytes < total
    ? `downloading ${Math.floor((100 * bytes) / total)} %`
    : `downloaded ${printBytes(bytes)}`;
}

/** Columns of the facts of a finished asset: points, bytes, time. */
const FACTS = [11, 8, 6] as const;

/** One line an active asset, redrawn in place; lasting lines scroll above it. */
function createLiveProgress(screen: Screen, verbose: boolean): ProgressView {
  const { stream } = screen;
  const active = new Map<string, Active>();
  const begun = performance.now();
  const frame = createFrame(stream);
  /** Assets that were interrupted, and left nothing at the service. */
  const stopped: string[] = [];
  let longest = 0;
  let pending = 0;
  let done = 0;
  let points = 0;
  let left: number | null = null;
  let mode: Mode = 'generate';

  const columns = (): number => stream.columns ?? 80;
  const draw = (): void => {
    if (active.size === 0) return void frame.replace([]);
    const room = Math.max(1, (stream.rows ?? 24) - 3);
    const rows = [...active].slice(0, room);
    const nameWidth = Math.min(nameRoom(columns()), Math.max(...rows.map(([name]) => name.length)));
    const lines = rows.map((row) => activeRow(row, nameWidth, columns() - 1));
    if (active.size > room) lines.push(`  … ${active.size - room} more`);
    const now = performance.now();
    if (pending > 0) {
      const elapsed = now - begun;
      const making = active.size - (active.has(SHARED) ? 1 : 0);
      const notBegun = pending - done - making;
      const rest = leftOfRun([...active.values()], now, elapsed, done, pending);
      const facts = [
        `${done} of ${plural(pending, 'asset')}`,
        printClock(elapsed),
        ...(rest === null ? [] : [`about ${printClock(rest)} left`]),
        ...(points > 0 ? [`${plural(points, 'point')} spent`] : []),
        ...(left === null ? [] : [`${Math.max(0, left - points)} left`]),
        // They wait for a dependency or for a free place.
        ...(notBegun > 0 ? [`${notBegun} not begun`] : []),
      ];
      lines.push(paint('dim', fitting(facts, columns() - 1)));
    }
    frame.replace(lines);
  };
  const last = (text: string): void => {
    frame.leave(wrapText(text, columns(), '    '));
    draw();
  };
  screen.show({ print: last, clear: () => frame.replace([]) });
  const timer = setInterval(draw, FRAME_MS);
  timer.unref();

  function finish(event: Extract<ProjectEvent, { type: 'asset-done' | 'asset-failed' }>): void {
    const entry = active.get(event.asset);
    done += 1;
    active.delete(event.asset);
    if (isStopped(event)) {
      if (entry?.continues === undefined) stopped.push(event.asset);
      else last(`${paint('yellow', '–')} ${entry.continues}`);
      return;
    }
    last(
      event.type === 'asset-done'
        ? doneRow(event, entry, longest, columns())
        : (describe(event, verbose) ?? ''),
    );
  }

  function expect({
    asset,
    totalMs,
    elapsedMs,
  }: Extract<ProjectEvent, { type: 'expected' }>): void {
    const entry = active.get(asset);
    if (entry === undefined) return;
    // Of several variants the last one counts.
    entry.dueAt = Math.max(entry.dueAt ?? 0, performance.now() + totalMs - elapsedMs);
  }

  return {
    onEvent(event) {
      if (event.type === 'run-start') mode = event.mode;
      if (event.type === 'planned') pending = event.pending;
      if (event.type === 'balance') left = event.points;
      if (event.type === 'accepted' && !event.free) points += event.points ?? 0;
      if (event.type === 'asset-start') {
        active.set(event.asset, { since: performance.now(), text: firstText(event.action, mode) });
        longest = Math.max(longest, event.asset.length);
      }
      if (event.type === 'asset-done' || event.type === 'asset-failed') return finish(event);
      if (event.type === 'expected') return expect(event);
      if (event.type === 'downloading') {
        const entry = active.get(event.asset);
        if (entry !== undefined) entry.text = downloadText(event);
        return;
      }
      const line = describe(event, verbose);
      if (line === null) return;
      if (event.type === 'sharing') {
        const { since } = active.get(SHARED) ?? { since: performance.now() };
        active.set(SHARED, { since, text: line.slice(SHARED.length + 2) });
      }
      if (event.type === 'warning') last(line);
      else if ('asset' in event) {
        const entry = active.get(event.asset);
        if (entry === undefined) return;
        if (event.type === 'accepted') {
          entry.points = (entry.points ?? 0) + (event.points ?? 0);
          entry.isFree = event.free;
        }
        if (event.type === 'interrupted' && !event.free) entry.continues = line;
        if (event.type === 'progress') entry.percent = event.percent;
        const waits = event.type === 'waiting' && event.ms >= 1000;
        entry.until = waits ? performance.now() + event.ms : 0;
        entry.text = oneLine(waits ? `left: ${event.reason}` : line.slice(event.asset.length + 2));
      }
    },
    close() {
      clearInterval(timer);
      frame.replace([]);
      if (stopped.length > 0) {
        const names = stopped.length > 3 ? plural(stopped.length, 'asset') : stopped.join(', ');
        frame.leave(wrapText(`${paint('yellow', '–')} ${names}: stopped`, columns(), '    '));
      }
      screen.show(null);
    },
  };
}

/** Lines that are drawn over each other. */
function createFrame(stream: NodeJS.WriteStream) {
  let drawn: readonly string[] = [];
  const frame = {
    /** Writes lines that stay. */
    leave(lines: readonly string[]): void {
      frame.replace(lines);
      drawn = [];
    },
    /** Goes back over the last frame: all in one write, so that nothing flickers. */
    replace(lines: readonly string[]): void {
      // A terminal that became narrower broke the lines of the last frame.
      const rows = drawn.reduce(
        (sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / (stream.columns ?? 80))),
        0,
      );
      // From the first column: the terminal writes ^C where the cursor is.
      const up = rows > 0 ? `\r\u001b[${rows}A` : '';
      const rest = rows > lines.length ? '\u001b[J' : rows > 0 ? '\u001b[K' : '';
      // A line is cleared behind its text: some terminals keep an erased screen in their history.
      const text = lines.map((line) => `${printable(line)}\u001b[K\n`).join('');
      if (up + text !== '') stream.write(`${up}${text}${rest}`);
      drawn = lines;
    },
  };
  return frame;
}

/** Names get at most two fifths of a line. */
function nameRoom(columns: number): number {
  return Math.max(12, Math.floor(columns * 0.4));
}

/** `  props/crate  generating 40 %       12 s  ~18 s left`, in `width` columns. */
function activeRow([name, entry]: readonly [string, Active], nameWidth: number, width: number) {
  const now = performance.now();
  const wait = (entry.until ?? 0) - now;
  const text = wait > 0 ? `${printCountdown(wait)} ${entry.text}` : entry.text;
  const elapsed = now - entry.since;
  const left = width >= 70 && wait <= 0 ? leftOfAsset(entry, now) : null;
  const seconds = Math.max(1, Math.round((left ?? 0) / 1000));
  const rest = left === null ? '' : `  ~${seconds} s left`;
  const time = `${printSeconds(elapsed).padStart(FACTS[2])}${rest.padEnd(width >= 70 ? 14 : 0)}`;
  // How long it takes is seen however much there is to say.
  const room = Math.max(8, width - nameWidth - time.length - 6);
  const shown = elide(text, room).padEnd(Math.min(room, 40));
  return `  ${elideStart(name, nameWidth).padEnd(nameWidth)}  ${shown}  ${time}`
    .trimEnd()
    .slice(0, width);
}

/** `✓ props/crate     20 points    1.2 MB   32 s`: the numbers of all rows below each other. */
function doneRow(
  { asset, bytes }: { readonly asset: string; readonly bytes?: number },
  entry: Active | undefined,
  nameWidth: number,
  columns: number,
): string {
  const points = entry?.isFree === undefined ? '' : pointsText(entry.points ?? null, entry.isFree);
  const size = bytes === undefined ? '' : printBytes(bytes);
  const time = entry === undefined ? '' : printSeconds(performance.now() - entry.since);
  const facts = [points, size, time]
    .map((fact, index) => fact.padStart(FACTS[index] ?? 0))
    .join('  ');
  const width = Math.min(nameWidth, Math.max(12, columns - widthOf(facts) - 5));
  const name = elideStart(asset, width);
  return `${paint('green', '✓')} ${name.padEnd(width)}  ${facts}`;
}

/** As many facts as fit; the first always. */
function fitting(facts: readonly string[], width: number): string {
  let text = `  ${facts[0] ?? ''}`;
  for (const fact of facts.slice(1)) {
    if (text.length + fact.length + 2 <= width) text += `, ${fact}`;
  }
  return text;
}

function elide(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** Of a name the end tells more. */
function elideStart(text: string, width: number): string {
  return text.length <= width ? text : `…${text.slice(text.length - width + 1)}`;
}

function isStopped(event: ProjectEvent): boolean {
  return event.type === 'asset-failed' && event.error.code === 'ASSETGEN_INTERRUPTED';
}

/** Why an asset failed, without its name and in one line. */
function reasonOf({ asset, error }: Extract<ProjectEvent, { type: 'asset-failed' }>): string {
  const { message } = error;
  return oneLine(message.startsWith(`${asset}: `) ? message.slice(asset.length + 2) : message);
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
    case 'expected':
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
    case 'asset-done': {
      const size = event.bytes === undefined ? '' : `, ${printBytes(event.bytes)}`;
      return `${paint('green', '✓')} ${event.asset}${size}`;
    }
    case 'asset-failed':
      return isStopped(event)
        ? `${paint('yellow', '–')} ${event.asset}: stopped`
        : `${paint('red', '✗')} ${event.asset}: ${reasonOf(event)}`;
    case 'interrupted':
      return event.free
        ? `${event.asset}: stopped; the next build makes it`
        : `${event.asset}: continues at the service and stays billed; the next build uses its result`;
    case 'sharing':
      return `${SHARED}: uploading, ${event.done} of ${event.total} done${event.bytes > 0 ? `, ${printBytes(event.bytes)} to go` : ''}`;
    case 'warning':
      return [
        `${codeLink(event.code, 'yellow', process.stderr)} ${event.message}`,
        ...seePage('reference/errors', event.code.toLowerCase(), process.stderr),
      ].join('\n');
  }
}
