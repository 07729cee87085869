import type { Deviation } from './deviations/deviation.ts';
import type { Fault } from './faults.ts';

/** Points of each kind (section 2.5). Unit: points. */
export interface PointsGrant {
  /** Of a monthly plan; gone at the end of the month (UTC) in which the service was opened first. */
  readonly monthly?: number;
  /** Of an annual plan; gone a year after the service was opened first. */
  readonly annual?: number;
  readonly permanent?: number;
}

/**
 * Words that moderation refuses, by the `limitType` of the answer (section 3.1). A word matches as
 * a whole word or phrase, without regard to case.
 */
export interface ModerationWords {
  readonly 3?: readonly string[];
  readonly 4?: readonly string[];
}

/** Options of the local service; all have defaults. */
export interface ServiceOptions {
  /**
   * Folder on a local disk in which jobs, ledger, uploads and results survive a restart, kill -9
   * included. Several processes may have the same folder open. @default in memory
   */
  readonly data?: string;
  /**
   * The API key that is accepted. To listen beyond loopback there has to be one.
   * @default any non-empty key
   */
  readonly key?: string;
  /**
   * Whether a service that listens answers anybody: by any Host name on loopback, and beyond it
   * without a `key`. @default false
   */
  readonly open?: boolean;
  /**
   * Points to start with; a number means permanent points. A folder that holds a ledger already
   * keeps the points it has. @default 100000
   */
  readonly points?: number | PointsGrant;
  /** Requests a minute, both groups together; downloads are not counted. @default 1000000 */
  readonly rate?: number;
  /** Portrait checks a minute (section 8: it has its own limit). @default 60 */
  readonly portraitRate?: number;
  /** How long a job takes at least. Unit: seconds. @default 0 */
  readonly jobSeconds?: number;
  /**
   * Light, visibly marked results, at once and free: nothing is charged, nothing is written, a
   * query waits for the result. Whatever the service that it drafts for: models, ratios, resolutions and styles
   * that this one does not know are drawn too. @default false
   */
  readonly draft?: boolean;
  /**
   * Light, visibly marked results as those of `draft`, with the prices, the states and the ledger of
   * the others: made many times sooner, for tests. @default false
   */
  readonly light?: boolean;
  /** Origin of signed URLs, for a service behind a proxy. @default the origin of the request */
  readonly origin?: string;
  /** How long a signed URL lasts. Unit: seconds. @default 3600 */
  readonly urlSeconds?: number;
  /** Style tags that `createCuteModelsFromImages` knows. @default STYLES */
  readonly styles?: readonly string[];
  /** @default a short list; none for drafts */
  readonly moderation?: ModerationWords;
  /**
   * What the account may not do: names of operations, mesh qualities, `enableImageEnhancement` or
   * model ids. Refused with 403, or 402 where the specification has no 403. @default none
   */
  readonly forbidden?: readonly string[];
  /** Faults to inject, as `parseFaults` reads them. @default none */
  readonly faults?: readonly Fault[];
  /**
   * Ways to answer otherwise than the interface specification says: of `DEVIATIONS`, or your own.
   * They rewrite answers in their order, faults included. @default none
   */
  readonly deviations?: readonly Deviation[];
  /** Hears of errors that a request answered with a 500: defects of assetgen, a full disk. @default silence */
  readonly onError?: (error: unknown) => void;
  /** Unit: milliseconds. @default Date.now */
  readonly now?: () => number;
}
