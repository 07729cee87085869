import type { Inspection, LockedAsset, ProjectTools } from '@assetgen/core';
import type { ProjectMessage } from '../shared/messages.ts';
import { byName } from '../shared/by-name.ts';
import type { Places } from '../view/preview.ts';
import { projectMessage } from '../view/summary.ts';
import { changeOf } from './compare.ts';
import type { LockAt } from './git-lock.ts';
import { lockAt } from './git-lock.ts';
import { promptsAt } from './prompts-at.ts';

/** A project as a report finds it: what is, and what was. */
export interface Looked {
  readonly root: string;
  readonly inspection: Inspection;
  readonly places: Places;
  readonly message: Omit<ProjectMessage, 'run'>;
  /** What it is compared with; null: with nothing. */
  readonly earlier: (LockAt & { readonly revision: string }) | null;
  /** The words of then, by the asset's name. */
  readonly prompts: ReadonlyMap<string, string>;
  /** Assets to tell of, sorted: all, or those that changed; of these some are in no manifest any more. */
  readonly names: readonly string[];
}

/**
 * Looks at a project and at what it was. Asks no service, changes nothing.
 * @param since a git revision; null: all assets
 */
export async function lookAtProject(project: ProjectTools, since: string | null): Promise<Looked> {
  const { root } = project;
  const found = since === null ? null : await lockAt(root, since);
  const earlier = found === null ? null : { ...found, revision: since ?? '' };
  const inspection = await project.inspect();
  const places: Places = new Map();
  const message = projectMessage(root, inspection, places, new Map());
  const manifests = new Set(message.assets.map(({ manifest }) => manifest));
  const prompts = earlier === null ? new Map() : await promptsAt(root, earlier.commit, manifests);
  const before: Readonly<Record<string, LockedAsset>> = earlier?.lock.assets ?? {};
  const isThere = new Set(message.assets.map(({ name }) => name));
  const removed = Object.keys(before).filter((name) => !isThere.has(name));
  const names = [...isThere, ...removed]
    .filter((name) => {
      if (earlier === null) return true;
      const now = isThere.has(name) ? inspection.lock.assets[name] : undefined;
      return changeOf(before[name], now) !== null;
    })
    .sort(byName);
  return { root, inspection, places, message, earlier, prompts, names };
}
