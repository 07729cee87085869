import path from 'node:path';
import { failureKey, noServiceHint, standInText } from '@assetgen/core';
import type { AssetPlan, Inspection, LockedJob } from '@assetgen/core';
import { describeSource } from './describe.ts';
import type {
  AssetSummary,
  ProblemMessage,
  ProjectMessage,
  ReviewMessage,
  State,
} from '../shared/messages.ts';
import { byName } from '../shared/by-name.ts';
import type { Places } from './preview.ts';
import { madeOf, previewOf } from './preview.ts';
import { problemOf } from './problem.ts';
import type { Total } from '../shared/total-of.ts';
import { totalOf } from '../shared/total-of.ts';

/** What a run beside this page said of an asset that failed, for as long as the same is asked for. */
export interface Failure {
  /** Core's `failureKey` of it; undefined: not looked at since. */
  readonly of: string | undefined;
  readonly problem: ProblemMessage;
}

/** null: it is being asked for again, so that what an earlier run said no longer counts. */
export type Failures = ReadonlyMap<string, Failure | null>;

/** The list, without the run. */
export function projectMessage(
  root: string,
  inspection: Inspection,
  places: Places,
  failures: Failures,
): Omit<ProjectMessage, 'run'> {
  const { config, plan } = inspection;
  return {
    title: path.basename(root),
    prefix: config.prefix,
    assets: plan.assets
      .map((each) => summaryOf(inspection, places, failures, each))
      .sort((a, b) => byName(a.name, b.name)),
    price: inspection.price(),
    asks: inspection.asks(),
    free: inspection.isFree,
    readOnly:
      config.mode === 'frozen'
        ? {
            why: 'This project is frozen here: nothing is changed or bought.',
            hint: 'CI is set, or the mode is "frozen". Set ASSETGEN_MODE=generate to change that.',
          }
        : null,
    noService:
      config.service.type === 'none'
        ? {
            why: 'No generation service is set: nothing can be bought.',
            hint: noServiceHint(),
          }
        : null,
    copy: null,
  };
}

export function summaryOf(
  inspection: Inspection,
  places: Places,
  failures: Failures,
  plan: AssetPlan,
): AssetSummary {
  const { asset } = plan;
  const made = madeOf(inspection, asset.name);
  const locked = inspection.lock.assets[asset.name];
  const outputs = asset.outputs.flatMap(({ name }) => made?.entry.outputs[name] ?? []);
  const state = stateOf(inspection, failures, plan);
  return {
    name: asset.name,
    kind: asset.kind,
    manifest: asset.position.file,
    state,
    reason: plan.action === 'none' ? '' : plan.reason,
    prompt: describeSource(asset),
    preview: previewOf(inspection, places, asset),
    standIn: standInOf(inspection, asset.name),
    review: reviewOf(inspection, asset.name),
    frozen: asset.frozen,
    spent: spentOn(locked?.jobs ?? [], inspection),
    price: inspection.isFree ? FREE : plan.points,
    variantCount: made?.entry.variants.length ?? 0,
    outputs: asset.outputs.length,
    bytes: outputs.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function reviewOf({ reviews }: Inspection, name: string): ReviewMessage | null {
  const review = reviews.get(name);
  if (review === undefined) return null;
  const { state, by, at, note = null, isCurrent } = review;
  return { state, by, at, note, isCurrent };
}

const FREE = { min: 0, max: 0 };

/**
 * What jobs cost. The embedded service's points cost nothing, whichever service is asked now; of a purchase
 * that does not name its service it is taken to be that of today.
 */
export function spentOn(
  jobs: readonly Pick<LockedJob, 'points' | 'service'>[],
  { isFree }: Pick<Inspection, 'isFree'>,
): Total {
  const own = isFree ? 'local' : 'remote';
  const paid = jobs.filter(({ service = own }) => service !== 'local');
  return totalOf(paid.map(({ points }) => points));
}

function standInOf({ standIns }: Inspection, name: string): string | null {
  const standIn = standIns.get(name);
  return standIn === undefined ? null : standInText(standIn);
}

function stateOf(inspection: Inspection, failures: Failures, plan: AssetPlan): State {
  const { broken, lock } = inspection;
  const { name } = plan.asset;
  if (broken.has(name) || failureOf(failures, inspection, plan) !== null) return 'failed';
  if (plan.action === 'none') return 'ready';
  if (plan.action === 'blocked') return 'blocked';
  return lock.assets[name] === undefined ? 'missing' : 'changed';
}

/** What is wrong with an asset that has the state `failed`: the first is the one to tell. */
export function problemsOf(
  inspection: Inspection,
  failures: Failures,
  plan: AssetPlan,
): ProblemMessage[] {
  const broken = inspection.broken.get(plan.asset.name);
  const failure = failureOf(failures, inspection, plan);
  return [
    ...(broken === undefined ? [] : [problemOf(broken)]),
    ...(failure === null ? [] : [failure]),
  ];
}

/** What went wrong the last time; forgotten once it went well, or once something else is asked for. */
function failureOf(
  failures: Failures,
  inspection: Inspection,
  plan: AssetPlan,
): ProblemMessage | null {
  if (plan.action === 'none') return null;
  const { name } = plan.asset;
  const failure = failures.get(name);
  if (failure === undefined) return inspection.failures.get(name) ?? null;
  return failure?.of === failureKey(plan) ? failure.problem : null;
}
