import type { Asset } from '../manifest/manifest.ts';
import { promptOf } from '../manifest/prompt-of.ts';
import type { StandIn } from '../run/report/stand-in.ts';

/**
 * Tells whether the embedded service has no form for what an asset's prompt names, without making anything.
 *
 * @returns null where it has one, and where an image decides what is made.
 */
export type AskStandIn = (asset: Asset) => Promise<StandIn | null>;

/**
 * Understands each prompt once: a gallery looks at all assets after each change, and to compare thousands of prompts
 * with all words that are known takes longer than the rest of the look.
 */
export function createAskStandIn(): AskStandIn {
  const known = new Map<string, Promise<StandIn | null>>();

  return async function askStandIn(asset) {
    const prompt = promptOf(asset);
    // Of a batch of figures the words are a style.
    if (prompt === null || asset.kind === 'chibi') return null;
    const kind = asset.kind === 'video' || asset.kind === 'image' ? asset.kind : 'model';
    const key = `${kind} ${prompt}`;
    const found = known.get(key) ?? standInFor(prompt, kind);
    known.set(key, found);
    return found;
  };
}

async function standInFor(
  prompt: string,
  kind: 'model' | 'image' | 'video',
): Promise<StandIn | null> {
  const { understand } = await import('@assetgen/service');
  const { standIn, known, unknown } = await understand(prompt, kind);
  return standIn ? { known, unknown } : null;
}
