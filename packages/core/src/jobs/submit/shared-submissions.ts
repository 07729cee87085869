import { AssetgenError } from '@assetgen/client/errors';
import type { Clock } from '../../ports.ts';
import type { Lease, SharedOperations } from '../../store/leases/shared-operations.ts';
import { JobError } from '../job-error.ts';
import type { JournalRecord, OperationState } from '../journal/journal-record.ts';
import { binding, replay } from '../journal/journal-record.ts';
import type { Journal } from '../journal/journal.ts';
import type { RecipeLock, RecipeLocks } from '../locks/recipe-lock.ts';

/** How records are written where others may write too. */
export interface RecordCodec {
  /** The name of an operation among all of the team: 64 hex digits. */
  name(operationId: string): string;
  write(operationId: string, record: JournalRecord): string;
  /** null: no record; `untrusted`: an acceptance that no trusted key signed. */
  read(operationId: string, line: string): JournalRecord | Untrusted | null;
}

export interface Untrusted {
  readonly state: 'untrusted';
  readonly nonce: string;
}

export interface SharedSubmissionsOptions {
  readonly operations: SharedOperations;
  readonly codec: RecordCodec;
  readonly journal: Journal;
  readonly locks: RecipeLocks;
  readonly clock: Clock;
  readonly random: () => number;
  /** Where the place cannot be reached, a create may go out without it. */
  readonly mayBuyAlone: boolean;
  /** The place as messages show it. */
  readonly label: string;
  readonly warn: (code: string, message: string) => void;
}

/** A journal and locks that all machines of a team have in common. */
export interface SharedSubmissions {
  readonly journal: Journal;
  readonly locks: RecipeLocks;
}

/** How often a machine that waits asks again. Unit: milliseconds. */
const LOOK_MS = 500;
/** How often it says that it waits. Unit: milliseconds. */
const TELL_MS = 10_000;
/** A place that restarts is asked again after these times, once a run. Unit: milliseconds. */
const PAUSES_MS = [500, 1_500, 3_000];
const HANGS_MS = 4_000;

type Remote =
  | { readonly status: 'known'; readonly state: OperationState; readonly count: number }
  | { readonly status: 'unknown' };

/**
 * Joins this machine's journal and locks with those of the team. The lease keeps others waiting;
 * who may send is decided by the journal, in one step for all machines: a `sending` that stands
 * there without an outcome stops everybody, whatever became of its lease.
 */
