import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Mode } from '../config/assetgen-options.ts';
import type { OutputFile } from '../emit/asset-view.ts';
import type { ProjectSettings } from '../project/project.ts';
import type { ProjectEvent } from '../run/report/project-event.ts';
import { settledStampOf, stampOf } from './stamp.ts';
import type { Stamp } from './stamp.ts';

/**
 * What a build came to that had nothing to do, and the stamps of all that decided so. While they
 * hold, the next build with the same settings comes to the same, and need not read a manifest or
 * the lock, nor load what reads them.
 */
export interface Snapshot {
  /** Of the settings: options, environment, version. */
  readonly key: string;
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
export function readSnapshot(root: string, key: string): Snapshot | null {
  const snapshot = readJson(fileOf(root)) as Snapshot | null;
  if (snapshot === null || snapshot.key !== key || !Array.isArray(snapshot.files)) return null;
  for (const [file, stamp] of Object.entries(snapshot.stamps)) {
    if (stampOf(file) !== stamp) return null;
  }
  return snapshot;
}

/** null where it does not belong to the snapshot. */
export function readObjects(root: string, { id }: Snapshot): SnapshotObjects | null {
  const objects = readJson(objectsFileOf(root)) as SnapshotObjects | null;
  return objects?.id === id ? objects : null;
}

/**
 * Writes both, unless one of the files was touched since shortly before the build began: then it
 * may be another than the one that the build read. Never rejects: without it the next build reads
 * everything again.
 */
export async function writeSnapshot(
  root: string,
  snapshot: Omit<Snapshot, 'stamps'>,
  deciding: readonly string[],
  objects: () => Readonly<Record<string, string>>,
  started: number,
): Promise<void> {
  const stamps: Record<string, Stamp | null> = {};
  for (const file of [...deciding, ...snapshot.files.map((output) => output.path)]) {
    const stamp = settledStampOf(file, started);
    if (stamp === undefined) return;
    stamps[file] = stamp;
  }
  try {
    await mkdir(path.join(root, '.assetgen'), { recursive: true });
    const { id } = snapshot;
    // Loaded only where there is something to write.
    const { writeAtomic } = await import('../fs/write-atomic.ts');
    await writeAtomic(objectsFileOf(root), JSON.stringify({ id, code: objects() }));
    await writeAtomic(fileOf(root), JSON.stringify({ ...snapshot, stamps }));
  } catch {
    // A project on a read-only disk builds too.
  }
}

const fileOf = (root: string): string => path.join(root, '.assetgen', 'warm.json');
const objectsFileOf = (root: string): string => path.join(root, '.assetgen', 'warm-objects.json');

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch {
    return null;
  }
}
