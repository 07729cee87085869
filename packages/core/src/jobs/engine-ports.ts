import type { Client, ModelFormat } from '@assetgen/client';
import type { AssetgenError } from '@assetgen/client/errors';
import type { Fingerprint } from '../brands.ts';
import type { BlobSink, Clock } from '../ports.ts';
import type { BalanceWatch } from './submit/watch-balance.ts';
import type { Journal } from './journal/journal.ts';
import type { ProgressTrust } from './poll/progress-trust.ts';
import type { RecipeLocks } from './locks/recipe-lock.ts';
import type { Budget, JobEvent, ResultKind } from './job-engine.ts';

/** A format that a result may have. */
export type ResultFormat = ModelFormat | 'png' | 'jpeg' | 'webp' | 'avif' | 'gif' | 'mp4' | 'webm';

/** What a result claims to be: what a UUID gives, or the format that it was converted to. */
export type ExpectedResult =
  { readonly kind: ResultKind } | { readonly kind: 'conversion'; readonly format: ResultFormat };

/** Looks at a whole downloaded file; throws when it is not what it should be. */
export type VerifyResult = (file: string, expected: ExpectedResult) => Promise<void>;

/** Finds what another project of this machine bought for a recipe. */
export type Recall = (
  fingerprint: Fingerprint,
  ordinal: number,
) => Promise<readonly string[] | null>;

/** Everything that the parts of the engine share. */
export interface EnginePorts {
  readonly client: Client;
  readonly journal: Journal;
  readonly locks: RecipeLocks;
  readonly blobs: BlobSink;
  readonly clock: Clock;
  readonly random: () => number;
  readonly budget: Budget;
  readonly balance: BalanceWatch;
  readonly emit: (event: JobEvent) => void;
  readonly verify: VerifyResult;
  readonly recall: Recall | null;
  readonly halt: Halt;
  readonly progressTrust: ProgressTrust;
  readonly times: EngineTimes;
}

/** Unit: milliseconds. */
export interface EngineTimes {
  readonly jobTimeoutMs: number;
  readonly pollMinMs: number;
  /** Before the first repeat of a conversion; it doubles. */
  readonly convertWaitMs: number;
  readonly convertRepeats: number;
}

/** After a 402 no further create goes out in this run. */
export interface Halt {
  reason(): AssetgenError | null;
  set(reason: AssetgenError): void;
}
