import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isAllowed, linkGuard } from '../../fs/link-guard.ts';
import { OWN_FILE, readText } from '../../fs/read-text.ts';
import { writeAtomic } from '../../fs/write-atomic.ts';
import type { Asset } from '../../manifest/manifest.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import type { BuildContext } from '../build-context.ts';
import type { ReportedError } from './build-report.ts';

/** The failure of an asset in the last run. */
export type LastFailure = Pick<ReportedError, 'code' | 'message' | 'hint'>;

/** What a run tried, and how it went; `error` null: it went well. */
interface Tried {
  readonly plan: AssetPlan;
  readonly error: LastFailure | null;
}

/** The record's place below the project's root. */
export const FAILURES_NAME = '.assetgen/failures.json';

const VERSION = 1;

/** A failure counts for as long as the same is asked for with the same limits. */
export function failureKey({ recipe, asset }: AssetPlan): string {
  const asked = JSON.stringify([recipe, asset.outputs, asset.pick, asset.expect]);
  return createHash('sha256').update(asked).digest('hex').slice(0, 16);
}

/**
 * Remembers what failed of what a run tried, for whoever looks later: a gallery that is opened after
 * a build. It is no more than a note: where it cannot be written, nothing fails for that.
 * @param made names of the assets that have files now
 * @param planNow plans an asset by what is known now
 */
export async function rememberFailures(
  selected: readonly AssetPlan[],
  made: ReadonlySet<string>,
  planNow: (asset: Asset) => Promise<AssetPlan>,
  { ports, options, report }: BuildContext,
): Promise<void> {
  const before = await load(path.join(ports.root, FAILURES_NAME));
  const errors = new Map(report.errors.map((error) => [error.asset, error]));
  // A draft that could be made says nothing of the asset itself.
  const isMended = (name: string): boolean =>
    options.mode === 'generate' && before.has(name) && made.has(name);
  const told = selected.filter(({ asset }) => errors.has(asset.name) || isMended(asset.name));
  const tried = told.map(async (planned) => {
    const error = errors.get(planned.asset.name) ?? null;
    if (error === null) return { plan: planned, error };
    // What an asset asks for may have been known only once its inputs were made; one whose input
    // file went away cannot be planned again.
    const plan = await planNow(planned.asset).catch(() => planned);
    return { plan, error };
  });
  await keepFailures(ports.root, before, await Promise.all(tried));
}

async function keepFailures(
  root: string,
  before: ReadonlyMap<string, Kept>,
  tried: readonly Tried[],
): Promise<void> {
  const file = path.join(root, FAILURES_NAME);
  const after = new Map(before);
  for (const { plan, error } of tried) {
    after.delete(plan.asset.name);
    if (error === null) continue;
    const { code, message, hint } = error;
    after.set(plan.asset.name, { of: failureKey(plan), code, message, hint });
  }
  const text = JSON.stringify({ version: VERSION, failures: [...after] });
  if (text === JSON.stringify({ version: VERSION, failures: [...before] })) return;
  const guard = linkGuard(root);
  if (!isAllowed(guard, file)) return;
  const kept = after.size === 0 ? rm(file, { force: true }) : writeAtomic(file, text, guard);
  await kept.catch(() => undefined);
}

/** The failures that still count, by the name of the asset. */
export async function readFailures(
  root: string,
  plans: readonly AssetPlan[],
): Promise<ReadonlyMap<string, LastFailure>> {
  const known = await load(path.join(root, FAILURES_NAME));
  const counting = new Map<string, LastFailure>();
  for (const plan of known.size === 0 ? [] : plans) {
    const kept = known.get(plan.asset.name);
    if (kept === undefined || plan.action === 'none' || kept.of !== failureKey(plan)) continue;
    const { code, message, hint } = kept;
    counting.set(plan.asset.name, { code, message, hint });
  }
  return counting;
}

type Kept = LastFailure & { readonly of: string };

/** An unreadable record is not a failure. */
async function load(file: string): Promise<ReadonlyMap<string, Kept>> {
  try {
    const found = JSON.parse(await readText(file, OWN_FILE)) as {
      readonly version: number;
      readonly failures: [string, Kept][];
    };
    return new Map(found.version === VERSION ? found.failures : []);
  } catch {
    return new Map();
  }
}
