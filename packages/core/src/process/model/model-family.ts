import type { ModelStep } from './open-model.ts';
import { openModel, tellContent } from './open-model.ts';
import type { StepFamily } from '../local-step.ts';
import { glbProblem } from './glb-problem.ts';

/** Measured: 19 MB of GLB with 500,000 triangles take 245 MB. */
const PEAK = 13;
const MB = 1_000_000;
const MINUTE = 60_000;
/** Of a megabyte: measured, 70 ms to open and 100 ms to reduce; textures as AVIF take seconds. */
const [OPEN_MS, MAKE_MS] = [3_000, 20_000];

/** What the encoder of KTX 2.0 takes, for itself and for each pixel. Measured: 160 MB, 600 at 2048 px. */
const [BASIS, BASIS_PIXEL] = [100 * MB, 100];
const [USUAL_SIDE, MOST_SIDE] = [2048, 3547];

function basisBytes(steps: readonly ModelStep[]): number {
  const sides = steps.flatMap((step) => {
    const { format, maxSize = USUAL_SIDE } = (step.type === 'model' && step.options.textures) || {};
    return format === 'ktx2' || format === 'auto' ? [Math.min(maxSize, MOST_SIDE)] : [];
  });
  return sides.length === 0 ? 0 : BASIS + Math.max(...sides) ** 2 * BASIS_PIXEL;
}

/** Steps of glTF are JavaScript and wasm on one thread: one output after the other. */
export const modelFamily: StepFamily<ModelStep> = {
  parallel: false,
  load: () => import('@gltf-transform/functions'),
  needs: ({ bytes }, steps) =>
    Promise.resolve({
      bytes: bytes * PEAK + basisBytes(steps),
      openMs: MINUTE + (bytes / MB) * OPEN_MS,
      makeMs: steps.length * (5 * MINUTE + (bytes / MB) * MAKE_MS),
    }),
  async open(source, steps) {
    const opened = await openModel(source, steps).catch(tellContent);
    const invalid = await glbProblem(source).catch(tellContent);
    return {
      async make(step) {
        const { bytes, meta } = await opened.make(step);
        return { bytes, meta: invalid === null ? meta : { ...meta, invalid } };
      },
    };
  },
};
