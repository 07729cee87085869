import type { Digest, Fingerprint } from '../brands.ts';
import type { JournalState } from './journal-state.ts';
import type { LockedAsset } from '../lock/lock.ts';
import type { Asset, Output } from '../manifest/manifest.ts';
import type { PointsRange } from './prices.ts';

/** Where the source blobs of an asset come from. */
export type SourcePlan =
  /** The lock has them; `from`: under another name, or this machine has, and the lock is to. */
  | { readonly type: 'locked'; readonly locked: LockedAsset; readonly from: string | null }
  /** A file of the project; no service. */
  | { readonly type: 'local' }
  /** Made elsewhere: retrieved by its UUIDs, one a variant. */
  | { readonly type: 'adopt'; readonly uuids: readonly string[] }
  /** Bought, or resumed from the journal: `count` variants as purchase number `ordinal`. */
  | {
      readonly type: 'create';
      readonly ordinal: number;
      readonly count: number;
      readonly journal: JournalState;
      /** Earlier purchases of the same recipe. */
      readonly locked: LockedAsset | null;
    }
  /** An input asset has to be made first. */
  | { readonly type: 'waits'; readonly for: string };

export type OutputPlan = {
  readonly output: Output;
  /**
   * `copy`: the blob is in the store. `fetch`: the source has to be downloaded or made first.
   * `remade`: its file is what this machine made again, with other bytes than the lock's, which are
   * in no cache. `blocked`: the picked variant failed at the service.
   */
  readonly action: 'none' | 'copy' | 'remade' | 'process' | 'convert' | 'fetch' | 'blocked';
  readonly reason: string;
};

/** The most expensive action that an asset needs. */
export type PlanAction = 'none' | 'process' | 'download' | 'convert' | 'generate' | 'blocked';

export interface AssetPlan {
  readonly asset: Asset;
  readonly recipe: Fingerprint | null;
  /** A short hash a field of the recipe, for the lock. Made when asked for: most plans never do. */
  readonly fields: () => Readonly<Record<string, string>>;
  /** Of a chibi: the images of its figures, in their order. Else none. */
  readonly images: readonly Digest[];
  readonly source: SourcePlan;
  readonly outputs: readonly OutputPlan[];
  readonly action: PlanAction;
  readonly reason: string;
  readonly points: PointsRange;
  /** The recipe differs from the locked one, but the asset is `frozen`. */
  readonly drift: boolean;
}
