import { collectResult } from './collect-result.ts';
import type { CollectResult } from './collect-result.ts';
import { digestCheck } from './download/digest-check.ts';
import { createDownloadPool } from './download/download-pool.ts';
import type { GivenPorts } from './engine-ports.ts';
import type { JobEngine } from './job-engine.ts';
import { createRecovery } from './journal/create-recovery.ts';
import { lazyQueue } from '../lazy-queue.ts';
import { obtainJob, operationId, priorityOf } from './obtain-job.ts';
import { forwardProgress } from './poll/forward-progress.ts';
import { resolveEnginePorts } from './resolve-engine-ports.ts';
import { tellPauses } from './tell-pauses.ts';
import { shareCalls } from './share-calls.ts';
import { convertInTurn } from './submit/convert-in-turn.ts';
import { conversionId } from './submit/convert-once.ts';

/** Builds the job engine; nothing is read, written or sent before its first call. */
export function createJobEngine(given: GivenPorts): JobEngine {
  const resolved = resolveEnginePorts(given);
  const { emit, listen } = forwardProgress(resolved.emit);
  const ports = { ...resolved, emit };
  const jobs = lazyQueue(ports.maxInFlight);
  const queues = {
    submissions: lazyQueue(ports.concurrency),
    downloads: createDownloadPool(ports.downloads),
  };
  const shared = shareCalls();
  const told = tellPauses(ports.client, ports.clock, emit);
  const collect: CollectResult = (request) => collectResult(ports, queues.downloads, request);
  const recover = createRecovery((request, outageMs, signal) => {
    const { asset, uuid, result: kind, adopted = false } = request;
    const check = digestCheck(request);
    return collect({
      asset,
      uuid,
      kind,
      acceptedAt: null,
      adopted,
      signal,
      outageMs,
      ...(check === undefined ? {} : { check }),
    });
  });
  return {
    obtain(request, { signal } = {}) {
      return shared(operationId(request.fingerprint, request.ordinal), () =>
        jobs.add(
          () =>
            told(request.asset, () =>
              obtainJob(ports, queues.submissions, collect, listen, request, signal),
            ),
          priorityOf(request),
        ),
      );
    },
    recover(request, { signal } = {}) {
      return shared(`recover-${request.uuid}`, () =>
        told(request.asset, () => recover(request, signal)),
      );
    },
    convert(request, { signal } = {}) {
      return shared(conversionId(request), () =>
        jobs.add(() => told(request.asset, () => convertInTurn(ports, queues, request, signal))),
      );
    },
  };
}
