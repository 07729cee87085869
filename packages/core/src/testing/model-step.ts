import type { ModelStepOptions } from '../manifest/manifest.ts';
import { openModel } from '../process/model/open-model.ts';
import type { StepResult } from '../process/local-step.ts';

/** One output of a GLB. */
export async function modelStep(
  source: Uint8Array,
  options: ModelStepOptions,
): Promise<StepResult> {
  const step = { type: 'model', options } as const;
  return (await openModel(source, [step])).make(step);
}
