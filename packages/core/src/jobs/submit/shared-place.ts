import type { Clock } from '../../ports.ts';
import { JobError } from '../job-error.ts';

export interface SharedPlaceOptions {
  readonly clock: Clock;
  /** Where the place cannot be reached, a create may go out without it. */
  readonly mayBuyAlone: boolean;
  /** The place as messages show it. */
  readonly label: string;
  readonly warn: (code: string, message: string) => void;
}

/** The place that a team's machines have in common, as far as it can be reached. */
export interface SharedPlace {
  /** null where the place is away; when it fails once, nothing waits for it again in this run. */
  ask<T>(work: () => Promise<T>): Promise<T | null>;
  /** The same for a question that changes nothing when it comes twice. */
  askOften<T>(work: () => Promise<T>): Promise<T | null>;
  /** Notes whether another machine was last seen to be at an operation. */
  note(id: string, isOthers: boolean): void;
  isOthers(id: string): boolean;
  /**
   * What another machine was buying when the place went away is not bought here too.
   * @throws JobError `ASSETGEN_LEASE`
   */
  assertReachable(id: string, asset: string): void;
}

/** A place that restarts is asked again after these times, once a run. Unit: milliseconds. */
const PAUSES_MS = [500, 1_500, 3_000];
const HANGS_MS = 4_000;

export function sharedPlace({ clock, mayBuyAlone, label, warn }: SharedPlaceOptions): SharedPlace {
  /** Set when it failed for long enough: nothing waits for this place again in this run. */
  let away: unknown = null;
  const others = new Set<string>();

  function fail(error: unknown): void {
    if (away !== null) return;
    away = error;
    if (!mayBuyAlone) return;
    warn(
      'ASSETGEN_LEASE',
      `shared cache ${label} cannot be reached (${reasonOf(error)}): this machine buys without asking whether another one does`,
    );
  }

  async function ask<T>(work: () => Promise<T>): Promise<T | null> {
    if (away !== null) return null;
    try {
      return await work();
    } catch (error) {
      fail(error);
      return null;
    }
  }

  return {
    ask,
    async askOften(work) {
      const started = clock.now();
      for (const ms of PAUSES_MS) {
        if (away !== null) return null;
        try {
          return await work();
        } catch {
          // What hangs is not about to come back.
          if (clock.now() - started > HANGS_MS) break;
          await clock.sleep(ms);
        }
      }
      return ask(work);
    },
    note(id, isOthers) {
      if (isOthers) others.add(id);
      else others.delete(id);
    },
    isOthers: (id) => others.has(id),
    assertReachable(id, asset) {
      if (away === null) return;
      const refuse = (message: string, hint: string): JobError =>
        new JobError('ASSETGEN_LEASE', asset, [], message, { hint, cause: away });
      if (others.has(id)) {
        throw refuse(
          `another machine was buying it when shared cache ${label} went away (${reasonOf(away)}); nothing was submitted`,
          'Run again when the shared cache can be reached.',
        );
      }
      if (mayBuyAlone) return;
      throw refuse(
        `shared cache ${label} cannot be reached (${reasonOf(away)}), and "cache.buyAlone" is false; nothing was submitted`,
        'Run again when it can be reached.',
      );
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}
