import type { AssetView } from '../emit/asset-view.ts';
import { createView } from '../emit/create-view.ts';
import { madeForTests } from '../emit/test-modules.ts';
import { codeFiles } from '../fs/code-files.ts';
import type { Lock } from '../lock/lock.ts';
import type { Manifest } from '../manifest/manifest.ts';

/**
 * What tests resolve imports of code against (`@gen/hero?react`): all outputs that the manifest declares, with the
 * facts of the lock, and no file of them.
 *
 * @param root absolute path of the project
 */
export function testView(root: string, manifest: Manifest, lock: Lock, prefix: string): AssetView {
  const { assets } = manifest;
  const made = new Map(assets.map((asset) => [asset.name, madeForTests(asset, lock)] as const));
  return createView({ prefix, code: codeFiles(root), watch: [], assets, made });
}