export function shareSubmissions(options: SharedSubmissionsOptions): SharedSubmissions {
  const { operations, codec, journal, locks, clock, random, mayBuyAlone, label } = options;
  const leases = new Map<string, Lease>();
  /** Set when it failed for long enough: nothing waits for this place again in this run. */
  let away: unknown = null;
  /** Operations that another machine was last seen to be at. */
  const others = new Set<string>();

  function fail(error: unknown): void {
    if (away !== null) return;
    away = error;
    if (!mayBuyAlone) return;
    options.warn(
      'ASSETGEN_LEASE',
      `shared cache ${label} cannot be reached (${reasonOf(error)}): this machine buys without asking whether another one does`,
    );
  }

  async function ask<T>(work: () => Promise<T>): Promise<T | null> {
    if (away !== null) return null;
    try {
      return await work();
    } catch (error) {
      fail(error);
      return null;
    }
  }

  /** The same for a question that changes nothing when it comes twice. */
  async function askOften<T>(work: () => Promise<T>): Promise<T | null> {
    const started = clock.now();
    for (const ms of PAUSES_MS) {
      if (away !== null) return null;
      try {
        return await work();
      } catch {
        // What hangs is not about to come back.
        if (clock.now() - started > HANGS_MS) break;
        await clock.sleep(ms);
      }
    }
    return ask(work);
  }

  /** What another machine was buying when the place went away is not bought here too. */
  function assertReachable(id: string, asset: string): void {
    if (away === null) return;
    if (others.has(id)) {
      throw new JobError(
        'ASSETGEN_LEASE',
        asset,
        [],
        `another machine was buying it when shared cache ${label} went away (${reasonOf(away)}); nothing was submitted`,
        { hint: 'Run again when the shared cache can be reached.', cause: away },
      );
    }
    if (mayBuyAlone) return;
    throw new JobError(
      'ASSETGEN_LEASE',
      asset,
      [],
      `shared cache ${label} cannot be reached (${reasonOf(away)}), and "cache.buyAlone" is false; nothing was submitted`,
      { hint: 'Run again when it can be reached.', cause: away },
    );
  }

  async function readRemote(id: string): Promise<Remote> {
    const lines = await askOften(() => operations.read(codec.name(id)));
    if (lines === null) return { status: 'unknown' };
    const records: JournalRecord[] = [];
    const untrusted = new Set<string>();
    for (const line of lines) {
      const record = codec.read(id, line);
      if (record?.state === 'untrusted') untrusted.add(record.nonce);
      else if (record !== null) records.push(record);
    }
    const state = replay(records);
    // Somebody paid, and what for is not believed: it is not bought again.
    if (state.status === 'in-doubt' && untrusted.has(state.nonce)) throw boughtElsewhere(label);
    if (state.status === 'in-doubt') others.add(id);
    else others.delete(id);
    return { status: 'known', state, count: lines.length };
  }

  /** Tells the others an outcome that could not be told when it came. */
  async function heal(id: string, state: OperationState): Promise<boolean> {
    if (state.status !== 'in-doubt') return false;
    const outcome = await journal.outcome(id, state.nonce);
    if (outcome === null) return false;
    return (await ask(() => append(id, outcome).then(() => true))) ?? false;
  }

  const append = (id: string, record: JournalRecord): Promise<void> =>
    operations.append(codec.name(id), codec.write(id, record));

  return {
    journal: {
      async read(id) {
        const own = await journal.read(id);
        if (own.status === 'accepted') return own;
        let remote = await readRemote(id);
        if (remote.status === 'known' && (await heal(id, remote.state))) {
          remote = await readRemote(id);
        }
        return remote.status === 'known' ? binding(own, remote.state) : own;
      },
      outcome: (id, nonce) => journal.outcome(id, nonce),
      async append(id, record) {
        await journal.append(id, record);
        // What is only planned concerns nobody else.
        if (record.state !== 'planned') await ask(() => append(id, record));
      },
      async claim(id, record) {
        assertReachable(id, record.asset);
        if (!(await journal.claim(id, record))) return false;
        const withdraw = async (): Promise<false> => {
          const { nonce } = record;
          await journal.append(id, { state: 'not-sent', nonce, code: 'ASSETGEN_LEASE' });
          return false;
        };
        const lease = leases.get(id);
        const remote = await readRemote(id);
        if (remote.status === 'known') {
          if (remote.state.status !== 'idle' || lease === undefined) return withdraw();
          const line = codec.write(id, record);
          const name = codec.name(id);
          const won = await ask(() => operations.appendAfter(name, remote.count, line, lease));
          if (won === true) return true;
          if (won === false) return withdraw();
        }
        // It went away between the lease and the claim.
        if (!mayBuyAlone || others.has(id)) await withdraw();
        assertReachable(id, record.asset);
        return true;
      },
    },
    locks: {
      async acquire(id, { signal, onWait }) {
        const own = await locks.acquire(id, {
          signal,
          ...(onWait === undefined ? {} : { onWait }),
        });
        try {
          const lease = await acquireLease(id, signal, onWait);
          return join(own, id, lease);
        } catch (error) {
          await own.release();
          throw error;
        }
      },
    },
  };

  /** null where the place is away. */
  async function acquireLease(
    id: string,
    signal: AbortSignal | undefined,
    onWait: (() => void) | undefined,
  ): Promise<Lease | null> {
    const name = codec.name(id);
    for (let waited = 0; ;) {
      signal?.throwIfAborted();
      const got = await askOften(async () => ({ lease: await operations.tryAcquire(name) }));
      if (got === null) return null;
      if (got.lease !== null) return got.lease;
      others.add(id);
      if (waited % TELL_MS < LOOK_MS) onWait?.();
      // Not all at the same moment.
      const ms = LOOK_MS * (0.5 + random());
      await clock.sleep(ms, { signal });
      waited += LOOK_MS;
    }
  }

  function join(own: RecipeLock, id: string, lease: Lease | null): RecipeLock {
    if (lease !== null) leases.set(id, lease);
    return {
      async release() {
        if (lease !== null) {
          leases.delete(id);
          await lease.release();
        }
        await own.release();
      },
    };
  }
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

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}
