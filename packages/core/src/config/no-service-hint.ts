import type { Environment } from './resolve-config.ts';

/**
 * What to do where no service is set. A task runner may be why: the shell has the variables, and the build
 * does not see them.
 *
 * @param env of the process. @default process.env
 */
export function noServiceHint(env: Environment = process.env): string {
  const missing = isKeySet(env) ? 'ASSETGEN_API_URL' : 'ASSETGEN_API_URL and ASSETGEN_API_KEY';
  const hint = `Set ${missing}, or \`"service": "local"\` in the config.`;
  const runner = taskRunnerHint(env);
  return runner === null ? hint : `${hint} ${runner}`;
}

/** Whether the environment holds a key: without a service that is a mistake, and no wish for drafts. */
export function isKeySet(env: Environment = process.env): boolean {
  return (env['ASSETGEN_API_KEY'] ?? '').trim() !== '';
}

/**
 * What the config of the task runner needs that this process was started by; null without one.
 * Turborepo 2 and later hand a task the variables that its config lists, and no other
 * (https://turborepo.com/docs/crafting-your-repository/using-environment-variables). Nx hands on all, and gives
 * what it kept of an earlier run, made without them, again.
 */
export function taskRunnerHint(env: Environment = process.env): string | null {
  if (env['TURBO_HASH'] !== undefined) {
    return 'Turborepo hides them from its tasks: write `"globalPassThroughEnv": ["ASSETGEN_*"]` into turbo.json.';
  }
  if (env['NX_TASK_HASH'] !== undefined) {
    return 'For Nx, add `{ "env": "ASSETGEN_API_URL" }` to the `inputs` of this task: else it gives the drafts from its cache again.';
  }
  return null;
}
