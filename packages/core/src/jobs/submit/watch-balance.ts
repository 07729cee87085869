import type { Client } from '@assetgen/client';
import type { Clock } from '../../ports.ts';

/** The points balance, as far as a submission in doubt needs it. Best effort: null is unknown. */
export interface BalanceWatch {
  /** Before a create: asked once, then carried forward by the points that were told. */
  before(): Promise<number | null>;
  charged(points: number | null): void;
  /** After something went wrong, or where only the balance tells a price: asked anew. */
  now(): Promise<number | null>;
  /** Marks a submission; gives what ends it and tells whether it was the only one meanwhile. */
  alone(): () => boolean;
}

const DEADLINE_MS = 3_000;

export function watchBalance(client: Client, clock: Clock): BalanceWatch {
  let first: Promise<number | null> | null = null;
  let spent = 0;
  let underWay = 0;
  let begun = 0;

  async function ask(): Promise<number | null> {
    const stop = new AbortController();
    const query = client
      .queryPointsInfo({ signal: stop.signal, attempts: 1 })
      .then((info) => info.total_points)
      .catch(() => null);
    const late = clock
      .sleep(DEADLINE_MS, { signal: stop.signal })
      .then(() => null)
      .catch(() => null);
    const balance = await Promise.race([query, late]);
    stop.abort();
    return balance;
  }

  return {
    async before() {
      const spentAtStart = spent;
      first ??= ask();
      const balance = await first;
      return balance === null ? null : balance - Math.max(spent, spentAtStart);
    },
    charged(points) {
      spent += points ?? 0;
    },
    now: ask,
    alone() {
      underWay += 1;
      begun += 1;
      const [crowded, own] = [underWay > 1, begun];
      return () => {
        underWay -= 1;
        return !crowded && begun === own;
      };
    },
  };
}
