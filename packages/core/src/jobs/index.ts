export { createJobEngine } from './engine.ts';
export type { JobEngineOptions } from './engine.ts';
export type { ExpectedResult, Recall, VerifyResult } from './engine-ports.ts';
export { DoubtError, JobError } from './job-errors.ts';
export { verifyContent } from './verify-content.ts';
