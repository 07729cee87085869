import type { Clock } from '../../ports.ts';
import type { Attempted, GuardedTier, WarnTier } from './guarded-tier.ts';
import { attempt } from './guarded-tier.ts';
import type { RemoteTimes } from './remote-times.ts';

/** Reads of an index that wait for a place which is away for a moment. */
export interface PatientReads {
  /** What is not found because a place restarts would be bought once more: it is asked again. */
  read(guarded: GuardedTier, key: string): Promise<Attempted<string | null>>;
  /** Says now what is wrong with a place that is still waited for. */
  tell(guarded: GuardedTier): void;
}

export interface PatientReadsContext {
  readonly clock: Clock;
  readonly times: RemoteTimes;
  readonly signal: AbortSignal;
  readonly warn: WarnTier;
}

/** How often an index that fails is asked again in the time for it. */
const TRIES = 6;

/** A place that comes back within {@link RemoteTimes.returnMs} is not told; each is waited for once. */
export function createPatientReads(context: PatientReadsContext): PatientReads {
  const { clock, times, signal, warn } = context;
  const returns = new Map<GuardedTier, Promise<boolean>>();
  const untold = new Map<GuardedTier, readonly [code: string, message: string]>();

  async function ask(
    guarded: GuardedTier,
    key: string,
    isProbe: boolean,
  ): Promise<Attempted<string | null>> {
    const what = 'reading its index';
    const given = { direction: 'read', what, deadlineMs: times.indexMs, signal, isProbe } as const;
    const hear: WarnTier = (place, ...why) => void untold.set(place, why);
    return attempt(guarded, given, clock, hear, (inner) => guarded.tier.index.get(key, inner));
  }

  async function comesBack(guarded: GuardedTier, key: string): Promise<boolean> {
    for (let count = 0; count < TRIES; count++) {
      await clock.sleep(times.returnMs / TRIES, { signal });
      const probe = await ask(guarded, key, true);
      if (probe.ok) return true;
      if (!probe.mayPass) break;
    }
    return false;
  }

  function tell(guarded: GuardedTier): void {
    const why = untold.get(guarded);
    untold.delete(guarded);
    if (why !== undefined) warn(guarded, ...why);
  }

  return {
    tell,
    async read(guarded, key) {
      const first = await ask(guarded, key, false);
      if (first.ok || signal.aborted) return first;
      if (first.mayPass && !returns.has(guarded)) {
        returns.set(
          guarded,
          comesBack(guarded, key).catch(() => false),
        );
      }
      if ((await returns.get(guarded)) !== true) {
        tell(guarded);
        return first;
      }
      untold.delete(guarded);
      const last = await ask(guarded, key, false);
      if (!last.ok) tell(guarded);
      return last;
    },
  };
}
