import type { Asset } from '../../manifest/manifest.ts';
import type { Prices } from '../../plan/prices.ts';
import type { ProjectEvent } from '../report/project-event.ts';
import type { UploadOf } from './create-request.ts';
import type { Lane } from '../workspace/workspace.ts';

/** What it takes to come by the sources of an asset. */
export interface SourceContext {
  readonly lane: Lane;
  readonly upload: UploadOf;
  readonly prices: Prices;
  /** Says how many candidates an asset is about to buy: its charge then tells the price of one. */
  readonly announce: (asset: Asset, count: number) => void;
  readonly resubmit: boolean;
  readonly signal: AbortSignal;
  readonly emit: (event: ProjectEvent) => void;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}
