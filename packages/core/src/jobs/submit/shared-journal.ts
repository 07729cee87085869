import type { AssetgenError } from '@assetgen/client/errors';
import type { Clock } from '../../ports.ts';
import { JobError } from '../job-error.ts';
import type { JournalRecord, OperationState } from '../journal/journal-record.ts';
import { binding } from '../journal/journal-record.ts';
import type { Journal } from '../journal/journal.ts';
import type { Remote } from './read-remote.ts';
import { readOnce, readRemote } from './read-remote.ts';
import type { SharedLocks } from './shared-locks.ts';
import type { SharedOutcomes, SharedOutcomesPorts } from './shared-outcomes.ts';
import { createSharedOutcomes } from './shared-outcomes.ts';
import type { EpochWatch } from './watch-epoch.ts';
import { isForgotten } from './watch-epoch.ts';

export interface SharedJournalPorts extends SharedOutcomesPorts {
  readonly locks: SharedLocks;
  readonly epoch?: EpochWatch | undefined;
  readonly mayBuyAlone: boolean;
  readonly clock: Clock;
  /** Of the run: once it is aborted, nothing waits any more. */
  readonly signal: AbortSignal;
}

/** How long a doubt is looked at before it is one; longer where the place was away. Unit: milliseconds. */
const DOUBT_MS = 6_000;
const BLINK_DOUBT_MS = 30_000;
const DOUBT_POLL_MS = 1_000;

/** The journal of this machine, joined with that of the team. */
export type SharedJournal = Journal & Pick<SharedOutcomes, 'tellUntold'>;

/**
 * The team's journal decides in one step, for all machines, which machine may send: a `sending` that stands
 * without an outcome stops everybody, whatever became of its lease.
 */
export function sharedJournal(ports: SharedJournalPorts): SharedJournal {
  const { place, operations, codec, journal, locks, mayBuyAlone, clock, signal } = ports;
  const outcomes = createSharedOutcomes(ports);

  /**
   * What the team says, a doubt only where it lasts: a machine that lost its lease may be about to tell how its
   * request ended, if it or the place was away for a moment. A machine without the lease waits for that first;
   * nobody else tells of what this machine sent.
   */
  async function readSettled(id: string, own: OperationState): Promise<Remote | null> {
    const started = clock.now();
    for (;;) {
      let remote = await readRemote(ports, id);
      if (remote !== null && (await outcomes.heal(id, remote.state)))
        remote = await readRemote(ports, id);
      const state = remote?.state;
      const isOpen =
        state?.status === 'in-doubt' &&
        !state.told &&
        state.damaged === undefined &&
        locks.leaseOf(id) !== undefined &&
        !(own.status === 'in-doubt' && own.nonce === state.nonce);
      const limitMs = place.blinked ? BLINK_DOUBT_MS : DOUBT_MS;
      if (!isOpen || signal.aborted || clock.now() - started >= limitMs) return remote;
      await clock.sleep(DOUBT_POLL_MS, { signal }).catch(() => undefined);
    }
  }

  /** Claims the operation for this machine. It may be asked twice: its own claim is known by its nonce. */
  async function claimThere(id: string, record: Sending): Promise<boolean> {
    // With the lease in hand: a place that forgets after this forgets the lease too.
    await ports.epoch?.assertRemembers();
    const remote = await readOnce(ports, id);
    const { state } = remote;
    if (state.status === 'in-doubt' && state.nonce === record.nonce) return true;
    const lease = locks.leaseOf(id);
    if (state.status !== 'idle' || lease === undefined) return false;
    return operations.appendAfter(codec.name(id), remote.count, codec.write(id, record), lease);
  }

  return {
    tellUntold: outcomes.tellUntold,
    async read(id) {
      await outcomes.tellUntold();
      const own = await journal.read(id);
      if (own.status === 'accepted') {
        await outcomes.tellOwn(id, own);
        return own;
      }
      await place.ask(async () => ports.epoch?.learn());
      const remote = await readSettled(id, own);
      return remote === null ? own : binding(own, remote.state);
    },
    outcome: (id, nonce) => journal.outcome(id, nonce),
    async append(id, record) {
      await journal.append(id, record);
      // What is only planned concerns nobody else; what goes out is told by its claim.
      if (record.state === 'planned' || record.state === 'sending') return;
      await outcomes.tell(id, record);
    },
    async claim(id, record) {
      place.assertReachable(id, record.asset);
      if (!(await journal.claim(id, record))) return false;
      const { nonce } = record;
      const withdraw = (): Promise<void> =>
        journal.append(id, { state: 'not-sent', nonce, code: 'ASSETGEN_LEASE' });
      let won: boolean | null;
      try {
        won = await place.ask(() => claimThere(id, record));
        if (won === null) {
          signal.throwIfAborted();
          if (!mayBuyAlone || place.isOthers(id)) place.assertReachable(id, record.asset);
        }
      } catch (error) {
        await withdraw();
        // It may stand there all the same: the answer to the claim may have been lost.
        await outcomes.tell(id, { state: 'not-sent', nonce, code: 'ASSETGEN_LEASE' });
        throw isForgotten(error) ? ofAsset(error, record.asset) : error;
      }
      if (won === false) await withdraw();
      if (won === null) outcomes.goesAlone(nonce);
      return won ?? true;
    },
  };
}

type Sending = Extract<JournalRecord, { state: 'sending' }>;

function ofAsset(error: AssetgenError, asset: string): JobError {
  const { code, message, hint } = error;
  return new JobError(code, asset, [], message, {
    cause: error,
    ...(hint === undefined ? {} : { hint }),
  });
}
