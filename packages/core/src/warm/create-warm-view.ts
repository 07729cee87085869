import { codeFiles } from '../fs/code-files.ts';
import { resolveTarget } from '../emit/code-target.ts';
import { unknownImport } from '../emit/unknown-import.ts';
import type { AssetView, ResolvedImport } from '../emit/asset-view.ts';
import type { Snapshot, SnapshotObjects } from './snapshot.ts';

/**
 * A view without a manifest behind it: every asset of it was made.
 * @param root absolute path of the project
 */
export function createWarmView(
  root: string,
  { settings: { prefix }, files: list, watched }: Snapshot,
  readObjects: () => SnapshotObjects | null,
): AssetView {
  const files = new Map(list.map((file) => [file.name, file]));
  const outputsOf = new Map<string, string[]>();
  for (const { asset, name } of list) {
    outputsOf.set(asset, [...(outputsOf.get(asset) ?? []), name]);
  }
  const code = codeFiles(root);
  let objects: SnapshotObjects | null = null;

  function base(name: string): ResolvedImport {
    const file = files.get(name);
    if (file !== undefined) return { type: 'file', file };
    objects ??= readObjects();
    const known = objects?.code[name];
    if (outputsOf.has(name) && known !== undefined) {
      return { type: 'object', asset: name, code: known };
    }
    throw unknownImport(name === '' ? prefix : `${prefix}/${name}`, prefix, outputsOf);
  }

  return {
    prefix,
    watch: watched,
    files: list,
    resolve(id): ResolvedImport | null {
      if (id !== prefix && !id.startsWith(`${prefix}/`)) return null;
      const name = id.slice(prefix.length + 1);
      return resolveTarget(name, { prefix, files: code, base }) ?? base(name);
    },
  };
}
