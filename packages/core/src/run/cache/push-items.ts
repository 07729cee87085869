import type { StoredBlob } from '../../ports.ts';
import type { Lock, LockedAsset } from '../../lock/lock.ts';
import type { PushItem } from '../../store/remote/push-to.ts';

/** What a lock names, as the shared cache keeps it: recipes that were bought, outputs, blobs. */
export function pushItems(lock: Lock): readonly PushItem[] {
  return Object.values(lock.assets).flatMap((asset) => [sourceItem(asset), ...outputItems(asset)]);
}

function sourceItem({ recipe, jobs, variants }: LockedAsset): PushItem {
  const blobs = variants.flatMap((variant): StoredBlob[] =>
    'failed' in variant ? [] : [{ digest: variant.digest, bytes: variant.bytes }],
  );
  // A local file has no entry: its outputs are made again from it.
  if (jobs.length === 0) return { entry: null, blobs };
  const name = { kind: 'recipe', fingerprint: recipe } as const;
  return { entry: { name, value: JSON.stringify({ jobs, variants }) }, blobs };
}

function outputItems({ outputs }: LockedAsset): PushItem[] {
  return Object.values(outputs).map(({ fingerprint, digest, bytes, meta }) => ({
    entry: {
      name: { kind: 'output', fingerprint },
      value: JSON.stringify({ digest, bytes, meta }),
    },
    blobs: [{ digest, bytes }],
  }));
}
