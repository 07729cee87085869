import { randomBytes } from 'node:crypto';
import {
  AbortedError,
  PointsError,
  RateLimitError,
  ServiceError,
  retryDelay,
} from '@assetgen/client';
import { isAssetgenError } from '@assetgen/client/errors';
import type { CreateOutcome } from '@assetgen/client';
import type { EnginePorts } from '../engine-ports.ts';
import { DoubtError, JobError } from '../job-error.ts';
import type { Acceptance, OperationState } from '../journal/journal-record.ts';
import type { Reservation } from '../job-engine.ts';

/** What a submission needs to know, whether it creates or converts. */
export interface Submission<Answer extends SubmissionAnswer> {
  readonly operationId: string;
  readonly asset: string;
  readonly operation: string;
  readonly kind: 'create' | 'convert';
  /** null: no price is known. */
  readonly estimate: number | null;
  /** True where no answer tells what was charged: then the balance is asked before and after. */
  readonly pricedByBalance?: boolean;
  readonly reestimate?: (() => number | null) | undefined;
  readonly resubmit: boolean;
  /**
   * One attempt; the engine decides about others. `claim` is called when it is about to go out.
   */
  readonly send: (claim: () => Promise<void>) => Promise<Answer>;
  readonly signal: AbortSignal | undefined;
}

export interface SubmissionAnswer {
  readonly uuids: readonly string[];
  readonly points: number | null;
  readonly groups?: readonly (readonly string[])[];
}

export interface Submitted<Answer> {
  readonly acceptance: Acceptance;
  /** null when the journal already held the acceptance. */
  readonly answer: Answer | null;
}

const ATTEMPTS = 6;

/**
 * Finds the acceptance in the journal, or submits. Several processes may do this at once with one
 * recipe: one sends, the others wait for its lock and read the outcome in the journal.
 */
export async function submitOnce<Answer extends SubmissionAnswer>(
  ports: EnginePorts,
  submission: Submission<Answer>,
  recall: (() => Promise<readonly string[] | null>) | null,
): Promise<Submitted<Answer>> {
  const { journal, clock } = ports;
  const { operationId, asset, resubmit } = submission;
  const early = await journal.read(operationId);
  if (early.status === 'accepted') {
    return { acceptance: early.acceptance, answer: null };
  }
  const lock = await ports.locks.acquire(operationId, {
    signal: submission.signal,
    onWait: () => {
      ports.emit({
        type: 'waiting',
        asset,
        reason: 'another process is submitting the same recipe',
        ms: 0,
      });
    },
  });
  try {
    const state = await journal.read(operationId);
    if (state.status === 'accepted') {
      return { acceptance: state.acceptance, answer: null };
    }
    if (state.status === 'in-doubt') {
      // Only the doubt that was there when it was asked for is accepted, not a newer one.
      if (!resubmit || early.status === 'idle' || early.nonce !== state.nonce) {
        throw await inDoubt(ports, asset, state);
      }
      await journal.append(operationId, { state: 'abandoned', nonce: state.nonce });
    } else if (recall !== null) {
      const uuids = await recall();
      if (uuids !== null && uuids.length > 0) {
        const acceptance = { uuids, points: null, at: clock.now() };
        return { acceptance, answer: null };
      }
    }
    return await submit(ports, submission);
  } finally {
    await lock.release();
  }
}

async function inDoubt(
  ports: EnginePorts,
  asset: string,
  state: Extract<OperationState, { status: 'in-doubt' }>,
): Promise<DoubtError> {
  return new DoubtError({
    asset,
    why: state.told
      ? 'an earlier run submitted it, and the outcome is unknown'
      : 'an earlier run ended while it was submitting it',
    balanceBefore: state.balanceBefore,
    balanceAfter: state.balanceAfter ?? (await ports.balance.now()),
  });
}

async function submit<Answer extends SubmissionAnswer>(
  ports: EnginePorts,
  submission: Submission<Answer>,
): Promise<Submitted<Answer>> {
  const { journal, asset, operation, operationId } = { ...ports, ...submission };
  assertNotHalted(ports, asset);
  const reservation = await ports.budget.reserve(asset, submission.estimate, {
    signal: submission.signal,
    reestimate: submission.reestimate,
  });
  try {
    await journal.append(operationId, { state: 'planned', asset, operation });
    for (let attempt = 1; ; attempt += 1) {
      const sent = await sendOnce(ports, submission, reservation);
      if (sent.status === 'accepted') {
        return sent.submitted;
      }
      const wait = attempt < ATTEMPTS ? retryWait(ports, submission, sent.error, attempt) : null;
      if (wait === null) {
        throw sent.error;
      }
      ports.emit({ type: 'waiting', asset, reason: sent.error.message, ms: wait });
      await ports.clock.sleep(wait, { signal: submission.signal });
    }
  } catch (error) {
    if (!(error instanceof DoubtError)) {
      reservation.settle(0);
    }
    throw error;
  }
}

