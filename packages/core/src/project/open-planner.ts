import { systemClock } from '@assetgen/client/clock';
import type { Clock } from '@assetgen/client/clock';
import type { Environment } from '../config/resolve-config.ts';
import { planWithService } from '../run/plan/plan-project.ts';
import { keepShownPrice } from '../run/report/shown-price.ts';
import { createProjectReader } from './project-reader.ts';
import type { ProjectReader } from './project-reader.ts';
import type { ProjectOptions, ProjectTools } from './project.ts';

/** What plans a project, and tells what its config says: a part of its tools that is loaded without the others. */
export type Planner = Pick<
  ProjectTools,
  'root' | 'config' | 'settings' | 'plan' | 'planShown' | 'watched' | 'close'
>;

/**
 * Opens what `assetgen plan` needs of a project. Does no I/O: every method reads what it needs when it is called.
 *
 * @param env variables of the environment. @default process.env
 */
export function openPlanner(
  options: Omit<ProjectOptions, 'onEvent'>,
  env: Environment = process.env,
  clock: Clock = systemClock,
): Planner {
  return plannerOf(createProjectReader(options, env, clock));
}

/** The same of what reads the project. */
export function plannerOf(reader: ProjectReader): Planner {
  const { root, config, watched, close } = reader;
  return {
    root,
    config,
    watched,
    close,
    async settings() {
      const { prefix, mode, budget, service } = await config();
      return { prefix, mode, budget, service: service.type };
    },
    async plan(only) {
      return planWithService(await reader.runtime(), await reader.manifest(), only);
    },
    async planShown(points) {
      const { service } = await config();
      if (service.type !== 'local') await keepShownPrice(root, service, points);
    },
  };
}
