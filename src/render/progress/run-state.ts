import type { Mode, PlanAction, ProjectEvent } from '@assetgen/core';
import { printBytes } from '../numbers.ts';
import { oneLine } from '../style.ts';
import { describeEvent, SHARED } from './describe-event.ts';
import type { Expectation } from './expected-time.ts';

type Downloading = Extract<ProjectEvent, { type: 'downloading' }>;
type AssetEvent = Extract<ProjectEvent, { asset: string }>;

/** What a run has done so far. */
export interface RunState {
  /** By `performance.now()`. Unit: milliseconds. */
  readonly begun: number;
  /** What is made now, by name, in the order in which it began. */
  readonly active: Map<string, Active>;
  mode: Mode;
  /** Assets to make in all, and those that are made or failed. */
  pending: number;
  done: number;
  /** Spent so far, and what the service had before. */
  points: number;
  balance: number | null;
  /** Of the longest name so far. Unit: characters. */
  nameLength: number;
}

/** An asset that is made now. */
export interface Active extends Expectation {
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

export function createRunState(): RunState {
  return {
    begun: performance.now(),
    active: new Map(),
    mode: 'generate',
    pending: 0,
    done: 0,
    points: 0,
    balance: null,
    nameLength: 0,
  };
}

/** Changes a state by what happened. */
export function updateRunState(state: RunState, event: ProjectEvent, verbose: boolean): void {
  switch (event.type) {
    case 'run-start':
      state.mode = event.mode;
      return;
    case 'planned':
      state.pending = event.pending;
      return;
    case 'balance':
      state.balance = event.points;
      return;
    case 'asset-start': {
      const text = verbose ? event.action : firstText(event.action, state.mode);
      state.active.set(event.asset, { since: performance.now(), text });
      state.nameLength = Math.max(state.nameLength, event.asset.length);
      return;
    }
    case 'asset-done':
    case 'asset-failed':
      state.done += 1;
      state.active.delete(event.asset);
      return;
    case 'sharing': {
      const { since } = state.active.get(SHARED) ?? { since: performance.now() };
      const text = (describeEvent(event, verbose) ?? '').slice(SHARED.length + 2);
      state.active.set(SHARED, { since, text });
      return;
    }
    case 'run-end':
    case 'in-flight':
    case 'warning':
      return;
    default:
      if (event.type === 'accepted' && !event.free) state.points += event.points ?? 0;
      updateAsset(state.active.get(event.asset), event, verbose);
  }
}

function updateAsset(entry: Active | undefined, event: AssetEvent, verbose: boolean): void {
  if (entry === undefined) return;
  if (event.type === 'downloading') {
    entry.text = downloadText(event);
    return;
  }
  if (event.type === 'processing') {
    entry.text = 'processing';
    return;
  }
  if (event.type === 'expected') {
    // Of several variants the last one counts.
    const dueAt = performance.now() + event.totalMs - event.elapsedMs;
    entry.dueAt = Math.max(entry.dueAt ?? 0, dueAt);
    return;
  }
  const line = describeEvent(event, verbose);
  if (line === null) return;
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
