import type { Asset } from '../../manifest/manifest.ts';

/** More purchases of one recipe than there will ever be. */
const PURCHASES = 1000;

/**
 * Which asking for the same this is: the embedded service draws another for every revision and every
 * further purchase, and the same again for the same.
 *
 * @param ordinal 0 for the first purchase of the recipe.
 */
export function takeOf(asset: Pick<Asset, 'revision'>, ordinal: number): number {
  return asset.revision * PURCHASES + ordinal;
}
