export { createJobEngine } from './create-job-engine.ts';
export { fileJournal } from './journal/journal.ts';
export { localLocks } from './locks/local-locks.ts';
export { createJobTimes } from './poll/job-times.ts';
