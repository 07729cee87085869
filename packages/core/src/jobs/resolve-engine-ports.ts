import type { AssetgenError } from '@assetgen/client/errors';
import { verifyContent } from './download/verify-content.ts';
import type { EngineLimits, EnginePorts, GivenPorts, Halt } from './engine-ports.ts';
import { createJobTimes } from './poll/job-times.ts';
import { progressTrust } from './poll/progress-trust.ts';
import { v1Results } from './poll/v1-results.ts';
import { inFlight } from './submit/in-flight.ts';
import { watchBalance } from './submit/watch-balance.ts';

const LIMITS: EngineLimits = {
  concurrency: 8,
  maxInFlight: 1_000,
  downloads: { least: 4, most: 16, bytes: 32 * 1024 * 1024 },
  jobTimeoutMs: 1_800_000,
  maxWaitMs: 900_000,
  pollMinMs: 1000,
  pollLongestPart: null,
  graceMs: 60_000,
  convertWaitMs: 30_000,
  convertRepeats: 6,
};

/** Fills in what a caller of the job engine left out. */
export function resolveEnginePorts(given: GivenPorts): EnginePorts {
  return {
    ...LIMITS,
    emit: () => undefined,
    isFree: false,
    isV1Proven: () => false,
    verify: verifyContent,
    recall: null,
    results: null,
    balance: watchBalance(given.client, given.clock),
    halt: createHalt(),
    jobTimes: createJobTimes(),
    progressTrust: progressTrust(),
    inFlight: inFlight(given.emit ?? (() => undefined), given.isFree ?? false),
    v1Results: v1Results({
      client: given.client,
      emit: given.emit ?? (() => undefined),
      isProven: given.isV1Proven ?? (() => false),
    }),
    ...given,
  };
}

function createHalt(): Halt {
  let halted: AssetgenError | null = null;
  return {
    reason: () => halted,
    set(reason) {
      halted = reason;
    },
  };
}
