import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { linkGuard } from '../fs/link-guard.ts';
import { writeAtomic } from '../fs/write-atomic.ts';
import { objectsFileOf, snapshotFileOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { settledStampOf } from './stamp.ts';
import type { Stamp } from './stamp.ts';

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
    const guard = linkGuard(root);
    const { id, command } = snapshot;
    guard(snapshotFileOf(root, command));
    await mkdir(path.join(root, '.assetgen'), { recursive: true });
    await writeAtomic(objectsFileOf(root, command), JSON.stringify({ id, code: objects() }), guard);
    await writeAtomic(
      snapshotFileOf(root, command),
      JSON.stringify({ ...snapshot, stamps }),
      guard,
    );
  } catch {
    // A project on a read-only disk builds too.
  }
}
