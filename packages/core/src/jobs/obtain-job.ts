import type { Fingerprint } from '../brands.ts';
import type { CollectResult } from './collect-result.ts';
import { collectVariants, interrupted } from './collect-variants.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { JobOutcome, JobRequest, VariantOutcome } from './job-engine.ts';
import { JobError } from './job-error.ts';
import type { ProgressForward } from './poll/forward-progress.ts';
import { sendCreate } from './submit/send-create.ts';
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

/** Submits a create, or resumes it from the journal, and collects its variants. */
export async function obtainJob(
  ports: EnginePorts,
  collect: CollectResult,
  listen: ProgressForward['listen'],
  request: JobRequest,
  signal: AbortSignal | undefined,
): Promise<JobOutcome> {
  const { asset } = request;
  const { acceptance, answer } = await submitJob(ports, request, signal);
  if (answer === null) {
    ports.emit({ type: 'resumed', asset, uuids: acceptance.uuids });
  }
  for (const message of answer?.warnings ?? []) {
    ports.emit({ type: 'warning', asset, code: 'ASSETGEN_ACCEPTED_OTHERWISE', message });
  }
  const isOwn = answer !== null;
  const collectAll = (): Promise<readonly VariantOutcome[]> =>
    collectVariants(ports, collect, request, acceptance, signal);
  const variants =
    ports.results === null
      ? await collectAll()
      : await settleInTeam(ports, ports.results, request, { acceptance, isOwn, signal }, (tell) => {
          const stop = listen(asset, tell);
          return collectAll().finally(stop);
        });
  return {
    variants,
    points: acceptance.points,
    submitted: isOwn,
    ...(acceptance.groups === undefined ? {} : { groups: acceptance.groups }),
  };
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
      send: (beforeSend) =>
        sendCreate(client, request.create, {
          signal,
          abortInFlight: false,
          attempts: 1,
          beforeSend,
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
