import type { Asset } from '../manifest/manifest.ts';
import type { AssetPlan, OutputPlan, PlanAction, SourcePlan } from './asset-plan.ts';
import type { AssetState } from './asset-state.ts';
import { changedFields } from './changed-fields.ts';
import type { Facts } from './facts.ts';
import { purchaseKey } from './facts.ts';
import { figureImages } from './figures.ts';
import { planOutput } from './plan-output.ts';
import type { PointsRange, Prices } from './prices.ts';
import { FREE, addPoints, scalePoints } from './prices.ts';
import { recipeFields } from './recipe-fingerprint.ts';

/** What an asset needs, and what that costs. */
type Decision = Pick<AssetPlan, 'outputs' | 'action' | 'reason' | 'points'>;

type Create = Extract<SourcePlan, { type: 'create' }>;
type Locked = Extract<SourcePlan, { type: 'locked' }>;

/** Decides what one asset needs. Pure: facts and prices are handed in. */
export function planAsset(state: AssetState, facts: Facts, prices: Prices): AssetPlan {
  const { source } = state;
  switch (source.type) {
    case 'waits':
      return asPlan(state, source, planWaiting(state.asset, source.for, prices));
    case 'create': {
      const create = resumed(state, source, facts);
      return asPlan(state, create, planCreate(state, create, prices));
    }
    case 'adopt':
    case 'local':
      return asPlan(state, source, planGiven(state, prices));
    case 'locked':
      return asPlan(state, source, planLocked(state, source, facts, prices));
  }
}

/** Each field written out: many thousand objects that begin with a spread are slow to read (see normaliseAsset). */
function asPlan(state: AssetState, source: SourcePlan, decision: Decision): AssetPlan {
  const { asset, recipe, content, drift } = state;
  const { outputs, action, reason, points } = decision;
  const fields = (): Readonly<Record<string, string>> =>
    content === null ? {} : recipeFields(content);
  const images = figureImages(asset, content);
  return { asset, recipe, fields, images, source, outputs, action, reason, points, drift };
}

function planWaiting(asset: Asset, input: string, prices: Prices): Decision {
  return {
    outputs: missingOutputs(asset, 'not made yet'),
    action: 'generate',
    reason: `waits for "${input}"`,
    points: createPoints(asset, asset.variants, prices),
  };
}

/** The purchase as the journal knows it. */
function resumed({ recipe }: AssetState, source: Create, facts: Facts): Create {
  // Most journals are empty: no key is made for them.
  const journal =
    recipe === null || facts.journal.size === 0
      ? undefined
      : facts.journal.get(purchaseKey(recipe, source.ordinal));
  return journal === undefined ? source : { ...source, journal };
}

function planCreate(state: AssetState, source: Create, prices: Prices): Decision {
  const { asset } = state;
  const outputs = missingOutputs(asset, 'not made yet');
  switch (source.journal.status) {
    case 'ambiguous':
      return {
        outputs,
        action: 'blocked',
        reason:
          source.journal.damaged === undefined
            ? 'a submission whose outcome is unknown waits for a decision (--resubmit)'
            : 'its journal is damaged, so it may have been submitted: waits for a decision (--resubmit)',
        points: FREE,
      };
    case 'accepted': {
      const points = scalePoints(prices.convert, countConverts(asset));
      return { outputs, action: 'download', reason: 'accepted already: resumes', points };
    }
    case 'none': {
      const points = createPoints(asset, source.count, prices);
      const reason = source.locked === null ? changed(state) : moreVariants(source.count);
      return { outputs, action: 'generate', reason, points };
    }
  }
}

function moreVariants(count: number): string {
  return `${count} more variant${count === 1 ? '' : 's'}`;
}

/** A file of the project, or a model that was made elsewhere. */
function planGiven(state: AssetState, prices: Prices): Decision {
  const { asset, source, locked } = state;
  const isAdopted = source.type === 'adopt';
  const outputs = missingOutputs(asset, isAdopted ? 'not retrieved yet' : 'not converted yet');
  const reasons = outputs.map((each) => each.reason);
  if (locked !== null) reasons.unshift(changed(state));
  return {
    outputs,
    action: isAdopted ? 'download' : 'process',
    reason: reasons.length === 0 ? 'up to date' : reasons.join('; '),
    points: isAdopted ? scalePoints(prices.convert, countConverts(asset)) : FREE,
  };
}

function planLocked(state: AssetState, source: Locked, facts: Facts, prices: Prices): Decision {
  const { asset, drift } = state;
  const outputs = state.outputs.map((each) => planOutput(asset, each, source.locked, facts));
  const action = actionOf(outputs);
  return {
    outputs,
    action: action === 'none' && source.from !== null ? 'process' : action,
    reason: lockedReason(outputs, source.from, drift),
    points:
      action === 'blocked'
        ? FREE
        : outputs.reduce((sum, each) => addPoints(sum, outputPoints(each, prices)), FREE),
  };
}

/** By hand: lists of reasons would be made for each of thousands. */
function lockedReason(outputs: readonly OutputPlan[], from: string | null, drift: boolean): string {
  let reason = drift ? 'frozen: the recipe changed, the locked result stays' : '';
  const add = (text: string): void => void (reason += reason === '' ? text : `; ${text}`);
  if (from !== null) add(`bought before (${from}): nothing is bought`);
  for (const each of outputs) if (each.action !== 'none') add(each.reason);
  return reason === '' ? 'up to date' : reason;
}

/** A conversion costs; one that was paid for may have to be asked for again to be downloaded. */
function outputPoints(planned: OutputPlan, prices: Prices): PointsRange {
  if (planned.output.step.type !== 'convert') return FREE;
  if (planned.action === 'convert') return prices.convert;
  return planned.action === 'fetch' ? { min: 0, max: prices.convert.max } : FREE;
}

/** What buying `count` variants of an asset costs, with the conversions of its outputs. */
export function createPoints(asset: Asset, count: number, prices: Prices): PointsRange {
  const creates = asset.kind === 'chibi' ? 1 : count;
  const converts = scalePoints(prices.convert, countConverts(asset));
  return addPoints(scalePoints(prices.create(asset), creates), converts);
}

function actionOf(outputs: readonly OutputPlan[]): PlanAction {
  let most: PlanAction = 'none';
  for (const { action } of outputs) {
    if (action === 'blocked') return 'blocked';
    if (action === 'convert') most = 'convert';
    else if (action === 'fetch' && most !== 'convert') most = 'download';
    else if (action !== 'none' && most === 'none') most = 'process';
  }
  return most;
}

function countConverts(asset: Asset): number {
  let count = 0;
  for (const { step } of asset.outputs) if (step.type === 'convert') count += 1;
  return count;
}

/** The outputs of an asset whose source is not here yet. */
function missingOutputs(asset: Asset, reason: string): OutputPlan[] {
  const end = ` ${reason}`;
  return asset.outputs.map((output) => ({ output, action: 'fetch', reason: output.name + end }));
}

/** `prompt changed: "a red dragon"`; `new` where the lock has no entry. */
function changed({ locked, content }: AssetState): string {
  if (locked === null) return 'new';
  return changedFields(locked, content === null ? {} : recipeFields(content), content);
}
