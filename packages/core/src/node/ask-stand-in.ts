import type { Asset } from '../manifest/manifest.ts';
import { promptOf } from '../manifest/prompt-of.ts';
import type { StandIn } from '../run/report/stand-in.ts';

/**
 * Tells whether the embedded service has no form for what an asset's prompt names, without making anything.
 *
 * @returns null where it has one, and where an image decides what is made.
 */
export async function askStandIn(asset: Asset): Promise<StandIn | null> {
  const prompt = promptOf(asset);
  // Of a batch of figures the words are a style.
  if (prompt === null || asset.kind === 'chibi') return null;
  const { understand } = await import('@assetgen/service');
  const kind = asset.kind === 'video' || asset.kind === 'image' ? asset.kind : 'model';
  const { standIn, known, unknown } = await understand(prompt, kind);
  return standIn ? { known, unknown } : null;
}
