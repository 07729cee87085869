import type { AssetgenError } from '@assetgen/client/errors';
import type { Mode } from '../../config/assetgen-options.ts';
import type { JobEvent } from '../../jobs/job-engine.ts';
import type { PlanAction } from '../../plan/asset-plan.ts';
import type { BuildReport } from './build-report.ts';

export type ProjectEvent =
  | JobEvent
  /** Calls of `ensure` run one after another; each begins and ends with these two. */
  | { readonly type: 'run-start'; readonly mode: Mode }
  /** `report` null: the run threw. */
  | { readonly type: 'run-end'; readonly report: BuildReport | null }
  | { readonly type: 'planned'; readonly assets: number; readonly pending: number }
  /** The points at the service, before the first create of this run. */
  | { readonly type: 'balance'; readonly points: number }
  | { readonly type: 'asset-start'; readonly asset: string; readonly action: PlanAction }
  /** Its source is there, and outputs are made from it on this machine. */
  | { readonly type: 'processing'; readonly asset: string; readonly outputs: number }
  | {
      readonly type: 'asset-done';
      readonly asset: string;
      /** Of its files together; absent where none was made. */
      readonly bytes?: number;
    }
  | { readonly type: 'asset-failed'; readonly asset: string; readonly error: AssetgenError }
  /** Uploads to the shared cache that the end of the build waits for. `bytes` are still to go. */
  | {
      readonly type: 'sharing';
      readonly done: number;
      readonly total: number;
      readonly bytes: number;
    }
  | {
      readonly type: 'warning';
      readonly code: string;
      /** Where it is about one; the message names it too. */
      readonly asset?: string;
      readonly message: string;
      /** Of this run alone: a later one that finds nothing to do does not tell it again. */
      readonly once?: true;
    };
