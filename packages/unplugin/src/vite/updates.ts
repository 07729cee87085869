import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Project } from '@assetgen/core';
import { ENGINES } from '@assetgen/core/warm';
import { failureOf, reportFailure } from '../shared/failure.ts';
import type { Failure } from '../shared/failure.ts';
import { virtualId } from '../shared/references/import-id.ts';
import type { PluginProject } from '../shared/plugin-project.ts';
import type { Refresh } from '../shared/session.ts';
import type { TextReferences } from './text-references.ts';

/** What a changed file means for the modules of a dev server. */
export type Update =
  | {
      readonly status: 'ready';
      /** Ids of the modules, style sheets and pages that are not what they were. */
      readonly ids: readonly string[];
      /** Assets that failed; the others are well. */
      readonly failure: Failure | null;
      /** What no module's update can do; a server's message to the page. */
      readonly send: HotMessage | null;
    }
  | { readonly status: 'failed'; readonly failure: Failure };

/** A reload, because a page changed or an import had failed; or nothing, to take an overlay away. */
export type HotMessage = { type: 'full-reload' } | { type: 'update'; updates: [] };

export interface Updates {
  /**
   * What a change of `file` means; null for a file that we do not watch, and for the lock as a look
   * left it or, where one is under way, leaves it. A server tells each of its environments of one
   * change, with one `timestamp`: they share one look.
   */
  after(file: string, timestamp: number): Promise<Update | null> | null;
}

/** More changes than come while one is looked at. */
const MOST_LOOKS = 1_000;

/** @param hadFailedImport whether an import failed since this was last asked */
export function createUpdates(
  opened: () => PluginProject,
  referringTo: TextReferences<never>['referringTo'],
  hadFailedImport: () => boolean,
): Updates {
  /**
   * By change. Vite tells the other environments when the page's has its answer, and later changes may have been
   * looked at since: a look of their own would take from the page what it was to hear, such as that all is well again.
   */
  const looks = new Map<string, Promise<Update | null> | null>();

  async function look(file: string): Promise<Update> {
    const { session } = opened();
    await untilWritten(file);
    const refresh = await session.refresh();
    if (refresh.status === 'failed') return { status: 'failed', failure: failureOf(refresh.error) };
    return ready(refresh, reportFailure((await session.ensure()).report));
  }

  function ready(refresh: Refresh & { status: 'ready' }, failure: Failure | null): Update {
    const { changed, recovered } = refresh;
    const texts = referringTo(changed);
    const reload = hadFailedImport() || texts.some((id) => id.endsWith('.html'));
    return {
      status: 'ready',
      // Code of a model tells of the same files as its object; what else there is imports one of them.
      ids: [
        ...[...changed].flatMap((name) =>
          [name, ...ENGINES.map((engine) => `${name}~${engine}`)].map(virtualId),
        ),
        ...texts,
      ],
      failure,
      send: reload ? { type: 'full-reload' } : recovered ? { type: 'update', updates: [] } : null,
    };
  }

  function lookOnce(file: string): Promise<Update | null> | null {
    const { project, session } = opened();
    if (!concerns(project, file) || session.isKnownLock(file)) return null;
    return file.endsWith('.lock.json') ? lookUnlessOwn(file) : look(file);
  }

  /** A watcher tells of the lock that a look writes before that look has ended. */
  async function lookUnlessOwn(lock: string): Promise<Update | null> {
    const { session } = opened();
    await session.settled();
    return session.isKnownLock(lock) ? null : look(lock);
  }

  return {
    after(file, timestamp) {
      const change = `${timestamp} ${file}`;
      const known = looks.get(change);
      if (known !== undefined) return known;
      const update = lookOnce(file);
      looks.set(change, update);
      for (const old of looks.keys()) {
        if (looks.size <= MOST_LOOKS) break;
        looks.delete(old);
      }
      return update;
    },
  };
}

/** How long a file may stay empty while it is written. Unit: milliseconds. */
const WRITTEN_MS = 100;

/**
 * Many editors empty a file before they write it. What is told in between is no mistake of the user,
 * and a page that shows it loses its state: Vite reloads it at its first update.
 */
async function untilWritten(file: string): Promise<void> {
  for (let waited = 0; waited < WRITTEN_MS && isEmpty(file); waited += 10) await delay(10);
}

function isEmpty(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === 0;
}

function concerns(project: Project, file: string): boolean {
  if (project.watched().some((each) => slashed(each) === file)) return true;
  if (!MAYBE_MANIFEST.test(file) || /\/(?:node_modules|\.assetgen)\//.test(file)) return false;
  return project.watchedFolders().some((folder) => file.startsWith(`${slashed(folder)}/`));
}

const MAYBE_MANIFEST = /\.(?:jsonc?|[cm]?[jt]s)$/;

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}
