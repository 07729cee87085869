import { setMaxListeners } from 'node:events';
import { AssetgenError } from '@assetgen/client/errors';
import type { SharedResults, Turn } from '../jobs/submit/shared-results.ts';
import type { RecordCodec } from '../jobs/submit/record-codec.ts';
import type { VariantOutcome } from '../jobs/job-engine.ts';
import type { LockedVariant } from '../lock/lock.ts';
import type { Clock } from '../ports.ts';
import type { Lease, SharedOperations } from '../store/leases/shared-operations.ts';
import type { ResultIndex } from '../store/index/result-index.ts';

export interface TeamResultsOptions {
  readonly operations: SharedOperations;
  readonly codec: Pick<RecordCodec, 'name'>;
  readonly index: Pick<ResultIndex, 'recipe'>;
  readonly clock: Clock;
}

/**
 * How long a turn lasts at most after its results are known, so that they reach the index; others
 * look there all the while. The end of the build, which waits for its uploads, ends it sooner.
 * Unit: milliseconds.
 */
const PUBLISH_MS = 30_000;
/** The least time between two words of progress. Unit: milliseconds. */
const TELL_MS = 2_000;

/** Results by the index of the team, and turns by its leases. */
export function teamResults(options: TeamResultsOptions): SharedResults & { close(): void } {
  const { operations, codec, index, clock } = options;
  const closing = new AbortController();
  // Each turn listens.
  setMaxListeners(0, closing.signal);
  const nameOf = (operationId: string): string => codec.name(`${operationId}:results`);

  function turn(name: string, lease: Lease): Turn {
    let told = Number.NEGATIVE_INFINITY;
    async function release(): Promise<void> {
      await clock.sleep(PUBLISH_MS, { signal: closing.signal }).catch(() => undefined);
      await lease.release();
    }
    return {
      tell(percent) {
        if (clock.now() - told < TELL_MS) return;
        told = clock.now();
        operations.note(name, String(percent)).catch(() => undefined);
      },
      done: () => void release(),
      drop: () => lease.release(),
    };
  }

  return {
    async find(fingerprint, uuids) {
      const byUuid = (variants: readonly LockedVariant[]) =>
        uuids.map((uuid) => variants.find((variant) => variant.uuid === uuid));
      const isEnough = ({ variants }: { readonly variants: readonly LockedVariant[] }): boolean =>
        byUuid(variants).every((variant) => variant !== undefined);
      const known = await index.recipe(fingerprint, isEnough);
      if (known === null || !isEnough(known)) return null;
      return byUuid(known.variants).flatMap((each) => (each === undefined ? [] : [outcome(each)]));
    },
    async tryTurn(operationId) {
      const name = nameOf(operationId);
      try {
        const lease = await operations.tryAcquire(name);
        return lease === null ? 'busy' : turn(name, lease);
      } catch {
        return 'alone';
      }
    },
    async progress(operationId) {
      const text = await operations.readNote(nameOf(operationId)).catch(() => null);
      const percent = text === null || text === '' ? Number.NaN : Number(text);
      return percent >= 0 && percent <= 100 ? percent : null;
    },
    close() {
      closing.abort();
    },
  };
}

function outcome(variant: LockedVariant): VariantOutcome {
  if (!('failed' in variant)) {
    return {
      status: 'done',
      uuid: variant.uuid ?? '',
      digest: variant.digest,
      bytes: variant.bytes,
    };
  }
  const why = variant.reason === undefined ? '' : `: ${variant.reason}`;
  const message = `the job ${variant.uuid} failed at the service${why}`;
  const error = new AssetgenError('ASSETGEN_JOB_FAILED', message);
  return { status: 'failed', uuid: variant.uuid, error };
}
