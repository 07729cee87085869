import path from 'node:path';
import type { AssetPlan, Inspection } from '@assetgen/core';
import { describeSource } from './describe.ts';
import type { AssetSummary, ProblemMessage, ProjectMessage, State } from './messages.ts';
import type { Places } from './preview.ts';
import { madeOf, previewOf } from './preview.ts';

/** What the last run said of an asset that failed, for as long as its recipe is the same. */
export interface Failure {
  /** undefined: not looked at since. */
  readonly recipe: string | null | undefined;
  readonly problem: ProblemMessage;
}

export type Failures = ReadonlyMap<string, Failure>;

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
    assets: plan.assets.map((each) => summaryOf(inspection, places, failures, each)),
    price: inspection.price(),
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
            hint: 'Set ASSETGEN_API_URL and ASSETGEN_API_KEY, or "service": "local" in the config.',
          }
        : null,
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
    spent: (locked?.jobs ?? []).reduce<number | null>(
      (sum, { points }) => (sum === null || points === null ? null : sum + points),
      0,
    ),
    price: plan.points,
    variants: made?.entry.variants.length ?? 0,
    outputs: asset.outputs.length,
    bytes: outputs.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function stateOf({ broken, lock }: Inspection, failures: Failures, plan: AssetPlan): State {
  const { name } = plan.asset;
  if (broken.has(name) || failureOf(failures, plan) !== null) return 'failed';
  if (plan.action === 'none') return 'ready';
  if (plan.action === 'blocked') return 'blocked';
  return lock.assets[name] === undefined ? 'missing' : 'changed';
}

/** What went wrong the last time; forgotten once it went well, or once something else is asked for. */
export function failureOf(failures: Failures, plan: AssetPlan): ProblemMessage | null {
  const failure = failures.get(plan.asset.name);
  if (failure === undefined || plan.action === 'none') return null;
  return failure.recipe === plan.recipe ? failure.problem : null;
}
