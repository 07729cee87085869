import { AssetgenError } from '@assetgen/client/errors';
import { runSteps } from '../../process/run-steps.ts';
import { stepsFiles } from './steps-files.ts';
import type { StepWorker } from '../../process/pool/step-pool.ts';

/**
 * Steps in this process: where the worker's file is not beside this one, as when a test runner
 * runs the sources, or a bundler has put the package into one file.
 */
export function inlineWorker(): StepWorker {
  let alive = true;
  let stop: (error: Error) => void = () => undefined;
  return {
    get alive() {
      return alive;
    },
    // It is this process: what is not needed yet is not loaded.
    prepare: () => undefined,
    run(task, threads, host) {
      return new Promise((resolve, reject) => {
        stop = reject;
        runSteps(task, threads, host, stepsFiles(task)).then(resolve, reject);
      });
    },
    kill() {
      alive = false;
      stop(new AssetgenError('ASSETGEN_WORKER', 'the steps were stopped'));
    },
    close: () => Promise.resolve(),
  };
}
