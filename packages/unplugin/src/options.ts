import { resolve } from 'node:path';
import type { AssetgenOptions, OpenProject, Project } from '@assetgen/core';
import { createProgress } from './progress.ts';
import type { ProgressOutput } from './progress.ts';

/** Options of every bundler plugin. They win over the config file. */
export interface PluginOptions extends AssetgenOptions {
  /**
   * Folder with the manifest and the lock, relative to the bundler's root.
   * @default the bundler's own root
   */
  readonly root?: string;
}

export interface BundlerSituation {
  readonly root: string;
  readonly command: 'build' | 'serve';
  readonly output: ProgressOutput;
}

/** Opens the project that a plugin serves. */
export function openPluginProject(
  open: OpenProject,
  { root, ...options }: PluginOptions,
  bundler: BundlerSituation,
): Project {
  return open({
    root: root === undefined ? bundler.root : resolve(bundler.root, root),
    options,
    command: bundler.command,
    onEvent: createProgress(bundler.output),
  });
}
