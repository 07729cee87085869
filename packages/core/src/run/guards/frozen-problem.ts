import { AssetgenError } from '@assetgen/client/errors';
import { FailedOutputsError } from '../asset/failed-outputs.ts';
import type { AssetPlan } from '../../plan/asset-plan.ts';
import { sourceOf, wantedFingerprint } from '../../plan/wanted-fingerprint.ts';
import { whyStale } from '../../plan/why-stale.ts';

/**
 * Why a frozen build cannot make an asset; null when it can, without a create and without a change
 * of the lock.
 */
export function frozenProblem(plan: AssetPlan): AssetgenError | null {
  const { asset, source } = plan;
  if (source.type !== 'locked' || source.from !== null) return differs(asset.name, plan.reason);
  for (const output of asset.outputs) {
    const known = source.locked.outputs[output.name];
    // Its source failed when it was bought: that is told when the others are made.
    if (sourceOf(asset, output, source.locked) === null) continue;
    if (known === undefined) return differs(asset.name, `${output.name} is not in the lock`);
    if (known.fingerprint !== wantedFingerprint(asset, output, source.locked)) {
      const { version, reason } = whyStale(asset, output, source.locked, known);
      return differs(asset.name, reason, version === 'later' ? UPDATE : BUILD);
    }
  }
  return null;
}

/** The service no longer has what the lock says, or has something else. */
const GONE = new Set([
  'ASSETGEN_JOB_UNKNOWN',
  'ASSETGEN_JOB_FAILED',
  'ASSETGEN_NO_RESULT',
  'ASSETGEN_DIGEST',
]);

/** The service may have it, and cannot be asked. */
const AWAY = new Set(['ASSETGEN_UNREACHABLE', 'ASSETGEN_SERVICE']);

/** If a result cannot be downloaded again, the frozen build reports it as missing. */
export function frozenFailure(plan: AssetPlan, error: unknown): unknown {
  if (!(error instanceof AssetgenError)) return error;
  // Some figures of a batch stand, and their errors say what became of the others.
  if (error instanceof FailedOutputsError && error.files.length > 0) return error;
  if (GONE.has(error.code)) {
    return new AssetgenError('ASSETGEN_FROZEN', error.message, {
      hint: `A frozen build buys nothing. Restore the cache, or run \`assetgen reroll ${plan.asset.name}\` and \`assetgen build\` on your machine and commit the lock.`,
      cause: error,
    });
  }
  if (AWAY.has(error.code)) {
    const { name } = plan.asset;
    const message = `${name}: ${plan.reason}, but the service that has it did not answer: ${error.message}`;
    return new AssetgenError('ASSETGEN_FROZEN', message, {
      hint: 'Run again when the service can be reached, restore the cache, or set a shared cache.',
      cause: error,
    });
  }
  if (error.code !== 'ASSETGEN_NO_SERVICE' && error.code !== 'ASSETGEN_KEY') return error;
  const name = plan.asset.name;
  return new AssetgenError('ASSETGEN_FROZEN', `${name}: ${plan.reason}; ${error.message}`, {
    hint: `${error.hint ?? ''} Then the file is downloaded again by its UUID; or restore the cache.`,
    cause: error,
  });
}

const BUILD = 'Run `assetgen build` on your machine and commit assets.gen.lock.json.';
const UPDATE = 'Update assetgen to the version that wrote assets.gen.lock.json.';

function differs(asset: string, reason: string, hint: string = BUILD): AssetgenError {
  return new AssetgenError('ASSETGEN_FROZEN', `${asset}: ${reason}`, { hint });
}
