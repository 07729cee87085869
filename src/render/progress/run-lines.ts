import { pointsText } from '@assetgen/core/warm';
import { plural, printBytes, printClock, printCountdown, printSeconds } from '../numbers.ts';
import { paint, widthOf } from '../style.ts';
import { SHARED } from './describe-event.ts';
import { leftOfAsset, leftOfRun } from './expected-time.ts';
import type { Active, RunState } from './run-state.ts';

/** Columns of the facts of a finished asset: points, bytes, time. */
const FACTS = [11, 8, 6] as const;

/**
 * A line an active asset, and one for all of them.
 *
 * @param columns of the terminal
 * @param rows of the terminal: a frame that is higher cannot be drawn over
 */
export function runLines(state: RunState, columns: number, rows: number): string[] {
  const { active, pending } = state;
  if (active.size === 0) return [];
  const room = Math.max(1, rows - 3);
  const shown = [...active].slice(0, room);
  const nameWidth = Math.min(nameRoom(columns), Math.max(...shown.map(([name]) => name.length)));
  const lines = shown.map((row) => activeRow(row, nameWidth, columns - 1));
  if (active.size > room) lines.push(`  … ${active.size - room} more`);
  if (pending > 0) lines.push(paint('dim', fitting(runFacts(state), columns - 1)));
  return lines;
}

function runFacts({ begun, active, pending, done, points, balance }: RunState): string[] {
  const now = performance.now();
  const elapsed = now - begun;
  const making = active.size - (active.has(SHARED) ? 1 : 0);
  const notBegun = pending - done - making;
  const rest = leftOfRun([...active.values()], now, elapsed, done, pending);
  return [
    `${done} of ${plural(pending, 'asset')}`,
    printClock(elapsed),
    ...(rest === null ? [] : [`about ${printClock(rest)} left`]),
    ...(points > 0 ? [`${plural(points, 'point')} spent`] : []),
    ...(balance === null ? [] : [`${Math.max(0, balance - points)} left`]),
    // They wait for a dependency or for a free place.
    ...(notBegun > 0 ? [`${notBegun} not begun`] : []),
  ];
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
export function doneRow(
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
