/** One line of an operation's journal. It holds no signed URL, no prompt and no key. */
export type JournalRecord =
  | { readonly state: 'planned'; readonly asset: string; readonly operation: string }
  | {
      readonly state: 'sending';
      readonly nonce: string;
      readonly asset: string;
      readonly operation: string;
      /** Points before the create; null where unknown. */
      readonly balance: number | null;
    }
  | { readonly state: 'not-sent'; readonly nonce: string; readonly code: string }
  | { readonly state: 'rejected'; readonly nonce: string; readonly code: string }
  | {
      readonly state: 'ambiguous';
      readonly nonce: string;
      readonly code: string;
      readonly balance: number | null;
      /** What looks like ids of paid jobs in an answer that could not be read. */
      readonly ids?: readonly string[];
      /** That answer in one line, without secrets, at most 4096 characters. For people. */
      readonly body?: string;
    }
  | ({ readonly state: 'accepted'; readonly nonce: string } & Acceptance)
  /** A person accepted the loss of the submission with this nonce. */
  | { readonly state: 'abandoned'; readonly nonce: string };

export interface Acceptance {
  readonly uuids: readonly string[];
  readonly points: number | null;
  /** Unix time in milliseconds; tells how long the job has been going on when it is resumed. */
  readonly at: number;
  /**
   * Of a batch: the UUIDs of each result, in the order of the answer. Missing where the answer does
   * not tell them apart.
   */
  readonly groups?: readonly (readonly string[])[];
  /** Of a batch: what the service said against each result; null where it took it. */
  readonly reasons?: readonly (string | null)[];
}

/** What is wrong with a journal. */
export interface Damage {
  /** Names just this damage: who accepts it writes `abandoned` with it. */
  readonly nonce: string;
  /** What looks like ids of jobs in what cannot be read. */
  readonly ids: readonly string[];
}

/** What all records of an operation add up to. */
export type OperationState =
  | { readonly status: 'idle' }
  | {
      readonly status: 'in-doubt';
      readonly nonce: string;
      readonly asset: string;
      /** False: it went out, or was about to, and no outcome stands in the journal. */
      readonly told: boolean;
      readonly balanceBefore: number | null;
      readonly balanceAfter: number | null;
      /** What looks like ids of paid jobs in the answer. */
      readonly ids: readonly string[];
      /** No submission is known, but what stood here cannot be read any more. Names the place. */
      readonly damaged?: string;
    }
  | { readonly status: 'accepted'; readonly nonce: string; readonly acceptance: Acceptance };

/**
 * Replays the records in order. Only the first `sending` after an idle state counts: appends have
 * one order for all processes, so that of several that claim a create exactly one may send it.
 *
 * An acceptance counts without its claim too, and so does an answer that nobody could read: both
 * say that something was sent, whatever became of the line that said so before.
 */
export function replay(records: readonly JournalRecord[]): OperationState {
  let state: OperationState = { status: 'idle' };
  for (const record of records) {
    state = apply(state, record);
  }
  return state;
}

function apply(state: OperationState, record: JournalRecord): OperationState {
  if (record.state === 'planned') {
    return state;
  }
  if (record.state === 'sending') {
    return state.status === 'idle'
      ? {
          status: 'in-doubt',
          nonce: record.nonce,
          asset: record.asset,
          told: false,
          balanceBefore: record.balance,
          balanceAfter: null,
          ids: [],
        }
      : state;
  }
  if (state.status === 'idle') return sentWithoutClaim(record);
  if (state.nonce !== record.nonce) return state;
  switch (record.state) {
    case 'accepted':
      return acceptedBy(record);
    case 'abandoned':
      return { status: 'idle' };
    case 'not-sent':
    case 'rejected':
      return state.status === 'accepted' ? state : { status: 'idle' };
    case 'ambiguous':
      return state.status === 'accepted'
        ? state
        : { ...state, told: true, balanceAfter: record.balance, ids: record.ids ?? [] };
    default:
      return unknownRecord(record, state);
  }
}

function acceptedBy(record: Extract<JournalRecord, { state: 'accepted' }>): OperationState {
  const { state: _state, nonce, ...acceptance } = record;
  return { status: 'accepted', nonce, acceptance };
}

