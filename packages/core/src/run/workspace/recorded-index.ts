import path from 'node:path';
import type { Fingerprint } from '../../brands.ts';
import { OWN_FILE, readTextIfThere } from '../../fs/read-text.ts';
import type { ServiceSort } from '../../lock/lock.ts';
import type { KnownOutput, KnownRecipe, ResultIndex } from '../../store/index/result-index.ts';
import { isKnownOutput, isKnownRecipe } from '../../store/index/result-index.ts';
import { PURCHASES_NAME } from '../report/purchase-log.ts';

interface Recorded {
  readonly recipes: ReadonlyMap<Fingerprint, KnownRecipe>;
  readonly outputs: ReadonlyMap<Fingerprint, KnownOutput>;
}

/**
 * An index that also knows what the project's record of purchases says: for this project alone, and for as long as
 * one run. The record is read with the first question that the index itself has no answer to.
 * @param service which sort of service the purchases have to be of
 */
export function recordedIndex(index: ResultIndex, root: string, service: ServiceSort): ResultIndex {
  let read: Recorded | null = null;
  const recorded = (): Recorded => (read ??= readRecord(root, service));

  async function recipe(fingerprint: Fingerprint): Promise<KnownRecipe | null> {
    const known = index.hasRecipe(fingerprint) ? await index.recipe(fingerprint) : null;
    const noted = recorded().recipes.get(fingerprint) ?? null;
    return (noted?.variants.length ?? -1) > (known?.variants.length ?? -1) ? noted : known;
  }
  async function output(fingerprint: Fingerprint): Promise<KnownOutput | null> {
    return (await index.output(fingerprint)) ?? recorded().outputs.get(fingerprint) ?? null;
  }

  return {
    ...index,
    recipe,
    recipes: (wanted, areHere) =>
      Promise.all(
        wanted.map(({ fingerprint }, at) => (areHere[at] === true ? recipe(fingerprint) : null)),
      ),
    hasRecipe: (fingerprint) => index.hasRecipe(fingerprint) || recorded().recipes.has(fingerprint),
    haveRecipes: (fingerprints) =>
      index
        .haveRecipes(fingerprints)
        .map((isHere, at) => isHere || recorded().recipes.has(fingerprints[at] as Fingerprint)),
    output,
    outputs: (fingerprints) => Promise.all(fingerprints.map(output)),
  };
}

/** A record, or a line of it, that cannot be read counts as none. */
function readRecord(root: string, service: ServiceSort): Recorded {
  const recipes = new Map<Fingerprint, KnownRecipe>();
  const outputs = new Map<Fingerprint, KnownOutput>();
  for (const line of linesOf(path.join(root, PURCHASES_NAME))) {
    const purchase = parseLine(line);
    if (!isKnownRecipe(purchase) || purchase.jobs.length === 0) continue;
    if (purchase.jobs.some((job) => job.service !== service)) continue;
    const { jobs, variants, recipe, outputs: made = {} } = purchase as KnownRecipe & Line;
    const before = recipes.get(recipe);
    if (before === undefined || before.variants.length <= variants.length) {
      recipes.set(recipe, { jobs, variants });
    }
    for (const each of Object.values(made)) {
      if (!isKnownOutput(each)) continue;
      const { fingerprint, ...known } = each as KnownOutput & { readonly fingerprint: Fingerprint };
      outputs.set(fingerprint, known);
    }
  }
  return { recipes, outputs };
}

interface Line {
  readonly recipe: Fingerprint;
  readonly outputs?: object;
}

function linesOf(file: string): readonly string[] {
  try {
    return (readTextIfThere(file, OWN_FILE) ?? '').split('\n');
  } catch {
    return [];
  }
}

function parseLine(line: string): unknown {
  try {
    return line === '' ? null : JSON.parse(line);
  } catch {
    return null;
  }
}
