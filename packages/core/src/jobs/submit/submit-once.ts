import { isAssetgenError } from '@assetgen/client/errors';
import type { EnginePorts, Recalled } from '../engine-ports.ts';
import { DoubtError } from '../job-error.ts';
import type { OperationState } from '../journal/journal-record.ts';
import { assertNotHalted } from './assert-not-halted.ts';
import { sendOnce } from './send-once.ts';
import { sendPatiently } from './send-patiently.ts';
import type { Submission, SubmissionAnswer, Submitted } from './submission.ts';

/** How often, and for how long, a submission is tried that another process was quicker with. */
const TURNS = 60;
/** Unit: milliseconds. */
const TURN_MS = 1_000;
const ELSEWHERE = 'another process is submitting the same recipe';

type Recall = (() => Promise<Recalled | null>) | null;

/**
 * Finds the acceptance in the journal, or submits. Several processes may do this at once with one
 * recipe: one sends, the others wait for its lock and read the outcome in the journal.
 */
export async function submitOnce<Answer extends SubmissionAnswer>(
  ports: EnginePorts,
  submission: Submission<Answer>,
  recall: Recall,
): Promise<Submitted<Answer>> {
  const { clock, random } = ports;
  const { operationId, asset, signal } = submission;
  const early = await ports.journal.read(operationId);
  if (early.status === 'accepted') return { acceptance: early.acceptance, answer: null };
  for (let turn = 1; ; turn += 1) {
    try {
      return await submitInTurn(ports, submission, early, recall);
    } catch (error) {
      // Another process was quicker: what it came to stands in the journal soon.
      if (turn === TURNS || !isAssetgenError(error) || error.code !== 'ASSETGEN_BUSY') throw error;
    }
    ports.emit({ type: 'waiting', asset, reason: ELSEWHERE, ms: 0 });
    await clock.sleep(TURN_MS * (0.5 + random()), { signal });
  }
}

async function submitInTurn<Answer extends SubmissionAnswer>(
  ports: EnginePorts,
  submission: Submission<Answer>,
  early: OperationState,
  recall: Recall,
): Promise<Submitted<Answer>> {
  const { journal, clock } = ports;
  const { operationId, asset, resubmit } = submission;
  const lock = await ports.locks.acquire(operationId, {
    signal: submission.signal,
    onWait: () => {
      ports.emit({ type: 'waiting', asset, reason: ELSEWHERE, ms: 0 });
    },
  });
  try {
    const state = await journal.read(operationId);
    if (state.status === 'accepted') {
      return { acceptance: state.acceptance, answer: null };
    }
    if (state.status === 'in-doubt') {
      // Only the doubt that was there when it was asked for is accepted, not a newer one.
      const isAccepted = resubmit && early.status !== 'idle' && early.nonce === state.nonce;
      // The embedded service may be asked again: nobody pays for it.
      if (!isAccepted && !ports.isFree) {
        throw await inDoubt(ports, submission, state);
      }
      await journal.append(operationId, { state: 'abandoned', nonce: state.nonce });
    } else if (recall !== null) {
      const known = await recall();
      if (known !== null && known.uuids.length > 0) {
        const acceptance = { ...known, points: null, at: clock.now() };
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
  { asset, operation }: Submission<SubmissionAnswer>,
  state: Extract<OperationState, { status: 'in-doubt' }>,
): Promise<DoubtError> {
  return new DoubtError({
    asset,
    operation,
    ids: state.ids,
    isFree: ports.isFree,
    why: whyInDoubt(state),
    balanceBefore: state.balanceBefore,
    balanceAfter: state.balanceAfter ?? (await ports.balance.now()),
  });
}

function whyInDoubt({ told, damaged }: Extract<OperationState, { status: 'in-doubt' }>): string {
  if (damaged !== undefined) {
    return `the journal of paid submissions is damaged (${damaged}), so an earlier run may have submitted it`;
  }
  return told
    ? 'an earlier run submitted it, and the outcome is unknown'
    : 'an earlier run ended while it was submitting it';
}

async function submit<Answer extends SubmissionAnswer>(
  ports: EnginePorts,
  submission: Submission<Answer>,
): Promise<Submitted<Answer>> {
  const { asset } = submission;
  assertNotHalted(ports, asset);
  const reservation = await ports.budget.reserve(asset, submission.estimate, {
    signal: submission.signal,
    reestimate: submission.reestimate,
  });
  try {
    const { submitted } = await sendPatiently(ports, submission, () =>
      sendOnce(ports, submission, reservation),
    );
    return submitted;
  } catch (error) {
    if (!(error instanceof DoubtError)) {
      reservation.settle(0);
    }
    throw error;
  }
}
