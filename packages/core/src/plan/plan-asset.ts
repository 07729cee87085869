import type { Fingerprint } from '../brands.ts';
import type { LockedAsset } from '../lock/lock.ts';
import { record } from '../lock/lock.ts';
import { inputsOf } from '../manifest/inputs-of.ts';
import type { Asset } from '../manifest/manifest.ts';
import type { AssetPlan, Facts, OutputPlan, PlanAction, SourcePlan } from './asset-plan.ts';
import { outputsByFingerprint } from './bought.ts';
import { fingerprint } from './canonical-json.ts';
import { missingOutputs, planOutput, wantedFingerprint } from './plan-output.ts';
import type { PointsRange, Prices } from './prices.ts';
import { FREE, addPoints, scalePoints } from './prices.ts';
import { changedFields } from './changed-fields.ts';
import type { InputDigests } from './recipe-fingerprint.ts';
import { recipeFields, recipeOf } from './recipe-fingerprint.ts';

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
      outputs: missingOutputs(asset, 'not made yet'),
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
      : missingOutputs(asset, source.type === 'local' ? 'not converted yet' : 'not retrieved yet');
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
  const outputs = missingOutputs(asset, 'not made yet');
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

function actionOf(source: SourcePlan, pending: readonly OutputPlan[]): PlanAction {
  if (source.type === 'adopt') return 'download';
  if (source.type === 'local') return 'process';
  if (pending.some((each) => each.action === 'blocked')) return 'blocked';
  if (pending.some((each) => each.action === 'convert')) return 'convert';
  if (pending.some((each) => each.action === 'fetch')) return 'download';
  return pending.length > 0 ? 'process' : 'none';
}

function countConverts(asset: Asset): number {
  return asset.outputs.filter((output) => output.step.type === 'convert').length;
}

function waitsFor(asset: Asset, digests: InputDigests): string {
  const unknown = inputsOf(asset).find((input) => digests(input) === null);
  return unknown === undefined ? '' : unknown.type === 'asset' ? unknown.name : unknown.given;
}
