// What adapters load first: it finds out whether there is anything to do.
export { createRunQueue } from '../project/run-queue.ts';
export type { RunQueue } from '../project/run-queue.ts';
export { cleanText } from '@assetgen/client/errors';
export { taskRunnerHint } from '../config/no-service-hint.ts';
export { findRoot } from '../config/find-root.ts';
export { CODE_TARGETS, ENGINES } from '../emit/code-target.ts';
export { pointsText } from '../plan/points-text.ts';
export { missingNames } from '../emit/missing-names.ts';
export { packagesOf } from './packages-of.ts';
export { linkGuard } from '../fs/link-guard.ts';
export { createHeartbeat } from '../run/report/heartbeat.ts';
export type { Heartbeat, HeartbeatOptions } from '../run/report/heartbeat.ts';
export { openProject } from './open-project.ts';
