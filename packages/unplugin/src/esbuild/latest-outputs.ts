import type { EnsureResult } from '@assetgen/core';
import type { PluginProject } from '../shared/plugin-project.ts';
import { fileStamp } from '../shared/file-stamp.ts';

/**
 * The outputs of a project as its files are, while somebody edits them. esbuild compares what it watches with what that
 * was when the first import told it of it: what is saved before that would go unread until it is saved again.
 */
export interface LatestOutputs {
  /** The outputs of the project as it is once they are made. */
  ensure(): Promise<EnsureResult>;
  /** Whether a file of the project is another one than it was when it was read. */
  isOutdated(): boolean;
}

export function createLatestOutputs({
  project,
  session,
}: Pick<PluginProject, 'project' | 'session'>): LatestOutputs {
  /** Of the files of the project, when their last reading began. */
  let read: ReadonlyMap<string, string> = new Map();
  const isOutdated = (): boolean => {
    const now = stampsOf(read.keys());
    return [...read].some(([file, stamp]) => now.get(file) !== stamp);
  };
  return {
    async ensure() {
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
    isOutdated,
  };
}

/** The lock is what the project writes itself. */
function stampsOf(files: Iterable<string>): ReadonlyMap<string, string> {
  const others = [...files].filter((file) => !file.endsWith('.lock.json'));
  return new Map(others.map((file) => [file, fileStamp(file)]));
}
