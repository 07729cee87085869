import type { AssetView } from '@assetgen/core';

/**
 * Names below the prefix whose module is not what it was: added, gone, other bytes, other facts.
 * `before` is null when there was no view yet: then every name counts.
 */
export function changedNames(before: AssetView | null, after: AssetView): ReadonlySet<string> {
  const old = before === null ? new Map<string, string>() : contents(before);
  const now = contents(after);
  const changed = new Set<string>();
  for (const [name, content] of now) if (old.get(name) !== content) changed.add(name);
  for (const name of old.keys()) if (!now.has(name)) changed.add(name);
  return changed;
}

function contents(view: AssetView): Map<string, string> {
  const result = new Map<string, string>();
  for (const file of view.files) {
    // The path counts too: a draft lies elsewhere than the output that takes its place.
    result.set(file.name, `${file.sha256} ${file.path}`);
    if (result.has(file.asset)) continue;
    const object = view.resolve(`${view.prefix}/${file.asset}`);
    if (object?.type === 'object') result.set(file.asset, object.code);
  }
  return result;
}
