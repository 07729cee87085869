import type { Digest, Fingerprint } from '../brands.ts';
import type { JournalState } from '../jobs/types.ts';
import type { LockedAsset, LockedOutput, LockedResult } from '../lock/types.ts';
import { pickedVariant, record } from '../lock/types.ts';
import { inputsOf } from '../manifest/inputs.ts';
import type { Asset, Output } from '../manifest/types.ts';
import type { PlanAction } from '../project-types.ts';
import type { FindBought } from './bought.ts';
import { outputsByFingerprint } from './bought.ts';
import { convertFingerprint, outputFingerprint } from './output-fingerprint.ts';
import type { PointsRange, Prices } from './prices.ts';
import { FREE, addPoints, scalePoints } from './prices.ts';
import { changedFields } from './reasons.ts';
import type { InputDigests } from './recipe.ts';
import { recipeFields, recipeOf } from './recipe.ts';
import { fingerprint } from './canonical.ts';

/** What the disk and the journal say; the plan itself touches neither. */
export interface Facts {
  readonly digests: InputDigests;
  /** The state of `.assetgen/files/<name>`. */
  readonly file: (name: string, expected: LockedOutput) => 'ok' | 'missing' | 'edited';
  readonly hasBlob: (digest: Digest) => boolean;
  readonly journal: (recipe: Fingerprint, ordinal: number) => JournalState;
  /** What a conversion gave that was paid for before; null where nothing is known of one. */
  readonly converted: (fingerprint: Fingerprint) => Pick<LockedOutput, 'digest'> | null;
  /** What stands in the lock under another name, or was bought by this machine before. */
  readonly bought: FindBought;
}

/** Where the source blobs of an asset come from. */
export type SourcePlan =
  /** The lock has them; `from`: under another name, or this machine has, and the lock is to. */
  | { readonly type: 'locked'; readonly locked: LockedAsset; readonly from: string | null }
  /** A file of the project; no service. */
  | { readonly type: 'local' }
  /** Made elsewhere: retrieved by its UUID. */
  | { readonly type: 'adopt'; readonly uuid: string }
  /** Bought, or resumed from the journal: `count` candidates as purchase number `ordinal`. */
  | {
      readonly type: 'create';
      readonly ordinal: number;
      readonly count: number;
      readonly journal: JournalState;
      /** Earlier purchases of the same recipe. */
      readonly locked: LockedAsset | null;
    }
  /** An input asset has to be made first. */
  | { readonly type: 'waits'; readonly for: string };

export type OutputPlan = {
  readonly output: Output;
  /**
   * `copy`: the blob is in the store. `fetch`: the source has to be downloaded or made first.
   * `blocked`: the picked candidate failed at the service.
   */
  readonly action: 'none' | 'copy' | 'process' | 'convert' | 'fetch' | 'blocked';
  readonly reason: string;
};

export interface AssetPlan {
  readonly asset: Asset;
  readonly recipe: Fingerprint | null;
  /** A short hash a field of the recipe, for the lock. Made when asked for: most plans never do. */
  readonly fields: () => Readonly<Record<string, string>>;
  readonly source: SourcePlan;
  readonly outputs: readonly OutputPlan[];
  readonly action: PlanAction;
  readonly reason: string;
  readonly points: PointsRange;
  /** The recipe differs from the locked one, but the asset is `frozen`. */
  readonly drift: boolean;
}

