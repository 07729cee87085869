import type { Job } from '../state/job.ts';

/** A job whose result is a GLB: `retrieveModel` tells of it, `queryGenerationResult` does not. */
export function isModelJob(job: Job): boolean {
  return job.spec.kind === 'model' || job.spec.kind === 'chibi';
}
