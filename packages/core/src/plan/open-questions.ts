import type { Fingerprint } from '../brands.ts';
import type { AssetState } from './asset-state.ts';

/** A purchase that the lock does not have: the journal may, or the index. */
export interface OpenPurchase {
  readonly state: AssetState;
  readonly recipe: Fingerprint;
  readonly ordinal: number;
}

/** What would be bought, by the lock alone. Where all is in the lock, there is nothing to ask. */
export function openPurchases(states: readonly AssetState[]): OpenPurchase[] {
  return states.flatMap((state) => {
    const { recipe, source } = state;
    return recipe === null || source.type !== 'create'
      ? []
      : [{ state, recipe, ordinal: source.ordinal }];
  });
}

/** Conversions of which the lock has no result. */
export function openConversions(states: readonly AssetState[]): Fingerprint[] {
  const found = states.flatMap(({ outputs }) =>
    outputs.flatMap(({ output, wanted, locked }) =>
      output.step.type === 'convert' && wanted !== null && locked?.fingerprint !== wanted
        ? [wanted]
        : [],
    ),
  );
  return [...new Set(found)];
}
