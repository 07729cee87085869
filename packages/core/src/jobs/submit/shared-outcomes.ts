import type { JournalRecord, OperationState } from '../journal/journal-record.ts';
import type { Journal } from '../journal/journal.ts';
import type { Outbox, Outcome } from './outbox.ts';
import type { RemotePorts } from './read-remote.ts';
import { readOnce } from './read-remote.ts';

export interface SharedOutcomesPorts extends RemotePorts {
  readonly journal: Journal;
  readonly outbox: Outbox;
}

/** How the requests of this machine ended, told to the team: now, or when its place is back. */
export interface SharedOutcomes {
  /** Tells an outcome, now or later. */
  tell(operationId: string, record: Outcome): Promise<void>;
  /**
   * Tells what did not receive before, as far as the place can be reached.
   * @param isLast the run ends: the place is asked once, also where it was given up
   * @returns how many outcomes are still untold
   */
  tellUntold(isLast?: boolean): Promise<number>;
  /** Tells an acceptance that stands in the journal of this machine, which may have ended before it did. */
  tellOwn(id: string, state: Accepted): Promise<void>;
  /** Tells an outcome that stands in this machine's journal alone. @returns whether it did */
  heal(id: string, state: OperationState): Promise<boolean>;
  /** A submission with this nonce goes out while the place is away, without a claim there. */
  goesAlone(nonce: string): void;
}

type Accepted = Extract<OperationState, { status: 'accepted' }>;

export function createSharedOutcomes(ports: SharedOutcomesPorts): SharedOutcomes {
  const { place, operations, codec, journal, outbox } = ports;
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

  return {
    tell: (id, record) => tell(id, withoutAnswer(record)),
    tellUntold,
    tellOwn,
    heal,
    goesAlone: (nonce) => void alone.add(nonce),
  };
}

/** An answer that nobody could read is for the person who sent the request, on their machine. */
function withoutAnswer(record: Outcome): Outcome {
  if (record.state !== 'ambiguous') return record;
  const { state, nonce, code, balance } = record;
  return { state, nonce, code, balance };
}
