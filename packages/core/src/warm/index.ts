// What adapters load first: it finds out whether there is anything to do.
export { createRunQueue } from '../project/run-queue.ts';
export type { RunQueue } from '../project/run-queue.ts';
export { cleanText } from '@assetgen/client/errors';
export { noServiceHint, taskRunnerHint } from '../config/no-service-hint.ts';
export { findRoot } from '../config/find-root.ts';
export { errorAddress, pageAddress } from '../config/page-address.ts';
export type { Addresses } from '../config/page-address.ts';
export { CODE_TARGETS, ENGINES } from '../emit/code-target.ts';
export { pointsText } from '../plan/points-text.ts';
export { missingNames } from '../emit/missing-names.ts';
export { packagesOf } from './packages-of.ts';
export { nodeCrypto } from '../fs/node-crypto.ts';
export { linkGuard } from '../fs/link-guard.ts';
export { createHeartbeat } from '../run/report/heartbeat.ts';
export type { Heartbeat, HeartbeatOptions } from '../run/report/heartbeat.ts';
export { openProject } from './open-project.ts';
export { readToldPlan } from './read-told-plan.ts';
export type { ToldPlan } from './read-told-plan.ts';
