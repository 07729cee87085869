import type { Asset } from '../../manifest/manifest.ts';
import type { LocalStep } from '../../process/local-step.ts';
import type { BuildContext } from '../build-context.ts';

/**
 * Waits for the source of an asset; meanwhile workers start that make its outputs.
 * @param bytes of a source that is here and needs but to be stored: for a large one they start at once. @default 0
 */
export async function expectSteps<T>(
  { outputs }: Asset,
  { ports }: BuildContext,
  wait: () => Promise<T>,
  bytes: number = 0,
): Promise<T> {
  const step = outputs.map((each) => each.step).find(isLocal);
  if (step === undefined) return wait();
  const came = (await ports.steps()).expect(step, bytes * outputs.length);
  try {
    return await wait();
  } finally {
    came();
  }
}

function isLocal(step: Asset['outputs'][number]['step']): step is LocalStep {
  return step.type !== 'convert';
}
