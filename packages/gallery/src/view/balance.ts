import type { ProjectTools } from '@assetgen/core';
import type { BalanceMessage } from '../shared/messages.ts';
import { problemOf } from './problem.ts';

/** The points that are left, as the page shows them. */
export interface Balance {
  read(): Promise<BalanceMessage>;
  /** The next one is asked for: points were spent. */
  forget(): void;
}

/** How long a balance is good for. Unit: milliseconds. */
const BALANCE_MS = 10_000;
const BALANCE_DEADLINE_MS = 8_000;

/** Asked for seldom: the service has a limit of requests, and a build beside us needs them. */
export function createBalance(project: ProjectTools): Balance {
  let known: { readonly at: number; readonly message: Promise<BalanceMessage> } | null = null;
  return {
    read() {
      if (known === null || performance.now() - known.at > BALANCE_MS) {
        known = { at: performance.now(), message: askBalance(project) };
      }
      return known.message;
    },
    forget() {
      known = null;
    },
  };
}

async function askBalance(project: ProjectTools): Promise<BalanceMessage> {
  try {
    const { service } = await project.config();
    if (service.type === 'local') return { points: null, note: 'embedded service: free' };
    if (service.type === 'none') return { points: null, note: 'no service' };
    const points = await project.balance(AbortSignal.timeout(BALANCE_DEADLINE_MS));
    return { points, note: points === null ? 'balance not known' : '' };
  } catch (error) {
    return { points: null, note: problemOf(error).message };
  }
}
