import type { ModelStepOptions } from '../manifest/types.ts';
import { openModel } from '../process/model.ts';
import type { StepResult } from '../process/types.ts';

/** One output of a GLB. */
export async function modelStep(
  source: Uint8Array,
  options: ModelStepOptions,
): Promise<StepResult> {
  const step = { type: 'model', options } as const;
  return (await openModel(source, [step])).make(step);
}
