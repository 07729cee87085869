import { inputsOf } from './inputs-of.ts';
import type { Asset } from './manifest.ts';

/** Names of the assets whose results an asset takes in. */
export function dependenciesOf(asset: Asset): string[] {
  return inputsOf(asset).flatMap((input) => (input.type === 'asset' ? [input.name] : []));
}
