import type { Asset } from '../../manifest/manifest.ts';
import type { LocalStep } from '../../process/local-step.ts';
import type { BuildContext } from '../build-context.ts';

/** Waits for the source of an asset; meanwhile workers start that make its outputs. */
export async function expectSteps<T>(
  { outputs }: Asset,
  { ports }: BuildContext,
  wait: () => Promise<T>,
): Promise<T> {
  const step = outputs.map((each) => each.step).find(isLocal);
  if (step === undefined) return wait();
  const came = (await ports.steps()).expect(step);
  try {
    return await wait();
  } finally {
    came();
  }
}

function isLocal(step: Asset['outputs'][number]['step']): step is LocalStep {
  return step.type !== 'convert';
}