/** After a 402 nothing more goes out, what waits for its turn included. */
function assertNotHalted(ports: EnginePorts, asset: string): void {
  const halted = ports.halt.reason();
  if (halted !== null) {
    throw new JobError('ASSETGEN_POINTS', asset, [], 'not submitted: the service wants points', {
      hint: halted.hint ?? 'Add points to the account, then run again.',
      cause: halted,
    });
  }
}

function retryWait(
  ports: EnginePorts,
  submission: Submission<SubmissionAnswer>,
  error: ServiceError,
  attempt: number,
): number | null {
  const wait = retryDelay(submission.kind, error, attempt, ports.random);
  return wait !== null && wait <= ports.jobTimeoutMs ? wait : null;
}

type Sent<Answer> =
  | { readonly status: 'accepted'; readonly submitted: Submitted<Answer> }
  | { readonly status: 'refused'; readonly error: ServiceError };

/** One claim in the journal, one request. What may go out again comes back as `refused`. */
async function sendOnce<Answer extends SubmissionAnswer>(
  ports: EnginePorts,
  submission: Submission<Answer>,
  reservation: Reservation,
): Promise<Sent<Answer>> {
  const { journal, balance, clock } = ports;
  const { asset, operation, operationId } = submission;
  submission.signal?.throwIfAborted();
  const nonce = randomBytes(12).toString('hex');
  const before = await (submission.pricedByBalance === true ? balance.now() : balance.before());
  const endedAlone = balance.alone();
  let claimed = false;
  // As late as can be: what waits for its turn and is killed there is in no doubt.
  const claim = async (): Promise<void> => {
    assertNotHalted(ports, asset);
    const record = { state: 'sending', nonce, asset, operation, balance: before } as const;
    if (!(await journal.claim(operationId, record))) {
      throw new JobError(
        'ASSETGEN_BUSY',
        asset,
        [],
        'another process submits the same recipe right now; nothing was sent',
        { hint: 'Run again: it takes the result of the other process.' },
      );
    }
    if (ports.halt.reason() !== null) {
      await journal.append(operationId, { state: 'not-sent', nonce, code: 'ASSETGEN_POINTS' });
      assertNotHalted(ports, asset);
    }
    claimed = true;
    ports.emit({ type: 'submitting', asset, operation });
  };
  let answer: Answer;
  try {
    answer = await submission.send(claim);
  } catch (error) {
    endedAlone();
    if (error instanceof PointsError) {
      ports.halt.set(error);
    }
    if (!claimed) {
      if (error instanceof ServiceError) {
        return refuse(error);
      }
      throw error;
    }
    const outcome = outcomeOf(error);
    const code = isAssetgenError(error) ? error.code : 'ASSETGEN_UNEXPECTED';
    if (outcome === 'not-sent' || outcome === 'rejected') {
      await journal.append(operationId, { state: outcome, nonce, code });
      return refuse(error as ServiceError);
    }
    reservation.settle(null);
    const after = await balance.now();
    await journal.append(operationId, { state: 'ambiguous', nonce, code, balance: after });
    throw new DoubtError({
      asset,
      why: error instanceof Error ? error.message : String(error),
      balanceBefore: before,
      balanceAfter: after,
      cause: error,
    });
  }
  const { uuids, groups } = answer;
  const accept = async (points: number | null): Promise<Acceptance> => {
    const acceptance: Acceptance = {
      uuids,
      points,
      at: clock.now(),
      ...(groups === undefined ? {} : { groups }),
    };
    await journal
      .append(operationId, { state: 'accepted', nonce, ...acceptance })
      .catch((error) => {
        ports.emit({
          type: 'warning',
          asset,
          code: 'ASSETGEN_JOURNAL',
          message: `accepted, and the journal could not be written; keep these UUIDs: ${uuids.join(', ')} (${String(error)})`,
        });
      });
    return acceptance;
  };
  // The UUIDs first: what they cost can be asked for later.
  let acceptance = await accept(answer.points);
  if (submission.pricedByBalance === true && answer.points === null) {
    const charged = before === null ? null : before - ((await balance.now()) ?? NaN);
    if (endedAlone() && charged !== null && charged >= 0) {
      acceptance = await accept(charged);
    }
  } else {
    endedAlone();
  }
  const { points } = acceptance;
  balance.charged(points);
  reservation.settle(points);
  ports.emit({ type: 'accepted', asset, uuids, points });
  return { status: 'accepted', submitted: { acceptance, answer } };
}

function refuse(error: ServiceError): { status: 'refused'; error: ServiceError } {
  if (error instanceof AbortedError || !(error.outcome === 'not-sent' || isRateLimit(error))) {
    throw error;
  }
  return { status: 'refused', error };
}

function isRateLimit(error: ServiceError): boolean {
  return error instanceof RateLimitError;
}

/**
 * What an error proves. A JobError is what the service said in its answer; an error that is
 * neither ours nor the client's proves nothing.
 */
function outcomeOf(error: unknown): CreateOutcome {
  if (error instanceof JobError) {
    return 'rejected';
  }
  return error instanceof ServiceError ? (error.outcome ?? 'ambiguous') : 'ambiguous';
}
