import type { Fingerprint } from '../../brands.ts';
import type { StoredBlob } from '../../ports.ts';
import type { KnownOutput, KnownRecipe, ResultIndex } from '../index/result-index.ts';
import { isKnownRecipe, isKnownOutput } from '../index/result-index.ts';
import type { ResultName } from './open-entry.ts';
import type { SharedCache } from './shared-cache.ts';

/** An index that asks the shared cache for what this machine does not know, and tells it what is new. */
export function shareIndex(local: ResultIndex, shared: SharedCache): ResultIndex {
  const named = (kind: ResultName['kind'], fingerprint: Fingerprint): ResultName => ({
    kind,
    fingerprint,
  });

  /** The larger of what is known here and what is known there, kept here. */
  async function join(
    fingerprint: Fingerprint,
    here: KnownRecipe | null,
    text: string | null,
  ): Promise<KnownRecipe | null> {
    const there = parse(text, isKnownRecipe);
    if (there === null || there.variants.length <= (here?.variants.length ?? 0)) return here;
    await local.setRecipe(fingerprint, there);
    return there;
  }

  async function keep(fingerprint: Fingerprint, text: string | null): Promise<KnownOutput | null> {
    const there = parse(text, isKnownOutput);
    if (there !== null) await local.setOutput(fingerprint, there);
    return there;
  }

  return {
    isShared: true,
    hasRecipe: local.hasRecipe,
    haveRecipes: local.haveRecipes,
    async recipe(fingerprint, isEnough = () => true) {
      const here = await local.recipe(fingerprint);
      if (here !== null && isEnough(here)) return here;
      return join(fingerprint, here, await shared.look(named('recipe', fingerprint)));
    },
    async recipes(wanted, areHere) {
      const found = [...(await local.recipes(wanted, areHere))];
      const open = [...found.keys()].filter((at) => {
        const here = found[at] ?? null;
        return here === null || wanted[at]?.isEnough(here) !== true;
      });
      const names = open.map((at) => named('recipe', wanted[at]?.fingerprint as Fingerprint));
      const texts = await shared.lookAll(names);
      for (const [position, at] of open.entries()) {
        const { fingerprint } = names[position] as ResultName;
        found[at] = await join(fingerprint, found[at] ?? null, texts[position] ?? null);
      }
      return found;
    },
    async setRecipe(fingerprint, known) {
      await local.setRecipe(fingerprint, known);
      const blobs = known.variants.flatMap((variant): StoredBlob[] =>
        'failed' in variant ? [] : [{ digest: variant.digest, bytes: variant.bytes }],
      );
      shared.share(named('recipe', fingerprint), JSON.stringify(known), blobs);
    },
    async output(fingerprint) {
      const here = await local.output(fingerprint);
      return here ?? keep(fingerprint, await shared.look(named('output', fingerprint)));
    },
    async outputs(fingerprints) {
      const found = [...(await local.outputs(fingerprints))];
      const open = [...found.keys()].filter((at) => found[at] === null);
      const names = open.map((at) => named('output', fingerprints[at] as Fingerprint));
      const texts = await shared.lookAll(names);
      for (const [position, at] of open.entries()) {
        found[at] = await keep(fingerprints[at] as Fingerprint, texts[position] ?? null);
      }
      return found;
    },
    async setOutput(fingerprint, output) {
      await local.setOutput(fingerprint, output);
      const { digest, bytes } = output;
      shared.share(named('output', fingerprint), JSON.stringify(output), [{ digest, bytes }]);
    },
  };
}

/** A signed but unexpected entry was signed by another version: a miss. */
function parse<T>(text: string | null, is: (value: unknown) => value is T): T | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return is(value) ? value : null;
  } catch {
    return null;
  }
}
