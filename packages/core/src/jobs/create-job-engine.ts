import { AssetgenError } from '@assetgen/client/errors';
import type { Client } from '@assetgen/client';
import type { Fingerprint } from '../brands.ts';
import type { BlobSink, Clock } from '../ports.ts';
import { watchBalance } from './submit/watch-balance.ts';
import { conversionId } from './submit/convert-once.ts';
import { convertInTurn } from './submit/convert-in-turn.ts';
import { sendCreate } from './submit/send-create.ts';
import type { Created } from './submit/send-create.ts';
import type { EnginePorts, Recall, VerifyResult } from './engine-ports.ts';
import { digestCheck } from './download/digest-check.ts';
import { fetchResult } from './download/fetch-result.ts';
import { JobError } from './job-error.ts';
import type { Acceptance } from './journal/journal-record.ts';
import { fileJournal } from './journal/journal.ts';
import type { Journal } from './journal/journal.ts';
import { lazyQueue } from './lazy-queue.ts';
import { localLocks } from './locks/local-locks.ts';
import { progressTrust } from './poll/progress-trust.ts';
import { createRecovery } from './journal/create-recovery.ts';
import type { RecipeLocks } from './locks/recipe-lock.ts';
import { settleTogether } from './submit/settle-together.ts';
import type { SharedResults } from './submit/settle-together.ts';
import { submitOnce } from './submit/submit-once.ts';
import type {
  Budget,
  JobEngine,
  JobEvent,
  JobOutcome,
  JobRequest,
  ResultKind,
  SourceBlob,
  VariantOutcome,
} from './job-engine.ts';
import { verifyContent } from './download/verify-content.ts';
import { waitForResult } from './poll/wait-for-result.ts';

export interface JobEngineOptions {
  readonly client: Client;
  /** `<project>/.assetgen/journal` */
  readonly journalDir: string;
  /** A folder that all projects of this machine share; null: they do not see each other's jobs. */
  readonly locksDir?: string | null;
  readonly blobs: BlobSink;
  readonly clock: Clock;
  readonly budget: Budget;
  /** 0 to below 1. */
  readonly random: () => number;
  /** Jobs under way at once. @default 8 */
  readonly concurrency?: number;
  /** Downloads under way at once. @default 4 */
  readonly downloads?: number;
  /** Unit: milliseconds. @default 1800000 */
  readonly jobTimeoutMs?: number;
  /** `minMs`: before the first poll, and the least between two. @default 1000 */
  readonly poll?: { readonly minMs?: number };
  /** `waitMs`: before a conversion is asked for again; it doubles. @default 30000, 6 repeats */
  readonly convert?: { readonly waitMs?: number; readonly repeats?: number };
  /** @default {@link verifyContent} */
  readonly verifyResult?: VerifyResult;
  readonly recall?: Recall;
  readonly onEvent?: (event: JobEvent) => void;
  /** For tests and simulations. @default files in `journalDir` and `locksDir` */
  readonly journal?: Journal;
  /** For tests and simulations. @default files in `locksDir` */
  readonly locks?: RecipeLocks;
  /** What other machines make. @default null: this machine asks the service for everything */
  readonly results?: SharedResults | null;
}

const DEFAULTS = { concurrency: 8, downloads: 4, jobTimeoutMs: 1_800_000 };

