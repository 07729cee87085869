import { randomBytes } from 'node:crypto';
import { AssetgenError, isAssetgenError } from '@assetgen/client/errors';
import type { Epoch, PlaceMemory, RememberingPlace } from '../../store/leases/place-memory.ts';

/** The epoch that this machine saw last at a place; it outlives the run. */
export interface KeptEpoch {
  /** null: it was never there. */
  read(): Promise<string | null>;
  write(id: string): Promise<void>;
}

export interface WatchEpochPorts {
  readonly place: RememberingPlace;
  readonly kept: KeptEpoch;
  /** Whether a run may begin anew with a place that forgot; else nothing is bought. */
  readonly mayBeginAnew: boolean;
  readonly label: string;
  readonly warn: (code: string, message: string) => void;
}

/** Notices a place that forgot what it was told. */
export interface EpochWatch {
  /** Learns the epoch with the first look at the place: what is forgotten later is noticed. */
  learn(): Promise<void>;
  /**
   * Asked before each claim, while its lease is held.
   * @throws AssetgenError `ASSETGEN_FORGOT`
   */
  assertRemembers(): Promise<void>;
}

const HINT =
  'Make it keep its data over a restart (appendonly yes, maxmemory-policy noeviction; see "Paying once" in the docs), then run `assetgen push` on a machine that has the results, to start over.';

/**
 * A place that was flushed, evicted its keys or lost them in a restart takes every claim, as nothing
 * stands in its way: what others bought would be bought again. A run that notices stops buying; the
 * next one may begin anew.
 */
export function watchEpoch(ports: WatchEpochPorts): EpochWatch {
  const { place, kept, label } = ports;
  let begun: Promise<PlaceMemory> | null = null;

  async function begin(): Promise<PlaceMemory> {
    const found = await place.memory();
    const why = forgotten(found, await kept.read(), found.epoch?.runId ?? null);
    if (why !== null && !ports.mayBeginAnew) throw forgot(label, why);
    let seen = found;
    if (why !== null || found.epoch === null) {
      const { runId, settings } = found;
      const epoch: Epoch = { id: randomBytes(16).toString('hex'), runId, settings };
      await place.begin(epoch, found.epoch?.id ?? null);
      // Another machine may have been quicker: what stands there counts for all.
      seen = await place.memory();
      if (seen.epoch === null) throw forgot(label, 'it does not keep what is written to it');
    }
    if (why !== null) {
      ports.warn(
        'ASSETGEN_FORGOT',
        `shared cache ${label} lost its record of purchases (${why}): a purchase by another machine may be repeated unless the lock or the index has it. \`assetgen push\` restores what this machine knows`,
      );
    }
    await kept.write(seen.epoch?.id ?? '').catch(() => undefined);
    return seen;
  }

  async function first(): Promise<PlaceMemory> {
    const mine = (begun ??= begin());
    try {
      return await mine;
    } catch (error) {
      // That it could not be reached is known no longer than that.
      if (!isForgotten(error) && begun === mine) begun = null;
      throw error;
    }
  }

  return {
    async learn() {
      await first().catch((error: unknown) => {
        // A reader takes no risk.
        if (!isForgotten(error)) throw error;
      });
    },
    async assertRemembers() {
      const known = await first();
      const now = await place.memory();
      const why = forgotten(now, known.epoch?.id ?? null, known.runId);
      if (why !== null) throw forgot(label, why);
    },
  };
}

/** Whether a place said that it forgot. */
export function isForgotten(error: unknown): error is AssetgenError {
  return isAssetgenError(error) && error.code === 'ASSETGEN_FORGOT';
}

/**
 * Why a place does not know any more what it knew; null where it does.
 * @param known the epoch that was there; null: none was
 * @param runId of the process that answered then
 */
function forgotten(
  { epoch, isDurable, runId: now, settings }: PlaceMemory,
  known: string | null,
  runId: string | null,
): string | null {
  if (known !== null && epoch === null) return `its epoch is gone; ${settings}`;
  if (known !== null && epoch?.id !== known) return `it has another epoch; ${settings}`;
  const hasRestarted = epoch !== null && runId !== null && now !== null && runId !== now;
  return hasRestarted && !isDurable ? `it was started again; ${settings}` : null;
}

function forgot(label: string, why: string): AssetgenError {
  return new AssetgenError(
    'ASSETGEN_FORGOT',
    `shared cache ${label} lost its record of purchases (${why}); nothing was submitted`,
    { hint: HINT },
  );
}
