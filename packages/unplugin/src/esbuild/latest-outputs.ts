import type { EnsureResult } from '@assetgen/core';
import type { PluginProject } from '../shared/plugin-project.ts';
import { fileStamp } from '../shared/file-stamp.ts';
import { createRebuildRequest } from './rebuild-request.ts';

/**
 * The outputs of a project whose files somebody edits. esbuild compares a file with what it was when the first import
 * of an asset named it: what is saved before that would go unread until it is saved again.
 */
export interface LatestOutputs {
  /** The outputs of the project as it is once they are made. */
  ensure(): Promise<EnsureResult>;
  /** For esbuild to watch, besides the files of the project. */
  readonly watchFile: string;
  /** Asks for another build where a file of the project changed since it was read for this one. */
  endBuild(): void;
  close(): void;
}

export function createLatestOutputs({
  project,
  session,
}: Pick<PluginProject, 'project' | 'session'>): LatestOutputs {
  const request = createRebuildRequest();
  /** The stamps of the project's files when their last reading began. */
  let read: ReadonlyMap<string, string> = new Map();
  const isOutdated = (): boolean => [...read].some(([file, stamp]) => fileStamp(file) !== stamp);
  return {
    async ensure() {
      request.withdraw();
      let outcome: PromiseSettledResult<EnsureResult>;
      do {
        read = stampsOf(project.watched());
        session.invalidate();
        [outcome] = await Promise.allSettled([session.ensure()]);
      } while (isOutdated());
      // The first reading tells what else is watched: the other names that a config may have, and input files.
      read = new Map([...stampsOf(project.watched()), ...read]);
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    },
    watchFile: request.file,
    endBuild() {
      if (isOutdated()) request.make();
    },
    close: request.withdraw,
  };
}

/** The lock is what the project writes itself. */
function stampsOf(files: readonly string[]): ReadonlyMap<string, string> {
  const others = files.filter((file) => !file.endsWith('.lock.json'));
  return new Map(others.map((file) => [file, fileStamp(file)]));
}
