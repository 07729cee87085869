import { unknownImport } from '../emit/unknown-import.ts';
import type { AssetView, ResolvedImport } from '../emit/asset-view.ts';
import type { Snapshot, SnapshotObjects } from './snapshot.ts';

/** A view without a manifest behind it: every asset of it was made. */
export function createWarmView(
  { settings: { prefix }, files: list, watched }: Snapshot,
  readObjects: () => SnapshotObjects | null,
): AssetView {
  const files = new Map(list.map((file) => [file.name, file]));
  const outputsOf = new Map<string, string[]>();
  for (const { asset, name } of list) {
    outputsOf.set(asset, [...(outputsOf.get(asset) ?? []), name]);
  }
  let objects: SnapshotObjects | null = null;
  return {
    prefix,
    watch: watched,
    files: list,
    resolve(id): ResolvedImport | null {
      if (id !== prefix && !id.startsWith(`${prefix}/`)) return null;
      const name = id.slice(prefix.length + 1);
      const file = files.get(name);
      if (file !== undefined) return { type: 'file', file };
      objects ??= readObjects();
      const code = objects?.code[name];
      if (outputsOf.has(name) && code !== undefined) return { type: 'object', asset: name, code };
      throw unknownImport(id, prefix, outputsOf);
    },
  };
}
