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
  const open: OpenPurchase[] = [];
  states.forEach((state) => {
    const { recipe, source } = state;
    if (recipe === null || source.type !== 'create') return;
    open.push({ state, recipe, ordinal: source.ordinal });
  });
  return open;
}

/** Conversions of which the lock has no result. */
export function openConversions(states: readonly AssetState[]): Fingerprint[] {
  const open = new Set<Fingerprint>();
  states.forEach(({ outputs }) => {
    for (const { output, wanted, locked } of outputs) {
      if (output.step.type !== 'convert' || wanted === null) continue;
      if (locked?.fingerprint !== wanted) open.add(wanted);
    }
  });
  return [...open];
}
