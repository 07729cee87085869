import { randomBytes } from 'node:crypto';
import { AbortedError, PointsError, RateLimitError, ServiceError } from '@assetgen/client';
import type { CreateOutcome } from '@assetgen/client';
import { isAssetgenError } from '@assetgen/client/errors';
import type { EnginePorts } from '../engine-ports.ts';
import type { Reservation } from '../job-engine.ts';
import { DoubtError, JobError } from '../job-error.ts';
import type { Acceptance } from '../journal/journal-record.ts';
import { assertNotHalted } from './assert-not-halted.ts';
import type { Refused } from './send-patiently.ts';
import type { Submission, SubmissionAnswer, Submitted } from './submission.ts';

type Sent<Answer> =
  | { readonly status: 'accepted'; readonly submitted: Submitted<Answer> }
  | Refused;

/** One attempt: its name in the journal, and the balance before it. */
interface Attempt {
  readonly nonce: string;
  /** null: not known. */
  readonly before: number | null;
}

/** One claim in the journal, one request. A request that may go out again comes back as `refused`. */
export async function sendOnce<Answer extends SubmissionAnswer>(
  ports: EnginePorts,
  submission: Submission<Answer>,
  reservation: Reservation,
): Promise<Sent<Answer>> {
  let leave = (): void => undefined;
  // Before the claim is written, until its outcome is.
  const enter = (): void => {
    leave = ports.inFlight.enter({ asset: submission.asset, points: submission.estimate });
  };
  try {
    return await sendClaimed(ports, submission, reservation, enter);
  } finally {
    leave();
  }
}

async function sendClaimed<Answer extends SubmissionAnswer>(
  ports: EnginePorts,
  submission: Submission<Answer>,
  reservation: Reservation,
  enter: () => void,
): Promise<Sent<Answer>> {
  const { balance } = ports;
  submission.signal?.throwIfAborted();
  const nonce = randomBytes(12).toString('hex');
  const before = await (submission.pricedByBalance === true ? balance.now() : balance.before());
  const attempt = { nonce, before };
  const endedAlone = balance.alone();
  let claimed = false;
  // As late as can be: what waits for its turn and is killed there is in no doubt.
  const claim = async (): Promise<void> => {
    enter();
    await claimAttempt(ports, submission, attempt);
    claimed = true;
    ports.emit({ type: 'submitting', asset: submission.asset, operation: submission.operation });
  };
  let answer: Answer;
  try {
    answer = await submission.send(claim);
  } catch (error) {
    endedAlone();
    if (error instanceof PointsError) {
      ports.halt.set(error);
    }
    if (claimed) {
      return recordFailure(ports, submission, attempt, reservation, error);
    }
    if (error instanceof ServiceError) {
      return refuse(error);
    }
    throw error;
  }
  const acceptance = await recordAnswer(ports, submission, attempt, answer, endedAlone);
  const { uuids, points } = acceptance;
  balance.charged(points);
  reservation.settle(points);
  ports.emit({ type: 'accepted', asset: submission.asset, uuids, points, free: ports.isFree });
  return { status: 'accepted', submitted: { acceptance, answer } };
}

/** Writes down that the request goes out now; throws where it must not. */
async function claimAttempt(
  ports: EnginePorts,
  { operationId, asset, operation }: Submission<SubmissionAnswer>,
  { nonce, before }: Attempt,
): Promise<void> {
  assertNotHalted(ports, asset);
  const record = { state: 'sending', nonce, asset, operation, balance: before } as const;
  if (!(await ports.journal.claim(operationId, record))) {
    throw new JobError(
      'ASSETGEN_BUSY',
      asset,
      [],
      'another process is submitting the same recipe; nothing was sent',
      { hint: 'Run again to use the result of the other process.' },
    );
  }
  if (ports.halt.reason() !== null) {
    await ports.journal.append(operationId, { state: 'not-sent', nonce, code: 'ASSETGEN_POINTS' });
    assertNotHalted(ports, asset);
  }
}

/** Writes down how a request failed; throws where it may not go out again. */
async function recordFailure(
  { journal, balance, isFree }: EnginePorts,
  { operationId, asset, operation, secrets = [] }: Submission<SubmissionAnswer>,
  { nonce, before }: Attempt,
  reservation: Reservation,
  error: unknown,
): Promise<{ status: 'refused'; error: ServiceError }> {
  const outcome = outcomeOf(error);
  const code = isAssetgenError(error) ? error.code : 'ASSETGEN_UNEXPECTED';
  if (outcome === 'not-sent' || outcome === 'rejected') {
    await journal.append(operationId, { state: outcome, nonce, code });
    return refuse(error as ServiceError);
  }
  reservation.settle(null);
  const after = await balance.now();
  const { ids, body } = error instanceof ServiceError ? error : { ids: [], body: null };
  await journal.append(operationId, {
    state: 'ambiguous',
    nonce,
    code,
    balance: after,
    ...(ids.length === 0 ? {} : { ids }),
    ...(body === null ? {} : { body: without(secrets, body) }),
  });
  throw new DoubtError({
    asset,
    operation,
    why: error instanceof Error ? error.message : String(error),
    balanceBefore: before,
    balanceAfter: after,
    ids,
    isFree,
    cause: error,
  });
}

/** A service may echo what it was sent; the journal holds no prompt. */
function without(secrets: readonly string[], body: string): string {
  return secrets.reduce((text, secret) => {
    // As the text of JSON writes it, too.
    const written = JSON.stringify(secret).slice(1, -1);
    return text.replaceAll(secret, '[sent]').replaceAll(written, '[sent]');
  }, body);
}

/** Writes down what was accepted: the UUIDs first, what they cost can be asked for later. */
async function recordAnswer(
  ports: EnginePorts,
  submission: Submission<SubmissionAnswer>,
  attempt: Attempt,
  answer: SubmissionAnswer,
  endedAlone: () => boolean,
): Promise<Acceptance> {
  const acceptance = await accept(ports, submission, attempt, answer, answer.points);
  if (submission.pricedByBalance === true && answer.points === null) {
    const { before } = attempt;
    const charged = before === null ? null : before - ((await ports.balance.now()) ?? NaN);
    if (endedAlone() && charged !== null && charged >= 0) {
      return accept(ports, submission, attempt, answer, charged);
    }
  } else {
    endedAlone();
  }
  return acceptance;
}

async function accept(
  ports: EnginePorts,
  { operationId, asset }: Submission<SubmissionAnswer>,
  { nonce }: Attempt,
  { uuids, groups, reasons }: SubmissionAnswer,
  points: number | null,
): Promise<Acceptance> {
  const acceptance: Acceptance = {
    uuids,
    points,
    at: ports.clock.now(),
    ...(groups === undefined ? {} : { groups }),
    ...(reasons === undefined ? {} : { reasons }),
  };
  await ports.journal
    .append(operationId, { state: 'accepted', nonce, ...acceptance })
    .catch((error) => {
      ports.emit({
        type: 'warning',
        asset,
        code: 'ASSETGEN_JOURNAL',
        message: `accepted, but the journal could not be written; keep these UUIDs: ${uuids.join(', ')} (${String(error)})`,
      });
    });
  return acceptance;
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
