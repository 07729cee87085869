import { AssetgenError } from '@assetgen/client/errors';
import type { Budget, Reservation } from '../jobs/types.ts';

/** A budget that also says what was spent. */
export interface CountedBudget extends Budget {
  /** Points charged so far; null when a charge is not known. */
  readonly spent: number | null;
}

/**
 * Points that one run may spend, shared by its parallel jobs.
 * @param limit points; null: no limit
 */
export function createBudget(limit: number | null): CountedBudget {
  let spent = 0;
  let unknown = false;
  let reserved = 0;
  // With a limit, a create of unknown price goes alone: what it took is known once it settles.
  let alone: Promise<void> = Promise.resolve();

  return {
    get spent() {
      return unknown ? null : spent;
    },
    async reserve(asset, points, options = {}) {
      let release: () => void = () => undefined;
      if (limit !== null && points === null) {
        const before = alone;
        alone = new Promise((resolve) => (release = resolve));
        await before;
      } else await alone;
      try {
        options.signal?.throwIfAborted();
        const left = limit === null ? Number.POSITIVE_INFINITY : limit - spent - reserved;
        const needed = points ?? (limit === null ? 0 : Math.max(left, 0));
        if (needed > left || (limit !== null && points === null && left <= 0)) {
          throw overBudget(asset, points, left, limit ?? 0);
        }
        reserved += needed;
        return reservation(needed);
      } catch (error) {
        release();
        throw error;
      }

      function reservation(held: number): Reservation {
        let open = true;
        return {
          settle(charged) {
            if (!open) return;
            open = false;
            reserved -= held;
            if (charged === null) unknown = true;
            spent += charged ?? held;
            release();
          },
        };
      }
    },
  };
}

function overBudget(
  asset: string,
  points: number | null,
  left: number,
  limit: number,
): AssetgenError {
  const needs = points === null ? 'points, how many is unknown' : `${points} points`;
  return new AssetgenError(
    'ASSETGEN_BUDGET',
    `${asset} needs ${needs}; ${Math.max(0, left)} of the budget of ${limit} are left`,
    { hint: 'Raise the budget, or build fewer assets with --only.' },
  );
}
