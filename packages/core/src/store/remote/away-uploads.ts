import type { Clock } from '../../ports.ts';
import type { Upload, UploadOutcome } from './upload.ts';

/** Uploads whose place is away: they wait until it takes one of them. */
export interface AwayUploads {
  add(upload: Upload): void;
  /** Whether something that this run made waits. */
  hasOwn(): boolean;
  /** When all probes have ended. */
  ended(): Promise<unknown>;
}

export interface AwayUploadsParts {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Tries one of a place that is away. */
  readonly probe: (upload: Upload) => Promise<UploadOutcome>;
  /** Its place takes uploads again. */
  readonly restart: (upload: Upload) => void;
  /** A place is probed no longer. */
  readonly onProbed: () => void;
}

/** Between two probes of a place that is away; the last for ever. Unit: milliseconds. */
const PROBES_MS = [500, 1_000, 2_000, 4_000, 8_000] as const;

export function createAwayUploads(parts: AwayUploadsParts): AwayUploads {
  const { clock, signal, probe, restart, onProbed } = parts;
  const waiting = new Map<object, Upload[]>();
  const probing = new Map<object, Promise<void>>();

  /** Tries one of those that wait from time to time; when it goes through, all others follow. */
  async function probeOften(place: object): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const pause = PROBES_MS[Math.min(tries, PROBES_MS.length - 1)] ?? 0;
      await clock.sleep(pause, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const [first] = waiting.get(place) ?? [];
      if (first === undefined) return;
      const outcome = await probe(first);
      if (outcome === 'failed') continue;
      // Those that came meanwhile waited with the others.
      const [, ...others] = waiting.get(place) ?? [];
      waiting.delete(place);
      for (const upload of others) restart(upload);
      return;
    }
  }

  return {
    add(upload) {
      const { place } = upload;
      waiting.set(place, [...(waiting.get(place) ?? []), upload]);
      if (probing.has(place)) return;
      const probed = probeOften(place).finally(() => {
        probing.delete(place);
        onProbed();
      });
      probing.set(place, probed);
    },
    hasOwn: () => [...waiting.values()].some((uploads) => uploads.some(({ isLeft }) => !isLeft)),
    ended: () => Promise.all(probing.values()),
  };
}