/** Decides what one asset needs. Pure: facts and prices are handed in. */
export function planAsset(
  asset: Asset,
  locked: LockedAsset | undefined,
  facts: Facts,
  prices: Prices,
): AssetPlan {
  const content = recipeOf(asset, facts.digests);
  const recipe = content === null ? null : fingerprint(content);
  const fields = (): Readonly<Record<string, string>> =>
    content === null ? {} : recipeFields(content);
  const drift = asset.frozen && locked !== undefined && locked.recipe !== recipe;
  const base = { asset, recipe, fields, drift };
  const own = locked !== undefined && (locked.recipe === recipe || drift) ? locked : null;
  const taken = drift || recipe === null ? null : takeOver(asset, recipe, fields, own, facts);
  const current = taken?.locked ?? own;
  if (current === null && recipe === null) {
    const waits = { type: 'waits', for: waitsFor(asset, facts.digests) } as const;
    return {
      ...base,
      source: waits,
      outputs: missing(asset, 'not made yet'),
      action: 'generate',
      reason: `waits for "${waits.for}"`,
      points: createPoints(asset, asset.variants, prices),
    };
  }
  const source = planSource(asset, current, recipe, facts, taken?.from ?? null);
  if (source.type === 'create') {
    const changed = locked === undefined ? 'new' : changedFields(locked, fields(), content);
    return { ...base, ...planCreate(asset, source, changed, prices), source };
  }
  const outputs =
    source.type === 'locked'
      ? asset.outputs.map((output) => planOutput(asset, output, source.locked, facts))
      : missing(asset, source.type === 'local' ? 'not converted yet' : 'not retrieved yet');
  const pending = outputs.filter((each) => each.action !== 'none');
  const reasons = drift ? ['frozen: the recipe changed, the locked one stays'] : [];
  if (taken !== null) reasons.push(`bought before (${taken.from}): nothing is bought`);
  reasons.push(...pending.map((each) => each.reason));
  if (locked !== undefined && current === null) {
    reasons.unshift(changedFields(locked, fields(), content));
  }
  const action = actionOf(source, pending);
  return {
    ...base,
    source,
    outputs,
    action: action === 'none' && taken !== null ? 'process' : action,
    reason: reasons.length === 0 ? 'up to date' : reasons.join('; '),
    points:
      action === 'blocked'
        ? FREE
        : outputs.reduce((sum, each) => addPoints(sum, outputPoints(each, source, prices)), FREE),
  };
}

/** A conversion costs; one that was paid for may have to be asked for again to be downloaded. */
function outputPoints(planned: OutputPlan, source: SourcePlan, prices: Prices): PointsRange {
  if (planned.output.step.type !== 'convert') return FREE;
  if (planned.action === 'convert' || source.type === 'adopt') return prices.convert;
  return planned.action === 'fetch' ? { min: 0, max: prices.convert.max } : FREE;
}

/** The lock entry that an asset gets from what was bought for its recipe elsewhere, if that is more. */
function takeOver(
  asset: Asset,
  recipe: Fingerprint,
  fields: () => Readonly<Record<string, string>>,
  own: LockedAsset | null,
  facts: Facts,
): { readonly locked: LockedAsset; readonly from: string } | null {
  const wanted = asset.kind === 'chibi' ? 1 : asset.variants;
  if (own !== null && own.variants.length >= wanted) return null;
  const bought = facts.bought(recipe);
  if (bought === null || bought.variants.length <= (own?.variants.length ?? 0)) return null;
  const { from, jobs, variants } = bought;
  const facets = { kind: asset.kind, recipe, fields: fields() };
  const bare = { ...facets, jobs, variants, outputs: record<never>([]) };
  const names = asset.outputs.map(
    (output) => [output.name, wantedFingerprint(asset, output, bare)] as const,
  );
  const outputs = outputsByFingerprint(names, bought.outputs);
  return { locked: { ...bare, outputs: { ...outputs, ...own?.outputs } }, from };
}

function planSource(
  asset: Asset,
  current: LockedAsset | null,
  recipe: Fingerprint | null,
  facts: Facts,
  from: string | null,
): SourcePlan {
  if (asset.kind === 'image' && asset.source.type === 'local') {
    return current === null ? { type: 'local' } : { type: 'locked', locked: current, from };
  }
  if (asset.kind === 'model' && asset.source.type === 'uuid') {
    return current === null
      ? { type: 'adopt', uuid: asset.source.uuid }
      : { type: 'locked', locked: current, from };
  }
  const wanted = asset.kind === 'chibi' ? 1 : asset.variants;
  const have = current === null ? 0 : asset.kind === 'chibi' ? 1 : current.variants.length;
  if (current !== null && (have >= wanted || asset.frozen))
    return { type: 'locked', locked: current, from };
  const ordinal = current?.jobs.length ?? 0;
  const journal = recipe === null ? ({ status: 'none' } as const) : facts.journal(recipe, ordinal);
  return { type: 'create', ordinal, count: wanted - have, journal, locked: current };
}

function planCreate(
  asset: Asset,
  source: Extract<SourcePlan, { type: 'create' }>,
  changed: string,
  prices: Prices,
): Pick<AssetPlan, 'outputs' | 'action' | 'reason' | 'points'> {
  const outputs = missing(asset, 'not made yet');
  const converts = scalePoints(prices.convert, countConverts(asset));
  switch (source.journal.status) {
    case 'ambiguous':
      return {
        outputs,
        action: 'blocked',
        reason: 'a submission whose outcome is unknown waits for a decision (--resubmit)',
        points: FREE,
      };
    case 'accepted':
      return { outputs, action: 'download', reason: 'paid for already: resumes', points: converts };
    case 'none': {
      const points = createPoints(asset, source.count, prices);
      const more = `${source.count} more variant${source.count === 1 ? '' : 's'}`;
      const reason = source.locked !== null ? more : changed;
      return { outputs, action: 'generate', reason, points };
    }
  }
}

