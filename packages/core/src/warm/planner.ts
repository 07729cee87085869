// What a plan loads that has to be made: a part of the pipeline, and what keeps the plan for the next time.
export { openPlanner } from '../project/open-planner.ts';
export type { Planner } from '../project/open-planner.ts';
export { openPlanKeeper } from './open-plan-keeper.ts';
export type { PlanKeeper } from './open-plan-keeper.ts';
