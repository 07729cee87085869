import { AssetgenError } from '@assetgen/client/errors';
import type { Clock } from '../../ports.ts';
import type { SharedOperations } from '../../store/leases/shared-operations.ts';
import type { JournalRecord, OperationState } from '../journal/journal-record.ts';
import { binding, replayDamaged } from '../journal/journal-record.ts';
import { damageNonce } from '../journal/journal-text.ts';
import type { Journal } from '../journal/journal.ts';
import type { RecordCodec } from './record-codec.ts';
import { JobError } from '../job-error.ts';
import type { EpochWatch } from './watch-epoch.ts';
import { isForgotten } from './watch-epoch.ts';
import type { Outbox, Outcome } from './outbox.ts';
import type { SharedLocks } from './shared-locks.ts';
import type { SharedPlace } from './shared-place.ts';

export interface SharedJournalPorts {
  readonly place: SharedPlace;
  readonly operations: SharedOperations;
  readonly codec: RecordCodec;
  readonly journal: Journal;
  readonly locks: SharedLocks;
  readonly outbox: Outbox;
  readonly epoch?: EpochWatch | undefined;
  readonly mayBuyAlone: boolean;
  readonly label: string;
  readonly clock: Clock;
  /** Of the run: once it is aborted, nothing waits any more. */
  readonly signal: AbortSignal;
}

/** How long a doubt is looked at before it is one; longer where the place was away. Unit: milliseconds. */
const DOUBT_MS = 6_000;
const BLINK_DOUBT_MS = 30_000;
const DOUBT_POLL_MS = 1_000;

/** The journal of this machine, joined with that of the team. */
export interface SharedJournal extends Journal {
  /**
   * Tells the team what it could not be told before, as far as the place can be reached.
   * @param isLast the run ends: the place is asked once, also where it was given up
   * @returns how many outcomes are still untold
   */
  tellUntold(isLast?: boolean): Promise<number>;
}

/**
 * Who may send is decided in the journal of the team, in one step for all machines: a `sending` that
 * stands without an outcome stops everybody, whatever became of its lease.
 */
