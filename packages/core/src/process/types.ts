import type { OutputMeta } from '../lock/types.ts';

/** What a step gives: new bytes, or `null` where the source is the output as it is. */
export interface StepResult {
  readonly bytes: Uint8Array | null;
  readonly meta: OutputMeta;
}
