import { openProject } from '@assetgen/core';
import type { AssetgenOptions, FullProject, ProjectEvent } from '@assetgen/core';
import type { CommandContext } from './command.ts';

/** Runs with the project of a command's root, and closes it whatever happens. */
export async function withProject<T>(
  context: CommandContext,
  options: AssetgenOptions,
  onEvent: (event: ProjectEvent) => void,
  use: (project: FullProject) => Promise<T>,
): Promise<T> {
  const project = openProject({ root: context.root, options, command: 'build', onEvent });
  try {
    return await use(project);
  } finally {
    await project.close();
  }
}
