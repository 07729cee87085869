import type { StoredBlob } from '../../ports.ts';
import type { ResultName } from './open-entry.ts';

/** What one result puts into the shared cache: blobs, and the entry that speaks of them. */
export interface Shared {
  /** null: blobs alone. */
  readonly entry: { readonly name: ResultName; readonly value: string } | null;
  readonly blobs: readonly StoredBlob[];
}

/**
 * How an upload went. `failed`: the place could not take it, and may be able to later; `gone`: this
 * machine has not, or not whole, what it speaks of.
 */
export type UploadOutcome = 'done' | 'failed' | 'gone';

/** One result on its way to one place. */
export interface Upload {
  /** Those of one place wait together while it is away. */
  readonly place: object;
  readonly shared: Shared;
  /** Of its blobs. */
  readonly bytes: number;
  /** Whether an earlier run left it: nobody waits for it at the end of this one. */
  readonly isLeft: boolean;
  /** @param isProbe it is tried though the place was given up: it may be back */
  run(signal: AbortSignal, isProbe: boolean): Promise<UploadOutcome>;
}
