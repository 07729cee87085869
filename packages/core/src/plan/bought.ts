import type { Fingerprint } from '../brands.ts';
import type { Lock, LockedAsset, LockedJob, LockedOutput, LockedVariant } from '../lock/lock.ts';
import { record } from '../lock/lock.ts';

/** Purchases of a recipe that stand under another name, or that this machine remembers. */
export interface Bought {
  /** What the plan calls the place: `"old-name"`, `this machine`. */
  readonly from: string;
  readonly jobs: readonly LockedJob[];
  readonly variants: readonly LockedVariant[];
  readonly outputs: Readonly<Record<string, LockedOutput>>;
}

/** Purchases by their recipes. */
export type BoughtByRecipe = Pick<ReadonlyMap<Fingerprint, Bought>, 'get' | 'has'>;

/**
 * The entry of a lock with the most variants for each recipe. One walk for many questions; what is told of an entry
 * is made for those that are asked for.
 */
export function boughtIn({ assets }: Lock): BoughtByRecipe {
  const best = new Map<Fingerprint, string>();
  const entryOf = (name: string | undefined): LockedAsset | undefined =>
    name === undefined ? undefined : assets[name];
  Object.keys(assets).forEach((name) => {
    const entry = assets[name];
    // An asset from a local file is not bought: it is made again from its file.
    if (entry === undefined || entry.jobs.length === 0) return;
    const known = entryOf(best.get(entry.recipe));
    if (known === undefined || known.variants.length < entry.variants.length) {
      best.set(entry.recipe, name);
    }
  });
  return {
    has: (recipe) => best.has(recipe),
    get(recipe) {
      const name = best.get(recipe);
      const entry = entryOf(name);
      return name === undefined || entry === undefined ? undefined : asBought(name, entry);
    },
  };
}

/** The entry with the most variants of those of one recipe. */
export function boughtAmong(entries: readonly (readonly [string, LockedAsset])[]): Bought | null {
  const bought = entries.filter(([, entry]) => entry.jobs.length > 0);
  const most = Math.max(...bought.map(([, entry]) => entry.variants.length));
  const found = bought.find(([, entry]) => entry.variants.length === most);
  return found === undefined ? null : asBought(...found);
}

function asBought(name: string, { jobs, variants, outputs }: LockedAsset): Bought {
  return { from: JSON.stringify(name), jobs, variants, outputs };
}

/**
 * Outputs of a purchase by their fingerprints: the same step of the same source is the same file,
 * whatever its name.
 */
export function outputsByFingerprint(
  wanted: readonly (readonly [name: string, fingerprint: Fingerprint | null])[],
  have: Readonly<Record<string, LockedOutput>>,
): Readonly<Record<string, LockedOutput>> {
  const known = new Map(Object.values(have).map((output) => [output.fingerprint, output]));
  return record(
    wanted.flatMap(([name, fingerprint]): [string, LockedOutput][] => {
      const output = fingerprint === null ? undefined : known.get(fingerprint);
      return output === undefined ? [] : [[name, output]];
    }),
  );
}
