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

/** Steps of glTF are JavaScript and wasm on one thread: one output after the other. */
export const modelFamily: StepFamily<ModelStep> = {
  parallel: false,
  needs: ({ bytes }, steps) =>
    Promise.resolve({
      bytes: bytes * PEAK,
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