export function sharedJournal(ports: SharedJournalPorts): SharedJournal {
  const { place, operations, codec, journal, locks, outbox, mayBuyAlone, clock, signal } = ports;
  /** False once all was told; true at first, as an earlier run may have failed to. */
  let mayHaveUntold = true;
  /** What went out while the place was away, by its nonce. */
  const alone = new Set<string>();
  /** Acceptances of this machine that the team is known to have, by their nonces. */
  const known = new Set<string>();

  const append = (id: string, record: JournalRecord): Promise<void> =>
    operations.append(codec.name(id), codec.write(id, record));

  /** Tells the others an outcome, now or later. */
  async function tell(operationId: string, record: Outcome): Promise<void> {
    const work = alone.has(record.nonce) ? bring : append;
    // A run that is stopped leaves what it cannot tell to the next one.
    const told = await place
      .ask(() => work(operationId, record).then(() => true))
      .catch(() => null);
    if (told === true) return;
    mayHaveUntold = true;
    await outbox.add({ operationId, record });
  }

  /**
   * Brings an outcome to where it is missing. Unlike an append it may come twice, and at any time:
   * only what changes the state is written.
   */
  async function bring(id: string, record: Outcome): Promise<void> {
    const { state } = await readOnce(ports, id);
    const { nonce } = record;
    if (state.status === 'in-doubt' && state.nonce === nonce) await append(id, record);
    const isPaid = record.state === 'accepted' || record.state === 'ambiguous';
    if (state.status !== 'idle' || !isPaid) return;
    // It went out while the place was away: without a claim nobody would look at its outcome.
    await append(id, { state: 'sending', nonce, asset: '', operation: '', balance: null });
    await append(id, record);
  }

  async function tellUntold(isLast = false): Promise<number> {
    if (!mayHaveUntold) return 0;
    mayHaveUntold = false;
    const left = await outbox.all();
    for (const [index, untold] of left.entries()) {
      const { operationId, record } = untold;
      const work = (): Promise<true> => bring(operationId, record).then(() => true);
      const told = await (isLast ? place.askOnce(work) : place.ask(work).catch(() => null));
      if (told !== true) {
        mayHaveUntold = true;
        return left.length - index;
      }
      await outbox.remove(untold);
    }
    return 0;
  }

  /** This machine may have ended before it told the others. */
  async function tellOwn(id: string, { nonce, acceptance }: Accepted): Promise<void> {
    if (known.has(nonce) || place.blinked) return;
    const record = { state: 'accepted', nonce, ...acceptance } as const;
    const told = await place.askOnce(() => bring(id, record).then(() => true));
    if (told === true) known.add(nonce);
  }

  /** Tells the others an outcome that stands in this machine's journal alone. */
  async function heal(id: string, state: OperationState): Promise<boolean> {
    if (state.status !== 'in-doubt') return false;
    const outcome = await journal.outcome(id, state.nonce);
    if (outcome === null) return false;
    return (await place.ask(() => append(id, outcome).then(() => true))) ?? false;
  }

  /**
   * What the team says, a doubt only where it lasts: a machine that lost its lease may be about to
   * tell how its request ended, if it or the place was away for a moment. Whoever does not hold the
   * lease waits for that first; nobody else tells of what this machine sent.
   */
  async function readSettled(id: string, own: OperationState): Promise<Remote | null> {
    const started = clock.now();
    for (;;) {
      let remote = await readRemote(ports, id);
      if (remote !== null && (await heal(id, remote.state))) remote = await readRemote(ports, id);
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
    tellUntold,
    async read(id) {
      await tellUntold();
      const own = await journal.read(id);
      if (own.status === 'accepted') {
        await tellOwn(id, own);
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
      await tell(id, withoutAnswer(record));
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
        await tell(id, { state: 'not-sent', nonce, code: 'ASSETGEN_LEASE' });
        throw isForgotten(error) ? ofAsset(error, record.asset) : error;
      }
      if (won === false) await withdraw();
      if (won === null) alone.add(nonce);
      return won ?? true;
    },
  };
}

type Accepted = Extract<OperationState, { status: 'accepted' }>;
type Sending = Extract<JournalRecord, { state: 'sending' }>;

/** An answer that nobody could read is for the person who sent the request, on their machine. */
function withoutAnswer(record: Outcome): Outcome {
  if (record.state !== 'ambiguous') return record;
  const { state, nonce, code, balance } = record;
  return { state, nonce, code, balance };
}

/** What the team's journal says, and in how many lines. */
interface Remote {
  readonly state: OperationState;
  readonly count: number;
  /** An acceptance ended it that no trusted key signed. */
  readonly isUntrusted: boolean;
}

/** null where the place is away. */
async function readRemote(ports: SharedJournalPorts, id: string): Promise<Remote | null> {
  const remote = await ports.place.ask(() => readOnce(ports, id));
  if (remote === null) return null;
  // Somebody paid, and no trusted key says what for: it is not bought again.
  if (remote.isUntrusted) throw boughtElsewhere(ports.label);
  ports.place.note(id, remote.state.status === 'in-doubt');
  return remote;
}

async function readOnce(ports: SharedJournalPorts, id: string): Promise<Remote> {
  const { operations, codec, label } = ports;
  const lines = await operations.read(codec.name(id));
  const records: JournalRecord[] = [];
  const untrusted = new Set<string>();
  const broken: string[] = [];
  for (const line of lines) {
    const record = codec.read(id, line);
    if (record?.state === 'untrusted') untrusted.add(record.nonce);
    else if (record?.state === 'unreadable') broken.push(line);
    else if (record !== null) records.push(record);
  }
  const damage = broken.length === 0 ? null : { nonce: damageNonce(broken), ids: [] };
  const state = replayDamaged(records, damage, label);
  const isUntrusted = state.status === 'in-doubt' && untrusted.has(state.nonce);
  return { state, count: lines.length, isUntrusted };
}

function ofAsset(error: AssetgenError, asset: string): JobError {
  const { code, message, hint } = error;
  return new JobError(code, asset, [], message, {
    cause: error,
    ...(hint === undefined ? {} : { hint }),
  });
}

function boughtElsewhere(label: string): AssetgenError {
  return new AssetgenError(
    'ASSETGEN_BOUGHT_ELSEWHERE',
    `another machine has submitted this recipe, and no key of "cache.trustedKeys" signed what it wrote to ${label}; nothing was submitted`,
    {
      hint: 'Take its lock (git pull), or add its public key to "cache.trustedKeys": `assetgen keys show` prints it there.',
    },
  );
}
