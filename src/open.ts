import type { Client } from '@assetgen/client';
import { openProjectTools } from '@assetgen/core';
import type { AssetgenOptions, ProjectTools, ProjectEvent } from '@assetgen/core';
import type { CommandContext } from './command.ts';

/** Runs with the project of a command's root, and closes it whatever happens. */
export async function withProject<T>(
  context: CommandContext,
  options: AssetgenOptions,
  onEvent: (event: ProjectEvent) => void,
  use: (project: ProjectTools) => Promise<T>,
): Promise<T> {
  const project = openProjectTools({
    root: context.root,
    options,
    command: 'build',
    onEvent(event) {
      context.hear(event);
      onEvent(event);
    },
  });
  try {
    return await use(project);
  } finally {
    await project.close();
  }
}

/** With the project, for commands that show no progress. */
export function openQuietly<T>(
  context: CommandContext,
  use: (project: ProjectTools) => Promise<T>,
): Promise<T> {
  return withProject(context, {}, () => undefined, use);
}

/** With the client of the service that the config names; no manifest is needed. */
export function withClient<T>(
  context: CommandContext,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  return openQuietly(context, async (project) => use(await (await project.runtime()).client()));
}
