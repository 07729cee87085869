import type { EnsureResult } from '@assetgen/core';
import type { PluginProject } from '../shared/plugin-project.ts';
import { fileStamp } from '../shared/file-stamp.ts';

/**
 * The outputs of the project as it is once they are made. esbuild compares what it watches with what that is at the end
 * of a build: a manifest that is saved while its assets are made would go unread until it is saved again.
 */
export async function ensureLatest({
  project,
  session,
}: Pick<PluginProject, 'project' | 'session'>): Promise<EnsureResult> {
  let outcome: PromiseSettledResult<EnsureResult>;
  let before: ReadonlyMap<string, string>;
  do {
    before = stampsOf(project.watched());
    session.invalidate();
    [outcome] = await Promise.allSettled([session.ensure()]);
  } while (isChanged(before));
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

function isChanged(before: ReadonlyMap<string, string>): boolean {
  const after = stampsOf(before.keys());
  return [...before].some(([file, stamp]) => after.get(file) !== stamp);
}

/** The lock is what the project writes itself. */
function stampsOf(files: Iterable<string>): ReadonlyMap<string, string> {
  const others = [...files].filter((file) => !file.endsWith('.lock.json'));
  return new Map(others.map((file) => [file, fileStamp(file)]));
}
