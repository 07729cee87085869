import path from 'node:path';
import type { Mode } from '../config/assetgen-options.ts';
import type { OutputFile } from '../emit/asset-view.ts';
import type { ProjectOptions, ProjectSettings } from '../project/project.ts';
import type { ProjectEvent } from '../run/report/project-event.ts';
import { OWN_FILE, readTextNow } from '../fs/read-text.ts';
import { stampOf } from './stamp.ts';
import type { Stamp } from './stamp.ts';

/**
 * What a build came to that had nothing to do, and the stamps of all that decided so. While they
 * hold, the next build with the same settings comes to the same, and need not read a manifest or
 * the lock, nor load what reads them.
 */
export interface Snapshot {
  /** Of the settings: options, environment, version. */
  readonly key: string;
  /** A dev server has a snapshot of its own. */
  readonly command: ProjectOptions['command'];
  /** The mode that was asked for; null: that of the settings. */
  readonly asked: Mode | null;
  readonly settings: ProjectSettings;
  /** Of the build: drafts where no service is set. */
  readonly mode: Mode;
  /** Names the objects that belong to it. */
  readonly id: string;
  readonly watched: readonly string[];
  readonly folders: readonly string[];
  /** By absolute path; null for what must go on missing. */
  readonly stamps: Readonly<Record<string, Stamp | null>>;
  readonly files: readonly OutputFile[];
  /** Told again by every build. */
  readonly warnings: readonly Warning[];
}

export type Warning = Extract<ProjectEvent, { readonly type: 'warning' }>;

/** Code of object imports, by asset. Apart: builds without object imports need not read it. */
export interface SnapshotObjects {
  readonly id: string;
  readonly code: Readonly<Record<string, string>>;
}

/** The snapshot where it still holds, or null. */
export function readSnapshot(
  root: string,
  command: ProjectOptions['command'],
  key: string,
): Snapshot | null {
  const snapshot = readJson(snapshotFileOf(root, command)) as Snapshot | null;
  if (snapshot === null || snapshot.key !== key || !Array.isArray(snapshot.files)) return null;
  // It stands in the project, where anybody may have put it: an output without a stamp is none.
  if (snapshot.files.some((file) => typeof snapshot.stamps[file.path] !== 'string')) return null;
  for (const [file, stamp] of Object.entries(snapshot.stamps)) {
    if (stampOf(file) !== stamp) return null;
  }
  return snapshot;
}

/** null where it does not belong to the snapshot. */
export function readObjects(
  root: string,
  { id, command }: Pick<Snapshot, 'id' | 'command'>,
): SnapshotObjects | null {
  const objects = readJson(objectsFileOf(root, command)) as SnapshotObjects | null;
  return objects?.id === id ? objects : null;
}

export const snapshotFileOf = (root: string, command: ProjectOptions['command']): string =>
  path.join(root, '.assetgen', command === 'build' ? 'warm.json' : 'warm-serve.json');
export const objectsFileOf = (root: string, command: ProjectOptions['command']): string =>
  path.join(root, '.assetgen', `warm-objects${command === 'build' ? '' : '-serve'}.json`);

function readJson(file: string): unknown {
  try {
    return JSON.parse(readTextNow(file, OWN_FILE)) as unknown;
  } catch {
    return null;
  }
}
