import type { EnginePorts } from '../engine-ports.ts';
import { JobError } from '../job-error.ts';
import type { Acceptance } from '../journal/journal-record.ts';
import type { SharedResults, Turn } from './shared-results.ts';

/** What is to be settled. */
export interface Pending<T> {
  readonly operationId: string;
  readonly asset: string;
  readonly acceptance: Acceptance;
  /** What other machines made of it; null where nothing is known. */
  readonly find: () => Promise<T | null>;
  /** Whether this machine sent the create. */
  readonly isOwn: boolean;
  /** A turn that it took before it did. @default none */
  readonly turn?: Turn | 'busy' | 'alone' | null;
  readonly signal: AbortSignal | undefined;
}

/** How often a machine that waits asks for the results. Unit: milliseconds. */
const POLL_MS = 1_500;
/** How often it says that it waits. Unit: milliseconds. */
const TELL_MS = 15_000;

/**
 * Has one machine poll the service and download; the others wait for what it gives them. When that
 * one ends without a word, the next takes its turn, by the UUIDs that the journal has.
 * @param settle polls and downloads on this machine
 */
export async function settleTogether<T>(
  ports: Pick<EnginePorts, 'clock' | 'emit' | 'random' | 'jobTimeoutMs'>,
  shared: Pick<SharedResults, 'tryTurn' | 'progress'>,
  pending: Pending<T>,
  settle: (onPercent: (percent: number) => void) => Promise<T>,
): Promise<T> {
  const { operationId, asset, acceptance, signal } = pending;
  const { uuids } = acceptance;
  const deadline = ports.clock.now() + ports.jobTimeoutMs;
  let told = Number.NEGATIVE_INFINITY;
  for (let isFirst = pending.isOwn; ; isFirst = false) {
    const found = isFirst ? null : await pending.find();
    if (found !== null) return found;
    const turn = (isFirst ? pending.turn : null) ?? (await shared.tryTurn(operationId));
    if (turn === 'alone') return settle(() => undefined);
    if (turn !== 'busy') {
      try {
        // It may have been told between the look and the turn.
        const late = isFirst ? null : await pending.find();
        return late ?? (await settle((percent) => turn.tell(percent)));
      } finally {
        turn.done();
      }
    }
    if (ports.clock.now() > deadline) throw tooLate(asset, uuids);
    if (ports.clock.now() - told >= TELL_MS) {
      told = ports.clock.now();
      ports.emit({ type: 'waiting', asset, reason: 'another machine is making it', ms: 0 });
    }
    const percent = await shared.progress(operationId);
    const status = 'another machine is making it';
    for (const uuid of uuids) ports.emit({ type: 'progress', asset, uuid, status, percent });
    await ports.clock.sleep(POLL_MS * (0.5 + ports.random()), { signal });
  }
}

function tooLate(asset: string, uuids: readonly string[]): JobError {
  return new JobError(
    'ASSETGEN_JOB_TIMEOUT',
    asset,
    uuids,
    `another machine is waiting for ${uuids.join(', ')}, and its result did not arrive in time`,
    { hint: 'Run again to poll it again; nothing is paid again.' },
  );
}
