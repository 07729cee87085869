import type { Digest } from '../brands.ts';
import type { LockedAsset, LockedOutput } from '../lock/lock.ts';
import type { Asset } from '../manifest/manifest.ts';
import type { AssetState } from '../plan/asset-state.ts';
import { assetState } from '../plan/asset-state.ts';
import type { Bought, BoughtByRecipe } from '../plan/bought.ts';
import type { Facts } from '../plan/facts.ts';
import { purchaseKey } from '../plan/facts.ts';
import type { JournalState } from '../plan/journal-state.ts';
import { decidingBlobs } from '../plan/plan-output.ts';
import type { InputDigests } from '../plan/recipe-fingerprint.ts';
import { recipeFingerprint } from '../plan/recipe-fingerprint.ts';
import { digest, digests } from './locks.ts';

/** What a test says of the world; by default everything is where it should be. */
export interface World {
  readonly digests?: InputDigests;
  readonly file?: (name: string, expected: LockedOutput) => 'ok' | 'missing' | 'edited';
  readonly hasBlob?: (digest: Digest) => boolean;
  /** Names of outputs that this machine made again. */
  readonly remade?: readonly string[];
  readonly journal?: JournalState;
  /** Of every recipe. */
  readonly bought?: Bought;
}

/** The state of an asset, and the facts of it, as a run would have gathered them. */
export function gather(
  asset: Asset,
  locked: LockedAsset | undefined,
  world: World,
  inLock: BoughtByRecipe = new Map(),
): { readonly state: AssetState; readonly facts: Facts } {
  const inputs = world.digests ?? digests;
  const recipe = recipeFingerprint(asset, inputs);
  const bought =
    world.bought === undefined || recipe === null ? inLock : new Map([[recipe, world.bought]]);
  const state = assetState(asset, locked ?? null, inputs, bought);
  const files = new Map<string, Digest>();
  const entry = state.source.type === 'locked' ? state.source.locked : null;
  for (const [name, expected] of Object.entries(entry?.outputs ?? {})) {
    const file = world.file?.(name, expected) ?? 'ok';
    if (file !== 'missing') files.set(name, file === 'ok' ? expected.digest : digest('edited'));
  }
  const journal = new Map<string, JournalState>();
  if (recipe !== null && state.source.type === 'create' && world.journal !== undefined) {
    journal.set(purchaseKey(recipe, state.source.ordinal), world.journal);
  }
  const looked = { inputs: new Map(), files, journal, converted: new Map() };
  const deciding = state.outputs.flatMap((output) =>
    entry === null ? [] : decidingBlobs(asset, output, entry, looked),
  );
  const hasBlob = world.hasBlob ?? (() => true);
  const blobs = new Set(deciding.filter(hasBlob));
  const remade = new Set(world.remade);
  return { state, facts: { ...looked, blobs, remade } };
}

/** The facts of many assets. */
export function joinFacts(all: readonly Facts[]): Facts {
  return {
    inputs: new Map(),
    files: new Map(all.flatMap(({ files }) => [...files])),
    blobs: new Set(all.flatMap(({ blobs }) => [...blobs])),
    journal: new Map(all.flatMap(({ journal }) => [...journal])),
    converted: new Map(),
    remade: new Set(),
  };
}
