import type { Fingerprint } from '../brands.ts';
import type { LockedAsset, LockedOutput } from '../lock/lock.ts';
import { record } from '../lock/lock.ts';
import { adoptedUuids, isBought } from '../manifest/adopted-uuids.ts';
import { inputsOf } from '../manifest/inputs-of.ts';
import type { Asset, Output } from '../manifest/manifest.ts';
import type { SourcePlan } from './asset-plan.ts';
import type { Bought, BoughtByRecipe } from './bought.ts';
import { outputsByFingerprint } from './bought.ts';
import { fingerprint } from './canonical-json.ts';
import { fewerFigures, figureImages, withImages } from './figures.ts';
import type { JournalState } from './journal-state.ts';
import type { InputDigests } from './recipe-fingerprint.ts';
import { recipeFields, recipeOf } from './recipe-fingerprint.ts';
import type { StepTexts } from './output-fingerprint.ts';
import { wantedFingerprint } from './wanted-fingerprint.ts';

/** What the lock has of an asset, beside what the manifest asks for. */
export interface AssetState {
  readonly asset: Asset;
  /** All that decides what the service is asked for; null while an input of it is yet to be made. */
  readonly content: Readonly<Record<string, unknown>> | null;
  readonly recipe: Fingerprint | null;
  /** Its entry in the lock, whatever that was made for. */
  readonly locked: LockedAsset | null;
  /** The recipe differs from the locked one, but the asset is `frozen`. */
  readonly drift: boolean;
  /** A purchase whose place in the journal has not been read counts as none. */
  readonly source: SourcePlan;
  /** Of an asset whose sources the lock has; else none. */
  readonly outputs: readonly OutputState[];
}

/** What the lock has of an output. */
export interface OutputState {
  readonly output: Output;
  /** The fingerprint that it should have; null where its source failed. */
  readonly wanted: Fingerprint | null;
  /** Its entry; null where there is none. */
  readonly locked: LockedOutput | null;
}

/**
 * Compares an asset with the lock. Pure: looks up nothing.
 * @param locked its entry in the lock
 * @param bought what was bought before, by recipe
 * @param texts keeps what is made for a step. @default nothing is kept
 */
export function assetState(
  asset: Asset,
  locked: LockedAsset | null,
  digests: InputDigests,
  bought: BoughtByRecipe,
  texts?: StepTexts,
): AssetState {
  const content = recipeOf(asset, digests);
  const recipe = content === null ? null : fingerprint(content);
  const drift = asset.frozen && locked !== null && locked.recipe !== recipe;
  const own = locked !== null && (locked.recipe === recipe || drift) ? locked : null;
  const isOwnEnough = own !== null && own.variants.length >= wantedVariants(asset);
  const elsewhere = recipe === null || drift || isOwnEnough ? undefined : bought.get(recipe);
  const taken =
    elsewhere === undefined || content === null ? null : takeOver(asset, content, own, elsewhere);
  const fewer =
    taken === null && own === null && locked !== null && content !== null
      ? fewerFigures(asset, content, locked)
      : null;
  const current = taken ?? own ?? fewer;
  const source: SourcePlan =
    current === null && recipe === null
      ? { type: 'waits', for: firstUnknown(asset, digests) }
      : sourceOfEntry(asset, current, fromOf(asset, taken, fewer, elsewhere));
  const outputs = source.type === 'locked' ? outputStates(asset, source.locked, texts) : [];
  return { asset, content, recipe, locked, drift, source, outputs };
}

/** Where an entry was taken from; null: it is the asset's own, and of this recipe. */
function fromOf(
  asset: Asset,
  taken: LockedAsset | null,
  fewer: LockedAsset | null,
  elsewhere: Bought | undefined,
): string | null {
  if (taken !== null) return elsewhere?.from ?? null;
  return fewer === null ? null : `${JSON.stringify(asset.name)} with other "images"`;
}

/** The entry that an asset, which wants more than it has, gets from what was bought for its recipe elsewhere. */
function takeOver(
  asset: Asset,
  content: Readonly<Record<string, unknown>>,
  own: LockedAsset | null,
  bought: Bought,
): LockedAsset | null {
  const have = own?.variants.length ?? 0;
  if (bought.variants.length <= have) return null;
  const { jobs } = bought;
  const variants = withImages(bought.variants, figureImages(asset, content));
  const facets = { kind: asset.kind, recipe: fingerprint(content), fields: recipeFields(content) };
  const bare = { ...facets, jobs, variants, outputs: record<never>([]) };
  const names = asset.outputs.map(
    (output) => [output.name, wantedFingerprint(asset, output, bare)] as const,
  );
  const outputs = outputsByFingerprint(names, bought.outputs);
  return { ...bare, outputs: { ...outputs, ...own?.outputs } };
}

/** @param from where the entry was taken from; null: it is the asset's own */
function sourceOfEntry(asset: Asset, current: LockedAsset | null, from: string | null): SourcePlan {
  const isEnough =
    current !== null && (asset.frozen || have(asset, current) >= wantedVariants(asset));
  if (current !== null && (isEnough || !isBought(asset))) {
    return { type: 'locked', locked: current, from };
  }
  if (asset.source.type === 'local') return { type: 'local' };
  const uuids = adoptedUuids(asset);
  if (uuids !== null) return { type: 'adopt', uuids };
  if (current === null && wantedVariants(asset) === 1) return FIRST;
  return {
    type: 'create',
    ordinal: current?.jobs.length ?? 0,
    count: wantedVariants(asset) - (current === null ? 0 : have(asset, current)),
    journal: UNREAD,
    locked: current,
  };
}

/** The journal's place of a purchase before it is read: one for all of them. */
const UNREAD: JournalState = { status: 'none' };

/** The first purchase of one variant: one for all, since most new assets need nothing else. */
const FIRST: SourcePlan = { type: 'create', ordinal: 0, count: 1, journal: UNREAD, locked: null };

/** Variants that an asset has to buy. All figures of a chibi are one purchase. */
function wantedVariants(asset: Asset): number {
  return asset.kind === 'chibi' ? 1 : asset.variants;
}

function have(asset: Asset, { variants }: LockedAsset): number {
  return asset.kind === 'chibi' ? 1 : variants.length;
}

function outputStates(
  asset: Asset,
  entry: LockedAsset,
  texts: StepTexts | undefined,
): OutputState[] {
  return asset.outputs.map((output) => {
    const locked = entry.outputs[output.name] ?? null;
    const wanted = wantedFingerprint(asset, output, entry, texts);
    // The same text is kept once: a lock of 10,000 assets has tens of thousands of them.
    const isSame = locked !== null && locked.fingerprint === wanted;
    return { output, wanted: isSame ? locked.fingerprint : wanted, locked };
  });
}

function firstUnknown(asset: Asset, digests: InputDigests): string {
  const unknown = inputsOf(asset).find((input) => digests(input) === null);
  return unknown === undefined ? '' : unknown.type === 'asset' ? unknown.name : unknown.given;
}
