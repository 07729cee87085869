import type { Fingerprint } from '../../brands.ts';
import { record } from '../../lock/lock.ts';
import type { Asset } from '../../manifest/manifest.ts';
import type { Bought } from '../../plan/bought.ts';
import type { Facts } from '../../plan/facts.ts';
import { purchaseKey } from '../../plan/facts.ts';
import type { JournalState } from '../../plan/journal-state.ts';
import type { OpenPurchase } from '../../plan/open-questions.ts';
import type { IsEnough, KnownRecipe, ResultIndex } from '../../store/index/result-index.ts';
import type { RunPorts } from '../build-context.ts';

/** What the journal knows of purchases, by {@link purchaseKey}. */
export async function readJournals(
  purchases: readonly OpenPurchase[],
  ports: RunPorts,
): Promise<Facts['journal']> {
  const journal = new Map<string, JournalState>();
  const states = await ports.readJournals(purchases);
  purchases.forEach(({ recipe, ordinal }, at) => {
    const state = states[at];
    if (state === undefined || state.status === 'none') return;
    journal.set(purchaseKey(recipe, ordinal), state);
  });
  return journal;
}

/** What this machine or the shared cache knows of purchases: another project may have made them. */
export async function lookUpPurchases(
  purchases: readonly OpenPurchase[],
  journal: Facts['journal'],
  index: ResultIndex,
): Promise<ReadonlyMap<Fingerprint, Bought>> {
  const isOpen = ({ recipe, ordinal }: OpenPurchase): boolean =>
    !isInDoubt(journal.get(purchaseKey(recipe, ordinal)));
  // Most journals are empty: no key is made for them.
  const open = journal.size === 0 ? purchases : purchases.filter(isOpen);
  const bought = new Map<Fingerprint, Bought>();
  const isHere = index.haveRecipes(open.map(({ recipe }) => recipe));
  // Of most plans this machine knows nothing, and asks nobody else.
  if (!index.isShared && !isHere.includes(true)) return bought;
  const wanted = open.map(({ recipe, state }) => ({
    fingerprint: recipe,
    isEnough: isEnoughFor(state.asset),
  }));
  const found = wanted.length === 0 ? [] : await index.recipes(wanted, isHere);
  found.forEach((known, at) => {
    const recipe = wanted[at]?.fingerprint;
    if (known === null || recipe === undefined) return;
    const from = isHere[at] === true ? 'by this machine' : 'in the shared cache';
    bought.set(recipe, { ...known, from, outputs: record([]) });
  });
  return bought;
}

/**
 * A submission whose outcome is unknown waits for a decision, whatever others have. A journal that is
 * damaged knows of none: what became of it is told by who has the result.
 */
function isInDoubt(journal: JournalState | undefined): boolean {
  return journal?.status === 'ambiguous' && journal.damaged === undefined;
}

/** What conversions gave that were paid for before. */
export async function lookUpConversions(
  conversions: readonly Fingerprint[],
  index: ResultIndex,
): Promise<Facts['converted']> {
  const found = conversions.length === 0 ? [] : await index.outputs(conversions);
  const converted = new Map<Fingerprint, NonNullable<(typeof found)[number]>>();
  for (const [at, known] of found.entries()) {
    const fingerprint = conversions[at];
    if (known !== null && fingerprint !== undefined) converted.set(fingerprint, known);
  }
  return converted;
}

/** Whether what is known of a recipe is all that an asset wants of it. */
export function isEnoughFor(asset: Asset): IsEnough {
  return (known) => missingVariants(asset, known) <= 0;
}

/** How many variants an asset wants beyond those that are known. */
export function missingVariants(asset: Asset, known: KnownRecipe): number {
  return asset.kind === 'chibi' ? 0 : asset.variants - known.variants.length;
}
