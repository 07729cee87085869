import { AssetgenError } from '@assetgen/client/errors';
import type { SharedOperations } from '../../store/leases/shared-operations.ts';
import type { JournalRecord, OperationState } from '../journal/journal-record.ts';
import { binding, replay } from '../journal/journal-record.ts';
import type { Journal } from '../journal/journal.ts';
import type { RecordCodec } from './record-codec.ts';
import type { SharedLocks } from './shared-locks.ts';
import type { SharedPlace } from './shared-place.ts';

export interface SharedJournalPorts {
  readonly place: SharedPlace;
  readonly operations: SharedOperations;
  readonly codec: RecordCodec;
  readonly journal: Journal;
  readonly locks: SharedLocks;
  readonly mayBuyAlone: boolean;
  readonly label: string;
}

/**
 * The journal of this machine, joined with that of the team. Who may send is decided there, in one
 * step for all machines: a `sending` that stands without an outcome stops everybody, whatever
 * became of its lease.
 */
export function sharedJournal(ports: SharedJournalPorts): Journal {
  const { place, operations, codec, journal, locks, mayBuyAlone } = ports;

  const append = (id: string, record: JournalRecord): Promise<void> =>
    operations.append(codec.name(id), codec.write(id, record));

  /** Tells the others an outcome that could not be told when it came. */
  async function heal(id: string, state: OperationState): Promise<boolean> {
    if (state.status !== 'in-doubt') return false;
    const outcome = await journal.outcome(id, state.nonce);
    if (outcome === null) return false;
    return (await place.ask(() => append(id, outcome).then(() => true))) ?? false;
  }

  return {
    async read(id) {
      const own = await journal.read(id);
      if (own.status === 'accepted') return own;
      let remote = await readRemote(ports, id);
      if (remote !== null && (await heal(id, remote.state))) {
        remote = await readRemote(ports, id);
      }
      return remote === null ? own : binding(own, remote.state);
    },
    outcome: (id, nonce) => journal.outcome(id, nonce),
    async append(id, record) {
      await journal.append(id, record);
      // What is only planned concerns nobody else.
      if (record.state !== 'planned') await place.ask(() => append(id, withoutAnswer(record)));
    },
    async claim(id, record) {
      place.assertReachable(id, record.asset);
      if (!(await journal.claim(id, record))) return false;
      const withdraw = async (): Promise<false> => {
        const { nonce } = record;
        await journal.append(id, { state: 'not-sent', nonce, code: 'ASSETGEN_LEASE' });
        return false;
      };
      const lease = locks.leaseOf(id);
      const remote = await readRemote(ports, id);
      if (remote !== null) {
        if (remote.state.status !== 'idle' || lease === undefined) return withdraw();
        const line = codec.write(id, record);
        const name = codec.name(id);
        const won = await place.ask(() => operations.appendAfter(name, remote.count, line, lease));
        if (won === true) return true;
        if (won === false) return withdraw();
      }
      // It went away between the lease and the claim.
      if (!mayBuyAlone || place.isOthers(id)) await withdraw();
      place.assertReachable(id, record.asset);
      return true;
    },
  };
}

/** An answer that nobody could read is for the person who sent the request, on their machine. */
function withoutAnswer(record: JournalRecord): JournalRecord {
  if (record.state !== 'ambiguous') return record;
  const { state, nonce, code, balance } = record;
  return { state, nonce, code, balance };
}

/** What the team's journal says, and in how many lines; null where the place is away. */
async function readRemote(
  { place, operations, codec, label }: SharedJournalPorts,
  id: string,
): Promise<{ readonly state: OperationState; readonly count: number } | null> {
  const lines = await place.askOften(() => operations.read(codec.name(id)));
  if (lines === null) return null;
  const records: JournalRecord[] = [];
  const untrusted = new Set<string>();
  for (const line of lines) {
    const record = codec.read(id, line);
    if (record?.state === 'untrusted') untrusted.add(record.nonce);
    else if (record !== null) records.push(record);
  }
  const state = replay(records);
  // Somebody paid, and no trusted key says what for: it is not bought again.
  if (state.status === 'in-doubt' && untrusted.has(state.nonce)) throw boughtElsewhere(label);
  place.note(id, state.status === 'in-doubt');
  return { state, count: lines.length };
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
