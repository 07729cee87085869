import path from 'node:path';
import type { MadeFile } from '../../emit/made-file.ts';
import type { LockedAsset } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import { hexOf } from '../../store/cas/digest.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isDraft } from '../workspace/workspace.ts';

/** The files of an asset as an entry of the lock has them. */
export function filesOf(asset: Asset, locked: LockedAsset, workspace: Workspace): MadeFile[] {
  const files = asset.outputs.flatMap((output): MadeFile[] => {
    const made = locked.outputs[output.name];
    if (made === undefined) return [];
    const file = {
      asset: asset.name,
      name: output.name,
      path: path.join(workspace.filesDir, output.name),
      bytes: made.bytes,
      sha256: hexOf(made.digest),
      draft: isDraft(workspace),
      ...(output.public === null ? {} : { public: output.public }),
    };
    return [{ output, file, meta: made.meta }];
  });
  // A copy has no spare room: a list that grew keeps 17 places for one file.
  return files.slice();
}
