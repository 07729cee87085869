import { AssetgenError } from '@assetgen/client/errors';
import type { SharedOperations } from '../../store/leases/shared-operations.ts';
import type { JournalRecord, OperationState } from '../journal/journal-record.ts';
import { replayDamaged } from '../journal/journal-record.ts';
import { damageNonce } from '../journal/journal-text.ts';
import type { RecordCodec } from './record-codec.ts';
import type { SharedPlace } from './shared-place.ts';

export interface RemotePorts {
  readonly place: SharedPlace;
  readonly operations: SharedOperations;
  readonly codec: RecordCodec;
  readonly label: string;
}

/** What the team's journal says, and in how many lines. */
export interface Remote {
  readonly state: OperationState;
  readonly count: number;
  /** An acceptance ended it that no trusted key signed. */
  readonly isUntrusted: boolean;
}

/** null where the place is away. */
export async function readRemote(ports: RemotePorts, id: string): Promise<Remote | null> {
  const remote = await ports.place.ask(() => readOnce(ports, id));
  if (remote === null) return null;
  // Somebody paid, and no trusted key says what for: it is not bought again.
  if (remote.isUntrusted) throw boughtElsewhere(ports.label);
  ports.place.note(id, remote.state.status === 'in-doubt');
  return remote;
}

/** @throws where the place is away */
export async function readOnce(ports: Omit<RemotePorts, 'place'>, id: string): Promise<Remote> {
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

function boughtElsewhere(label: string): AssetgenError {
  return new AssetgenError(
    'ASSETGEN_BOUGHT_ELSEWHERE',
    `another machine submitted this recipe, but no key in "cache.trustedKeys" signed its record in ${label}; nothing was submitted`,
    {
      hint: 'Take its lock (git pull), or add its public key to "cache.trustedKeys": `assetgen keys show` prints it there.',
    },
  );
}
