import { codeFiles } from '../fs/code-files.ts';
import { resolveTarget } from '../emit/code-target.ts';
import { unknownImport } from '../emit/unknown-import.ts';
import type { AssetView, OutputFile, ResolvedImport } from '../emit/asset-view.ts';
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
  const code = codeFiles(root);
  let objects: SnapshotObjects | null = null;

  /** Most builds import files alone, and need none of it. */
  let outputs: ReadonlyMap<string, readonly string[]> | null = null;

  function outputsByAsset(): ReadonlyMap<string, readonly string[]> {
    outputs ??= groupByAsset(list);
    return outputs;
  }

  function base(name: string): ResolvedImport {
    const file = files.get(name);
    if (file !== undefined) return { type: 'file', file };
    objects ??= readObjects();
    const known = objects?.code[name];
    const outputsOf = outputsByAsset();
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

function groupByAsset(files: readonly OutputFile[]): ReadonlyMap<string, readonly string[]> {
  const outputs = new Map<string, string[]>();
  for (const { asset, name } of files) outputs.set(asset, [...(outputs.get(asset) ?? []), name]);
  return outputs;
}
