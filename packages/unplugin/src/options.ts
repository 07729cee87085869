import { resolve } from 'node:path';
import type { AssetgenOptions, OpenProject, Project } from '@assetgen/core';

/** Options of every bundler plugin. They win over the config file. */
export interface PluginOptions extends AssetgenOptions {
  /**
   * Folder with the manifest and the lock, relative to the bundler's root.
   * @default the bundler's own root
   */
  readonly root?: string;
}

/** Opens the project that a plugin serves. */
export function openPluginProject(
  open: OpenProject,
  options: PluginOptions,
  bundler: { readonly root: string; readonly command: 'build' | 'serve' },
): Project {
  const { root, ...project } = options;
  return open({
    root: root === undefined ? bundler.root : resolve(bundler.root, root),
    options: project,
    command: bundler.command,
  });
}
