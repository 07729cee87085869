import type { ModelStep } from './open-model.ts';
import { openModel } from './open-model.ts';
import type { StepFamily } from '../local-step.ts';
import { glbProblem } from './glb-problem.ts';

/** Measured: 19 MB of GLB with 500,000 triangles take 245 MB. */
const PEAK = 13;

/** Steps of glTF are JavaScript and wasm on one thread: one output after the other. */
export const modelFamily: StepFamily<ModelStep> = {
  parallel: false,
  needs: ({ bytes }) => Promise.resolve(bytes * PEAK),
  async open(source, steps) {
    const opened = await openModel(source, steps);
    const invalid = await glbProblem(source);
    return {
      async make(step) {
        const { bytes, meta } = await opened.make(step);
        return { bytes, meta: invalid === null ? meta : { ...meta, invalid } };
      },
    };
  },
};
