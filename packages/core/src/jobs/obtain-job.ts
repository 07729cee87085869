import type { Fingerprint } from '../brands.ts';
import type { CollectResult } from './collect-result.ts';
import { collectVariants, interrupted } from './collect-variants.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { Acceptance } from './journal/journal-record.ts';
import type { JobOutcome, JobRequest, VariantOutcome } from './job-engine.ts';
import { JobError } from './job-error.ts';
import type { LazyQueue } from '../lazy-queue.ts';
import type { ProgressForward } from './poll/forward-progress.ts';
import { matchBatch } from './submit/match-batch.ts';
import type { BatchMember } from './submit/match-batch.ts';
import { promptsOf, sendCreate } from './submit/send-create.ts';
import type { Created } from './submit/send-create.ts';
import { settleTogether } from './submit/settle-together.ts';
import type { Pending } from './submit/settle-together.ts';
import type { SharedResults } from './submit/shared-results.ts';
import { submitOnce } from './submit/submit-once.ts';
import type { Submitted } from './submit/submission.ts';

/** The journal's name of a create: one for each purchase of a recipe. */
export function operationId(fingerprint: Fingerprint, ordinal: number): string {
  return `${fingerprint}-${ordinal}`;
}

/** For the queues, in which the highest goes first. */
export function priorityOf({ place = 0 }: JobRequest): number {
  return -place;
}

/**
 * Submits a create, or resumes it from the journal, and collects its variants.
 * @param submissions where creates wait for their turn to go out; a job that waits at the service
 *   is in none
 */
export async function obtainJob(
  ports: EnginePorts,
  submissions: LazyQueue,
  collect: CollectResult,
  listen: ProgressForward['listen'],
  request: JobRequest,
  signal: AbortSignal | undefined,
): Promise<JobOutcome> {
  const leave = await enterV1(ports, request, signal);
  try {
    return await settleJob(ports, submissions, collect, listen, request, signal);
  } finally {
    leave();
  }
}

/** A V1 image that is bought waits for its turn; one that is paid for is only asked for. */
async function enterV1(
  { journal, v1Results }: EnginePorts,
  { asset, create, fingerprint, ordinal }: JobRequest,
  signal: AbortSignal | undefined,
): Promise<() => void> {
  const isBought =
    create.operation === 'generateImages' &&
    (await journal.read(operationId(fingerprint, ordinal))).status === 'idle';
  return isBought ? v1Results.enter(asset, signal) : () => undefined;
}

async function settleJob(
  ports: EnginePorts,
  submissions: LazyQueue,
  collect: CollectResult,
  listen: ProgressForward['listen'],
  request: JobRequest,
  signal: AbortSignal | undefined,
): Promise<JobOutcome> {
  const { asset, create } = request;
  const turn = priorityOf(request);
  const submitted = await submissions.add(() => submitJob(ports, request, signal), turn);
  const { answer } = submitted;
  if (answer === null) {
    ports.emit({ type: 'resumed', asset, uuids: submitted.acceptance.uuids });
  }
  const members =
    create.operation === 'createCuteModelsFromImages'
      ? matchBatch(asset, create.input.images.length, submitted.acceptance)
      : null;
  const acceptance = awaited(submitted.acceptance, members);
  for (const message of answer?.warnings ?? []) {
    ports.emit({ type: 'warning', asset, code: 'ASSETGEN_ACCEPTED_OTHERWISE', message });
  }
  const named = submitted.acceptance.uuids.length;
  if (members === null && named > MOST_AWAITED) {
    const message = `the service returned ${named} jobs: the first ${MOST_AWAITED} are polled, the others stay in the journal`;
    ports.emit({ type: 'warning', asset, code: 'ASSETGEN_ACCEPTED_OTHERWISE', message });
  }
  const isOwn = answer !== null;
  const collectAll = (): Promise<readonly VariantOutcome[]> =>
    collectVariants(ports, collect, request, acceptance, members ?? [], signal);
  const variants =
    ports.results === null
      ? await collectAll()
      : await settleInTeam(ports, ports.results, request, { acceptance, isOwn, signal }, (tell) => {
          const stop = listen(asset, tell);
          return collectAll().finally(stop);
        });
  return {
    variants,
    uuids: submitted.acceptance.uuids,
    points: acceptance.points,
    submitted: isOwn,
    ...(members === null ? {} : { members }),
  };
}

/** Most jobs of one create that are waited for: four times as many as any operation makes. */
const MOST_AWAITED = 16;

/**
 * Only what stands for an image is asked for; ids of failures are kept, and that is all. So are those
 * of a service that names far more jobs than were ordered: each would be polled and downloaded.
 */
function awaited(acceptance: Acceptance, members: readonly BatchMember[] | null): Acceptance {
  if (members === null) return { ...acceptance, uuids: acceptance.uuids.slice(0, MOST_AWAITED) };
  return { ...acceptance, uuids: members.flatMap(({ uuid }) => (uuid === null ? [] : [uuid])) };
}

function submitJob(
  ports: EnginePorts,
  request: JobRequest,
  signal: AbortSignal | undefined,
): Promise<Submitted<Created>> {
  const { asset, fingerprint, ordinal } = request;
  const { operation } = request.create;
  const { client, recall } = ports;
  return submitOnce<Created>(
    ports,
    {
      operationId: operationId(fingerprint, ordinal),
      asset,
      operation,
      kind: 'create',
      estimate: request.estimate,
      reestimate: request.reestimate,
      pricedByBalance: operation === 'createCuteModelsFromImages',
      resubmit: request.resubmit ?? false,
      secrets: promptsOf(request.create),
      send: (beforeSend) =>
        sendCreate(client, request.create, {
          signal,
          abortInFlight: false,
          attempts: 1,
          beforeSend,
          take: request.take ?? 0,
        }),
      signal,
    },
    recall === null ? null : () => recall(fingerprint, ordinal),
  );
}

/** One machine of the team collects; the others take what it got. */
async function settleInTeam(
  ports: EnginePorts,
  results: SharedResults,
  { asset, fingerprint, ordinal }: JobRequest,
  accepted: Pick<Pending<unknown>, 'acceptance' | 'isOwn' | 'signal'>,
  collectAll: (tell: (percent: number) => void) => Promise<readonly VariantOutcome[]>,
): Promise<readonly VariantOutcome[]> {
  const { acceptance, signal } = accepted;
  const pending: Pending<readonly VariantOutcome[]> = {
    ...accepted,
    operationId: operationId(fingerprint, ordinal),
    asset,
    find: () => results.find(fingerprint, acceptance.uuids),
  };
  try {
    return await settleTogether(ports, results, pending, collectAll);
  } catch (error) {
    if (signal?.aborted !== true || error instanceof JobError) throw error;
    throw interrupted(ports, asset, acceptance, signal.reason);
  }
}
