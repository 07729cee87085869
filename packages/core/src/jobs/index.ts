export { createJobEngine } from './create-job-engine.ts';