/** Builds the job engine; nothing is read, written or sent before its first call. */
export function createJobEngine(options: JobEngineOptions): JobEngine {
  /** Other machines wait for what this one makes: they hear how far it is. */
  const listening = new Map<string, (percent: number) => void>();
  const ports = resolvePorts({
    ...options,
    onEvent(event) {
      if (event.type === 'progress' && event.percent !== null) {
        listening.get(event.asset)?.(event.percent);
      }
      options.onEvent?.(event);
    },
  });
  const jobs = lazyQueue(options.concurrency ?? DEFAULTS.concurrency);
  const downloads = lazyQueue(options.downloads ?? DEFAULTS.downloads);
  const underWay = new Map<string, Promise<unknown>>();

  /** One call for one operation in this process; others with the same share its outcome. */
  function shared<T>(id: string, work: () => Promise<T>): Promise<T> {
    const known = underWay.get(id) as Promise<T> | undefined;
    if (known !== undefined) {
      return known;
    }
    const made = work().finally(() => underWay.delete(id));
    underWay.set(id, made);
    return made;
  }

  async function collect(
    asset: string,
    uuid: string,
    kind: ResultKind,
    acceptedAt: number | null,
    signal: AbortSignal | undefined,
    check?: (file: string) => Promise<void>,
    outageMs?: number,
  ): Promise<SourceBlob> {
    const patience = outageMs === undefined ? {} : { outageMs };
    const wait = (): Promise<string> =>
      waitForResult(ports, { asset, uuid, kind, acceptedAt, signal, ...patience });
    const url = await wait();
    return downloads.add(() =>
      fetchResult(ports, {
        asset,
        expected: { kind },
        url,
        refresh: wait,
        signal,
        ...(check === undefined ? {} : { check }),
      }),
    );
  }

  async function settle(
    request: JobRequest,
    acceptance: Acceptance,
    signal: AbortSignal | undefined,
  ): Promise<readonly VariantOutcome[]> {
    const settled = await Promise.allSettled(
      acceptance.uuids.map((uuid) =>
        collect(request.asset, uuid, request.result, acceptance.at, signal),
      ),
    );
    if (signal?.aborted === true && settled.some((result) => result.status === 'rejected')) {
      throw interrupted(ports, request.asset, acceptance, signal.reason);
    }
    return settled.map((result, index): VariantOutcome => {
      const uuid = acceptance.uuids[index] ?? '';
      if (result.status === 'fulfilled') {
        return { status: 'done', uuid, ...result.value };
      }
      if (!isAboutVariant(result.reason)) {
        throw result.reason;
      }
      return { status: 'failed', uuid, error: result.reason };
    });
  }

  async function obtain(request: JobRequest, signal: AbortSignal | undefined): Promise<JobOutcome> {
    const { asset, fingerprint, ordinal } = request;
    const { acceptance, answer } = await submitOnce<Created>(
      ports,
      {
        operationId: operationId(fingerprint, ordinal),
        asset,
        operation: request.create.operation,
        kind: 'create',
        estimate: request.estimate,
        reestimate: request.reestimate,
        pricedByBalance: request.create.operation === 'createCuteModelsFromImages',
        resubmit: request.resubmit ?? false,
        send: (beforeSend) =>
          sendCreate(ports.client, request.create, {
            signal,
            abortInFlight: false,
            attempts: 1,
            beforeSend,
          }),
        signal,
      },
      ports.recall === null ? null : async () => ports.recall?.(fingerprint, ordinal) ?? null,
    );
    if (answer === null) {
      ports.emit({ type: 'resumed', asset, uuids: acceptance.uuids });
    }
    for (const message of answer?.warnings ?? []) {
      ports.emit({ type: 'warning', asset, code: 'ASSETGEN_ACCEPTED_OTHERWISE', message });
    }
    const { results } = options;
    const id = operationId(fingerprint, ordinal);
    const pending = { operationId: id, asset, acceptance, isOwn: answer !== null, signal };
    const find = async (): Promise<readonly VariantOutcome[] | null> =>
      results?.find(fingerprint, acceptance.uuids) ?? null;
    const variants =
      results == null
        ? await settle(request, acceptance, signal)
        : await settleTogether(ports, results, { ...pending, find }, async (tell) => {
            listening.set(asset, tell);
            return settle(request, acceptance, signal).finally(() => listening.delete(asset));
          }).catch((error: unknown) => {
            if (signal?.aborted !== true || error instanceof JobError) throw error;
            throw interrupted(ports, asset, acceptance, signal.reason);
          });
    return {
      variants,
      points: acceptance.points,
      submitted: answer !== null,
      ...(acceptance.groups === undefined ? {} : { groups: acceptance.groups }),
    };
  }

  const recover = createRecovery((request, outageMs, signal) =>
    collect(
      request.asset,
      request.uuid,
      request.result,
      null,
      signal,
      digestCheck(request),
      outageMs,
    ),
  );

  return {
    obtain(request, { signal } = {}) {
      return shared(operationId(request.fingerprint, request.ordinal), () =>
        jobs.add(() => obtain(request, signal)),
      );
    },
    recover(request, { signal } = {}) {
      return shared(`recover-${request.uuid}`, () => recover(request, signal));
    },
    convert(request, { signal } = {}) {
      return shared(conversionId(request), () =>
        jobs.add(() => convertInTurn(ports, request, options.results ?? null, signal)),
      );
    },
  };
}

function operationId(fingerprint: Fingerprint, ordinal: number): string {
  return `${fingerprint}-${ordinal}`;
}

function resolvePorts(options: JobEngineOptions): EnginePorts {
  const { client, clock, locksDir } = options;
  let halted: AssetgenError | null = null;
  const folders = [options.journalDir, ...(locksDir == null ? [] : [locksDir])];
  return {
    client,
    clock,
    blobs: options.blobs,
    budget: options.budget,
    random: options.random,
    journal: options.journal ?? fileJournal(folders),
    locks: options.locks ?? localLocks(locksDir ?? null, options.journalDir, clock),
    balance: watchBalance(client, clock),
    emit: options.onEvent ?? (() => undefined),
    verify: options.verifyResult ?? verifyContent,
    recall: options.recall ?? null,
    halt: {
      reason: () => halted,
      set(reason) {
        halted = reason;
      },
    },
    progressTrust: progressTrust(),
    times: {
      jobTimeoutMs: options.jobTimeoutMs ?? DEFAULTS.jobTimeoutMs,
      pollMinMs: options.poll?.minMs ?? 1000,
      convertWaitMs: options.convert?.waitMs ?? 30_000,
      convertRepeats: options.convert?.repeats ?? 6,
    },
  };
}

/** True for what ends one variant and leaves the others alone. */
function isAboutVariant(error: unknown): error is Error {
  return (
    error instanceof AssetgenError &&
    [
      'ASSETGEN_JOB_FAILED',
      'ASSETGEN_JOB_UNKNOWN',
      'ASSETGEN_NO_RESULT',
      'ASSETGEN_DOWNLOAD',
      'ASSETGEN_CONTENT',
      'ASSETGEN_DIGEST',
    ].includes(error.code)
  );
}

function interrupted(
  ports: EnginePorts,
  asset: string,
  acceptance: Acceptance,
  cause: unknown,
): JobError {
  const { uuids, points } = acceptance;
  ports.emit({ type: 'interrupted', asset, uuids, points });
  return new JobError(
    'ASSETGEN_INTERRUPTED',
    asset,
    uuids,
    `stopped waiting for ${uuids.join(', ')}, which goes on at the service and stays billed${points === null ? '' : ` (${points} points)`}`,
    { hint: 'Run again to resume it; nothing is paid again.', cause },
  );
}
