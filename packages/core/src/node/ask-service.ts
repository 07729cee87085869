import { createHash } from 'node:crypto';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { Client } from '@assetgen/client';
import type { PathGuard } from '../fs/link-guard.ts';
import type { ServiceTarget } from '../config/resolve-config.ts';
import type { ModelList } from '../run/guards/check-models.ts';
import type { Clock } from '@assetgen/client/clock';
import { keptModels } from '../store/index/kept-models.ts';

/** Long enough for a machine that has much else to do. */
const QUESTION_MS = 15_000;

/** What a build would fail by too. */
const TOLD: ReadonlySet<string> = new Set(['ASSETGEN_AUTH', 'ASSETGEN_TRUST']);

/**
 * The points at the service; null where they are not known, or do not matter.
 * @throws AssetgenError `ASSETGEN_AUTH`, `ASSETGEN_TRUST`
 */
export async function askBalance(
  service: ServiceTarget,
  open: () => Promise<Client>,
  signal: AbortSignal,
): Promise<number | null> {
  // The embedded service is free: its ledger does not run out.
  if (service.type !== 'remote') return null;
  try {
    return (await (await open()).queryPointsInfo(oneQuestion(signal))).total_points;
  } catch (error) {
    // A key that cannot ask cannot buy either.
    if (error instanceof AssetgenError && TOLD.has(error.code)) throw error;
    return null;
  }
}

/** The models of the service, kept for a while in the cache. */
export async function askModels(
  service: ServiceTarget,
  open: () => Promise<Client>,
  options: {
    readonly cacheDir: string;
    readonly isNew: boolean;
    readonly clock: Clock;
    readonly guard: PathGuard;
  },
): Promise<ModelList | null> {
  const { cacheDir, isNew, clock, guard } = options;
  const place = service.type === 'remote' ? service.baseUrl : service.type;
  const name = `${createHash('sha256').update(place).digest('hex').slice(0, 32)}.json`;
  const ask = async () => (await open()).listModels(oneQuestion());
  return keptModels(path.join(cacheDir, 'models', name), clock.now(), isNew, guard, ask);
}

/** For what is good to know and not needed: nothing waits long for it. */
function oneQuestion(signal?: AbortSignal): { attempts: number; signal: AbortSignal } {
  const late = AbortSignal.timeout(QUESTION_MS);
  return { attempts: 1, signal: signal === undefined ? late : AbortSignal.any([signal, late]) };
}
