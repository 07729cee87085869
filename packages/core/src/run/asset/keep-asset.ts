import type { MadeFile } from '../../emit/made-file.ts';
import type { Asset } from '../../manifest/manifest.ts';
import { checkExpect } from '../../process/check-expect.ts';
import type { BuildContext } from '../build-context.ts';
import { failAsset } from '../report/fail-asset.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { filesOf } from './files-of.ts';

/**
 * Keeps an asset that is up to date. It still has to meet limits that were tightened since.
 *
 * @param isAsked whether it belongs to the part that the run is asked for; only this part is counted
 * @returns its files; null where it does not meet them
 */
export function keepAsset(
  asset: Asset,
  workspace: Workspace,
  context: BuildContext,
  isAsked: boolean,
): readonly MadeFile[] | null {
  const locked = workspace.lock.get(asset.name);
  try {
    for (const output of asset.outputs) {
      const made = locked?.outputs[output.name];
      if (made !== undefined) checkExpect(asset, output, made);
    }
  } catch (error) {
    failAsset(asset, error, context);
    return null;
  }
  if (isAsked) context.report.count('cached');
  return locked === undefined ? null : filesOf(asset, locked, workspace);
}
