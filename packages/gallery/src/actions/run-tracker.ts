import type { ProjectEvent } from '@assetgen/core';
import type { Total } from '../shared/total-of.ts';
import { totalOf, totalOfAll } from '../shared/total-of.ts';
import type { ProgressMessage, RunMessage } from '../shared/messages.ts';

/** Follows a run by its events. */
export interface RunTracker {
  /** null: none is under way, or it has nothing to do. */
  readonly run: RunMessage | null;
  /** True while any run is under way. */
  readonly busy: boolean;
  /** What the service took in the run that is under way, or was last. */
  readonly charged: Total;
  /** Says whether the message changed. */
  hear(event: ProjectEvent): boolean;
}

/** @param byPage whether the run that begins now is one of the page's own */
export function createRunTracker(byPage: () => boolean): RunTracker {
  let run: (Omit<RunMessage, 'active'> & { active: Record<string, ProgressMessage> }) | null = null;
  let busy = false;
  let charged: Total = { known: 0, untold: 0 };

  function set(asset: string, progress: ProgressMessage): boolean {
    if (run === null) return false;
    const before = run.active[asset];
    if (before?.text === progress.text && before.percent === progress.percent) return false;
    run = { ...run, active: { ...run.active, [asset]: progress } };
    return true;
  }

  function hear(event: ProjectEvent): boolean {
    switch (event.type) {
      case 'run-start': {
        busy = true;
        charged = { known: 0, untold: 0 };
        const by = byPage() ? 'page' : 'server';
        run = { by, mode: event.mode, done: 0, pending: 0, active: {}, spent: charged };
        // Most runs of a dev server find nothing to do: they are not worth a word.
        return by === 'page';
      }
      case 'run-end':
        busy = false;
        run = null;
        return true;
      case 'planned':
        if (run !== null) run = { ...run, pending: event.pending };
        return event.pending > 0;
      case 'asset-start':
        return set(event.asset, { text: STARTS[event.action] ?? event.action, percent: null });
      case 'asset-done':
      case 'asset-failed': {
        if (run === null) return false;
        const { [event.asset]: _gone, ...active } = run.active;
        run = { ...run, active, done: run.done + 1 };
        return true;
      }
      case 'submitting':
        return set(event.asset, { text: 'submitting', percent: null });
      case 'accepted':
        charged = totalOfAll([charged, totalOf([event.free ? 0 : event.points])]);
        if (run !== null) run = { ...run, spent: charged };
        set(event.asset, { text: 'accepted', percent: 0 });
        return true;
      case 'resumed':
        return set(event.asset, { text: 'resumed: accepted already', percent: null });
      case 'progress':
        return set(event.asset, { text: event.status, percent: event.percent });
      case 'downloading': {
        const { bytes, total } = event;
        const percent = total === null || total === 0 ? null : Math.floor((bytes / total) * 100);
        return set(event.asset, { text: 'downloading', percent });
      }
      case 'processing':
        return set(event.asset, { text: STARTS['process'] ?? '', percent: null });
      case 'waiting':
        return set(event.asset, {
          text: `${event.reason}, waiting ${Math.ceil(event.ms / 1000)} s`,
          percent: null,
        });
      default:
        return false;
    }
  }

  return {
    get run() {
      return run === null || (run.by === 'server' && run.pending === 0) ? null : run;
    },
    get charged() {
      return charged;
    },
    get busy() {
      return busy;
    },
    hear,
  };
}

const STARTS: Readonly<Record<string, string>> = {
  generate: 'asking the service',
  process: 'making outputs',
  convert: 'converting',
  download: 'downloading',
};
