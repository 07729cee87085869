import { AssetgenError } from '@assetgen/client/errors';
import type { Budget, Reservation } from '../../jobs/job-engine.ts';

/** A budget that also says what was spent. */
export interface CountedBudget extends Budget {
  /** Points charged so far; null when a charge is not known. */
  readonly spent: number | null;
}

/** A create that waits for its turn. */
interface Waiting {
  /** Its price as it is known by now. */
  readonly points: () => number | null;
  /** Called when it may go, with whether there is enough for it. */
  readonly go: () => void;
}

/**
 * Points that one run may spend, shared by its parallel jobs. With a limit, a create of unknown
 * price goes alone and takes all that is left: what it took is known once it settles. Those that
 * come after it wait; so that it is not overtaken for ever, turns are in order.
 * @param limit points; null: no limit
 */
export function createBudget(limit: number | null): CountedBudget {
  let spent = 0;
  let unknown = false;
  let reserved = 0;
  let open = 0;
  let alone = false;
  const queue: Waiting[] = [];

  const left = (): number => (limit === null ? Number.POSITIVE_INFINITY : limit - spent - reserved);

  /** Lets those go whose turn it is. */
  function advance(): void {
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      const waits = next.points() === null && limit !== null && open > 0;
      if (alone || waits) return;
      queue.shift();
      next.go();
    }
  }

  function take(asset: string, points: number | null): Reservation {
    const rest = left();
    const solitary = limit !== null && points === null;
    const held = points ?? (limit === null ? 0 : Math.max(rest, 0));
    if (held > rest || (solitary && rest <= 0)) throw overBudget(asset, points, rest, limit ?? 0);
    reserved += held;
    open += 1;
    alone ||= solitary;
    let settled = false;
    return {
      settle(charged) {
        if (settled) return;
        settled = true;
        reserved -= held;
        open -= 1;
        if (solitary) alone = false;
        if (charged === null) unknown = true;
        spent += charged ?? held;
        advance();
      },
    };
  }

  return {
    get spent() {
      return unknown ? null : spent;
    },
    reserve(asset, estimate, { signal, reestimate } = {}) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason as Error);
          return;
        }
        // The create before it may have told the price of this one.
        const points = (): number | null => estimate ?? reestimate?.() ?? null;
        const waiting: Waiting = {
          points,
          go() {
            signal?.removeEventListener('abort', abort);
            try {
              resolve(take(asset, points()));
            } catch (error) {
              reject(error as Error);
            }
          },
        };
        const abort = (): void => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal?.reason as Error);
          advance();
        };
        signal?.addEventListener('abort', abort, { once: true });
        queue.push(waiting);
        advance();
      });
    },
  };
}

function overBudget(
  asset: string,
  points: number | null,
  left: number,
  limit: number,
): AssetgenError {
  const needs = points === null ? 'an unknown number of points' : `${points} points`;
  return new AssetgenError(
    'ASSETGEN_BUDGET',
    `${asset} needs ${needs}; ${Math.max(0, left)} of the budget of ${limit} are left`,
    { hint: 'Raise the budget, or build fewer assets with --only.' },
  );
}
