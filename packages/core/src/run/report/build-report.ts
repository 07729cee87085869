import type { Mode } from '../../config/assetgen-options.ts';

/** A place in a manifest, for an editor or an overlay to point at. */
export interface SourcePosition {
  /** Absolute path. */
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  /** Counts from 1. */
  readonly column: number;
}

export interface ReportedError {
  readonly code: string;
  readonly asset: string | null;
  readonly message: string;
  readonly hint: string | null;
  /** Where the asset (or the bad key) stands. Errors that `ensure` throws carry the same field. */
  readonly position?: SourcePosition;
}

/** The value of `build --json`. */
export interface BuildReport {
  readonly ok: boolean;
  readonly mode: Mode;
  /** Counts. With `only`, assets, outputs and `cached` are those of this part. */
  readonly assets: number;
  readonly outputs: number;
  readonly generated: number;
  readonly converted: number;
  readonly downloaded: number;
  readonly cached: number;
  readonly drafted: number;
  readonly failed: number;
  /** Points charged in this run; null when a charge is unknown. */
  readonly points: number | null;
  /** Those of the charges that are known: where `points` is null, the least that was charged. */
  readonly knownPoints: number;
  /** True where these are points of the embedded service, which nobody pays. */
  readonly free: boolean;
  readonly durationMs: number;
  readonly errors: readonly ReportedError[];
}
