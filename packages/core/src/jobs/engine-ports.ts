import type { Client, ModelFormat } from '@assetgen/client';
import type { AssetgenError } from '@assetgen/client/errors';
import type { Fingerprint } from '../brands.ts';
import type { BlobSink, Clock } from '../ports.ts';
import type { DownloadLimits } from './download/download-pool.ts';
import type { InFlight } from './submit/in-flight.ts';
import type { BalanceWatch } from './submit/watch-balance.ts';
import type { Acceptance } from './journal/journal-record.ts';
import type { Journal } from './journal/journal.ts';
import type { V1Results } from './poll/v1-results.ts';
import type { JobTimes } from './poll/job-times.ts';
import type { ProgressTrust } from './poll/progress-trust.ts';
import type { RecipeLocks } from './locks/recipe-lock.ts';
import type { SharedResults } from './submit/shared-results.ts';
import type { Budget, JobEvent, ResultKind } from './job-engine.ts';

/** A format that a result may have. */
export type ResultFormat = ModelFormat | 'png' | 'jpeg' | 'webp' | 'avif' | 'gif' | 'mp4' | 'webm';

/** What a result claims to be: what a UUID gives, or the format that it was converted to. */
export type ExpectedResult =
  | { readonly kind: ResultKind }
  | { readonly kind: 'conversion'; readonly format: ResultFormat };

/** Looks at a whole downloaded file; throws when it is not what it should be. */
export type VerifyResult = (file: string, expected: ExpectedResult) => Promise<void>;

/** Finds what another project of this machine bought for a recipe. */
export type Recall = (fingerprint: Fingerprint, ordinal: number) => Promise<Recalled | null>;

/** UUIDs that were bought before. */
export type Recalled = Pick<Acceptance, 'uuids' | 'groups' | 'reasons'>;

/** After a 402 no further create goes out in this run. */
export interface Halt {
  reason(): AssetgenError | null;
  set(reason: AssetgenError): void;
}

/** The numbers that a run may choose. */
export interface EngineLimits {
  /** Creates on their way out at once. @default 8 */
  readonly concurrency: number;
  /** Jobs begun and not done, most of which wait at the service. @default 1000 */
  readonly maxInFlight: number;
  /** Downloads under way at once. @default 4 to 16, and beyond 4 up to 32 MiB */
  readonly downloads: DownloadLimits;
  /** Unit: milliseconds. @default 1800000 */
  readonly jobTimeoutMs: number;
  /** For the pauses that the service asks for before one create. Unit: milliseconds. @default 900000 */
  readonly maxWaitMs: number;
  /** Before the first poll, and the least between two. Unit: milliseconds. @default 1000 */
  readonly pollMinMs: number;
  /** The longest wait between two polls, as a part of the job's age. @default null: a service counts requests */
  readonly pollLongestPart: number | null;
  /**
   * Shortly after its create, a job may be unknown to a service, or told as failed for that. Unit:
   * milliseconds. @default 60000
   */
  readonly graceMs: number;
  /** Before a conversion is asked for again; it doubles. Unit: milliseconds. @default 30000 */
  readonly convertWaitMs: number;
  /** @default 6 */
  readonly convertRepeats: number;
}

/** What the job engine needs from outside and cannot choose for itself. */
interface NeededPorts {
  readonly client: Client;
  readonly journal: Journal;
  readonly locks: RecipeLocks;
  readonly blobs: BlobSink;
  readonly clock: Clock;
  /** 0 to below 1. */
  readonly random: () => number;
  readonly budget: Budget;
}

/** All that the parts of the job engine work with. */
export interface EnginePorts extends NeededPorts, EngineLimits {
  /** @default nobody listens */
  readonly emit: (event: JobEvent) => void;
  /** @default `verifyContent` */
  readonly verify: VerifyResult;
  /** @default null: nobody is asked */
  readonly recall: Recall | null;
  /** What other machines make. @default null: this machine asks the service for everything */
  readonly results: SharedResults | null;
  /** @default that of the client's account */
  readonly balance: BalanceWatch;
  /** Whether the embedded service is asked: nobody pays its points. @default false */
  readonly isFree: boolean;
  /** Whether an earlier run got the result of a V1 image from this service. @default no */
  readonly isV1Proven: () => boolean;
  /** @default one for this engine */
  readonly inFlight: InFlight;
  /** @default one for this engine */
  readonly v1Results: V1Results;
  /** @default one for this engine */
  readonly halt: Halt;
  /** @default one for this engine, that knows of no earlier run */
  readonly jobTimes: JobTimes;
  /** @default one for this engine */
  readonly progressTrust: ProgressTrust;
}

/** What a caller gives the engine: the ports without a default, and any of the others. */
export type GivenPorts = NeededPorts & Partial<EnginePorts>;
