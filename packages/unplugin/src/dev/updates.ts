import type { Project } from '@assetgen/core';
import { failureOf, reportFailure } from '../failures.ts';
import type { Failure } from '../failures.ts';
import { virtualId } from '../import-ids.ts';
import type { PluginProject } from '../plugin-project.ts';
import type { Refresh } from '../session.ts';
import type { TextReferences } from '../text-references.ts';

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
   * What a change of `file` means; null for a file that we do not watch. A server tells each of its
   * environments of one change, with one `timestamp`: they share one look.
   */
  after(file: string, timestamp: number): Promise<Update> | null;
}

/** @param hadFailedImport whether an import failed since this was last asked */
export function createUpdates(
  opened: () => PluginProject,
  referringTo: TextReferences<never>['referringTo'],
  hadFailedImport: () => boolean,
): Updates {
  let last: { readonly timestamp: number; readonly update: Promise<Update> } | null = null;

  async function look(): Promise<Update> {
    const { session } = opened();
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
      ids: [...[...changed].map(virtualId), ...texts],
      failure,
      send: reload ? { type: 'full-reload' } : recovered ? { type: 'update', updates: [] } : null,
    };
  }

  return {
    after(file, timestamp) {
      if (!concerns(opened().project, file)) return null;
      if (last?.timestamp !== timestamp) last = { timestamp, update: look() };
      return last.update;
    },
  };
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