function sentWithoutClaim(record: JournalRecord): OperationState {
  if (record.state === 'accepted') return acceptedBy(record);
  if (record.state !== 'ambiguous') return { status: 'idle' };
  const { nonce, balance, ids = [] } = record;
  return {
    status: 'in-doubt',
    nonce,
    asset: '',
    told: true,
    balanceBefore: null,
    balanceAfter: balance,
    ids,
  };
}

/**
 * What the records add up to where others may be missing. A damage that somebody accepted by its
 * nonce is none any more.
 * @param place as messages name it
 */
export function replayDamaged(
  records: readonly JournalRecord[],
  damage: Damage | null,
  place: string,
): OperationState {
  const state = replay(records);
  if (damage === null || state.status !== 'idle' || isAbandoned(records, damage)) return state;
  const named = records.findLast((each) => 'asset' in each);
  return {
    status: 'in-doubt',
    nonce: damage.nonce,
    asset: named?.asset ?? '',
    told: false,
    balanceBefore: null,
    balanceAfter: null,
    ids: damage.ids,
    damaged: place,
  };
}

/** Whether a person accepted the loss of what was damaged. */
export function isAbandoned(records: readonly JournalRecord[], { nonce }: Damage): boolean {
  return records.some((each) => each.state === 'abandoned' && each.nonce === nonce);
}

/** Of two states of one operation the one that binds more. */
export function binding(a: OperationState, b: OperationState): OperationState {
  return rank(b) > rank(a) ? b : a;
}

function rank(state: OperationState): number {
  switch (state.status) {
    case 'idle':
      return 0;
    case 'in-doubt':
      return state.damaged === undefined ? 2 : 1;
    case 'accepted':
      return 3;
  }
}

/** The record that tells how a submission ended; null where none does. */
export function outcomeOf(records: readonly JournalRecord[], wanted: string): JournalRecord | null {
  const told = records.filter(
    (record) =>
      record.state !== 'planned' &&
      record.state !== 'sending' &&
      record.state !== 'ambiguous' &&
      record.nonce === wanted,
  );
  return told.find((record) => record.state === 'accepted') ?? told.at(-1) ?? null;
}

/** A record of a later version: nothing that we know how to use. */
function unknownRecord(_record: never, state: OperationState): OperationState {
  return state;
}

/** Reads lines; a torn one, or one that is none of ours, is skipped. */
export function parseRecords(text: string): readonly JournalRecord[] {
  const records: JournalRecord[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() !== '') {
      const record = parseRecord(line);
      if (record !== null) {
        records.push(record);
      }
    }
  }
  return records;
}

/** null: none of ours, or of a later version. */
export function parseRecord(line: string): JournalRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || !('state' in value)) {
    return null;
  }
  const record = value as Readonly<Record<string, unknown>>;
  const points = numberOrNull(record['points']);
  const balance = numberOrNull(record['balance']);
  const [nonce, code, asset, operation] = ['nonce', 'code', 'asset', 'operation'].map((key) =>
    String(record[key] ?? ''),
  ) as [string, string, string, string];
  switch (record['state']) {
    case 'planned':
      return { state: 'planned', asset, operation };
    case 'sending':
      return nonce === '' ? null : { state: 'sending', nonce, asset, operation, balance };
    case 'not-sent':
    case 'rejected':
      return { state: record['state'], nonce, code };
    case 'ambiguous':
      return { state: 'ambiguous', nonce, code, balance, ...keptAnswer(record) };
    case 'abandoned':
      return { state: 'abandoned', nonce };
    case 'accepted': {
      const uuids = strings(record['uuids']);
      const { groups, reasons } = record;
      return uuids.length === 0
        ? null
        : {
            state: 'accepted',
            nonce,
            uuids,
            points,
            at: numberOrNull(record['at']) ?? 0,
            ...(Array.isArray(groups) ? { groups: groups.map(strings) } : {}),
            ...(Array.isArray(reasons) ? { reasons: reasons.map(stringOrNull) } : {}),
          };
    }
    default:
      return null;
  }
}

function keptAnswer({ ids, body }: Readonly<Record<string, unknown>>): {
  readonly ids?: readonly string[];
  readonly body?: string;
} {
  const known = strings(ids);
  return {
    ...(known.length === 0 ? {} : { ids: known }),
    ...(typeof body === 'string' ? { body } : {}),
  };
}

function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string')
    : [];
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