/** What buying `count` candidates of an asset costs, with the conversions of its outputs. */
export function createPoints(asset: Asset, count: number, prices: Prices): PointsRange {
  const creates = asset.kind === 'chibi' ? 1 : count;
  const converts = scalePoints(prices.convert, countConverts(asset));
  return addPoints(scalePoints(prices.create(asset), creates), converts);
}

/** The source that an output is made from: the picked candidate, or the chibi's own. */
export function sourceOf(asset: Asset, output: Output, locked: LockedAsset): LockedResult | null {
  return pickedVariant(locked, asset.kind === 'chibi' ? output.member + 1 : asset.pick);
}

/** The fingerprint that an output should have; null where its source failed. */
export function wantedFingerprint(
  asset: Asset,
  output: Output,
  locked: LockedAsset,
): Fingerprint | null {
  const variant = sourceOf(asset, output, locked);
  if (variant === null) return null;
  return output.step.type === 'convert'
    ? convertFingerprint(variant.uuid ?? '', output.step.format, output.step.size)
    : outputFingerprint(output, variant.digest);
}

function planOutput(asset: Asset, output: Output, locked: LockedAsset, facts: Facts): OutputPlan {
  const wanted = wantedFingerprint(asset, output, locked);
  if (wanted === null) {
    const which = asset.kind === 'chibi' ? `figure ${output.member + 1}` : `variant ${asset.pick}`;
    const help = asset.variants > 1 ? 'pick another, or reroll' : 'reroll it';
    return { output, action: 'blocked', reason: `${which} failed at the service: ${help}` };
  }
  const known = locked.outputs[output.name];
  if (known !== undefined && known.fingerprint === wanted) {
    const state = facts.file(output.name, known);
    if (state === 'ok') return { output, action: 'none', reason: '' };
    const reason =
      state === 'edited' ? `${output.name} was edited: restored` : `${output.name} missing`;
    if (facts.hasBlob(known.digest)) return { output, action: 'copy', reason };
    if (output.step.type === 'convert') {
      return { output, action: 'fetch', reason: `${reason}, asked for again by UUID` };
    }
    return { output, ...refetch(asset, output, locked, facts, reason) };
  }
  const reason = known === undefined ? `new output ${output.name}` : `${output.name} changed`;
  if (output.step.type === 'convert') {
    const made = facts.converted(wanted);
    if (made === null) return { output, action: 'convert', reason };
    const action = facts.hasBlob(made.digest) ? 'copy' : 'fetch';
    return { output, action, reason: `${reason}, converted before` };
  }
  return { output, ...refetch(asset, output, locked, facts, reason) };
}

function refetch(
  asset: Asset,
  output: Output,
  locked: LockedAsset,
  facts: Facts,
  reason: string,
): { action: 'process' | 'fetch'; reason: string } {
  const variant = sourceOf(asset, output, locked);
  const local = asset.kind === 'image' && asset.source.type === 'local';
  if (local || (variant !== null && facts.hasBlob(variant.digest)))
    return { action: 'process', reason };
  return {
    action: 'fetch',
    reason: `${reason}, blob missing from the cache, downloads again by UUID`,
  };
}

function actionOf(source: SourcePlan, pending: readonly OutputPlan[]): PlanAction {
  if (source.type === 'adopt') return 'download';
  if (source.type === 'local') return 'process';
  if (pending.some((each) => each.action === 'blocked')) return 'blocked';
  if (pending.some((each) => each.action === 'convert')) return 'convert';
  if (pending.some((each) => each.action === 'fetch')) return 'download';
  return pending.length > 0 ? 'process' : 'none';
}

function missing(asset: Asset, reason: string): OutputPlan[] {
  return asset.outputs.map((output) => ({
    output,
    action: 'fetch',
    reason: `${output.name} ${reason}`,
  }));
}

function countConverts(asset: Asset): number {
  return asset.outputs.filter((output) => output.step.type === 'convert').length;
}

function waitsFor(asset: Asset, digests: InputDigests): string {
  const unknown = inputsOf(asset).find((input) => digests(input) === null);
  return unknown === undefined ? '' : unknown.type === 'asset' ? unknown.name : unknown.given;
}
