import type { ProjectTools, Inspection, ProjectEvent } from '@assetgen/core';
import { createRunQueue } from '@assetgen/core/warm';
import type {
  AssetSummary,
  LiveEvent,
  ProblemMessage,
  ProjectMessage,
} from '../shared/messages.ts';
import type { Places } from './preview.ts';
import { problemOf } from './problem.ts';
import { projectMessage } from './summary.ts';
import { hearFailures, nameFailures } from './run-failures.ts';
import type { RunFailures } from './run-failures.ts';
import { createStamps } from './stamps.ts';

/** What the handler knows of the project; looked up again when something changed. */
export interface GalleryState {
  readonly places: Places;
  readonly failures: RunFailures;
  /** The project as it was looked at last. Throws what is wrong with it. */
  current(): Promise<{
    readonly inspection: Inspection;
    readonly message: Omit<ProjectMessage, 'run'>;
  }>;
  /** The same, once it was seen that no file changed since. */
  fresh(): ReturnType<GalleryState['current']>;
  /** Looks again, and tells the pages what is different. Calls that come meanwhile share one look. */
  refresh(): Promise<void>;
  /** Looks again soon: changes come in crowds. */
  refreshSoon(): void;
  hear(event: ProjectEvent): void;
  /** Looks for changes of the files by itself for as long as it is told to. */
  watch(on: boolean): void;
  close(): void;
}

type Looked = Awaited<ReturnType<GalleryState['current']>>;

/** How often watched files are looked at while a page is open. Unit: milliseconds. */
const WATCH_MS = 1000;
const SOON_MS = 150;

export function createState(project: ProjectTools, send: (event: LiveEvent) => void): GalleryState {
  const places: Places = new Map();
  const failures: RunFailures = new Map();
  let looked: Promise<Looked> | null = null;
  let last: Looked | null = null;
  let broken = '';
  const queue = createRunQueue();
  let soon: NodeJS.Timeout | null = null;
  let watching: NodeJS.Timeout | null = null;
  const stamps = createStamps(project);
  /** A look at thousands of assets takes its time: it must not take all of it. */
  let restUntil = 0;

  async function look(): Promise<Looked> {
    const started = performance.now();
    const inspection = await stamps.around(() => project.inspect());
    nameFailures(failures, inspection);
    // A removed asset keeps its address for as long as a page may show it.
    const message = projectMessage(project.root, inspection, places, failures);
    const took = performance.now() - started;
    restUntil = performance.now() + 3 * took;
    return { inspection, message };
  }

  function current(): Promise<Looked> {
    looked ??= queue.run(null, lookOnce);
    return looked;
  }

  async function lookOnce(): Promise<Looked> {
    try {
      const found = await look();
      last ??= found;
      return found;
    } catch (error) {
      looked = null;
      throw error;
    }
  }

  async function refreshNow(): Promise<void> {
    const before = last;
    try {
      looked = lookOnce();
      const now = await looked;
      last = now;
      const event = broken === '' ? difference(before, now) : { type: 'reload' as const };
      broken = '';
      if (event !== null) send(event);
    } catch (error) {
      const problem: ProblemMessage = problemOf(error);
      const text = JSON.stringify(problem);
      if (text !== broken) send({ type: 'broken', problem });
      broken = text;
    }
  }

  const refresh = (): Promise<void> => queue.run('look', refreshNow, 'until-start');

  function refreshSoon(): void {
    if (soon !== null) return;
    const wait = Math.max(SOON_MS, restUntil - performance.now());
    soon = setTimeout(() => {
      soon = null;
      void refresh();
    }, wait);
    soon.unref();
  }

  async function lookForChanges(): Promise<void> {
    // Which files there are is known when the first look has ended: asked meanwhile, all of them would be new.
    await looked?.catch(() => undefined);
    if (!(await stamps.changed())) return;
    project.invalidate();
    await refresh();
  }

  return {
    places,
    failures,
    current,
    async fresh() {
      await lookForChanges();
      return current();
    },
    refresh,
    refreshSoon,
    hear(event) {
      hearFailures(failures, event);
      if (/^(?:asset-done|asset-failed|run-end)$/.test(event.type)) refreshSoon();
    },
    watch(on) {
      if (on === (watching !== null)) return;
      if (watching !== null) clearInterval(watching);
      watching = on ? setInterval(() => void lookForChanges(), WATCH_MS) : null;
      watching?.unref();
    },
    close() {
      if (watching !== null) clearInterval(watching);
      if (soon !== null) clearTimeout(soon);
    },
  };
}

function difference(before: Looked | null, after: Looked): LiveEvent | null {
  if (before === null) return { type: 'reload' };
  const [old, now] = [before.message, after.message];
  const sameFrame =
    JSON.stringify({ ...old, assets: [], price: null, asks: '' }) ===
    JSON.stringify({ ...now, assets: [], price: null, asks: '' });
  if (!sameFrame) return { type: 'reload' };
  const known = new Map(old.assets.map((asset) => [asset.name, JSON.stringify(asset)]));
  const changed = now.assets.filter(
    (asset: AssetSummary) => known.get(asset.name) !== JSON.stringify(asset),
  );
  const names = new Set(now.assets.map(({ name }) => name));
  const removed = [...known.keys()].filter((name) => !names.has(name));
  const samePrice = JSON.stringify(old.price) === JSON.stringify(now.price);
  // A parameter may be another, of which the list tells nothing.
  const isSame = samePrice && old.asks === now.asks;
  if (changed.length === 0 && removed.length === 0 && isSame) return null;
  return { type: 'assets', changed, removed, price: now.price, asks: now.asks };
}
