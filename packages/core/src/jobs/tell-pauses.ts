import type { Client, Pause } from '@assetgen/client';
import type { Clock } from '../ports.ts';
import type { JobEvent } from './job-engine.ts';

/** Does work for an asset that a pause of the service may stop. */
export type TellPauses = <T>(asset: string, work: () => Promise<T>) => Promise<T>;

/** The parts of a client that tell of pauses. */
export type PauseSource = Pick<Client, 'pause' | 'onPause'>;

/** Tells every asset under way of each pause that the service asks for: all of them wait alike. */
export function tellPauses(
  client: PauseSource,
  clock: Clock,
  emit: (event: JobEvent) => void,
): TellPauses {
  const active = new Map<string, number>();
  let stop: (() => void) | null = null;

  function tell(asset: string, { until, cause }: Pause): void {
    const ms = Math.max(0, until - clock.now());
    emit({ type: 'waiting', asset, reason: `the service asked for a pause (${cause})`, ms });
  }

  return async function told(asset, work) {
    const count = active.get(asset) ?? 0;
    active.set(asset, count + 1);
    // Listens only while something is under way: a client outlives the runs that use it.
    stop ??= client.onPause((pause) => {
      for (const each of active.keys()) tell(each, pause);
    });
    const pause = client.pause();
    if (pause !== null && count === 0) tell(asset, pause);
    try {
      return await work();
    } finally {
      const left = (active.get(asset) ?? 1) - 1;
      if (left > 0) active.set(asset, left);
      else active.delete(asset);
      if (active.size === 0) {
        stop?.();
        stop = null;
      }
    }
  };
}
