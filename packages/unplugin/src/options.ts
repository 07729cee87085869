import { resolve } from 'node:path';
import type { AssetgenOptions, OpenProject, Project } from '@assetgen/core';
import { createLargeFiles } from './large/large-files.ts';
import type { LargeFiles } from './large/large-files.ts';
import { createProgress } from './progress.ts';
import type { ProgressOutput } from './progress.ts';

/** Options of every bundler plugin. They win over the config file. */
export interface PluginOptions extends AssetgenOptions {
  /**
   * Folder with the manifest and the lock, relative to the bundler's root.
   * @default the bundler's own root
   */
  readonly root?: string;
  /**
   * Files above this size do not pass through the bundler's memory in production builds: it works
   * with a stand-in of some 130 bytes, and the file is copied into the output folder after it has
   * written. `Infinity` hands every file to the bundler. Unit: bytes; at least 0.
   * @default 1_000_000
   */
  readonly largeFileBytes?: number;
}

export interface BundlerSituation {
  readonly root: string;
  readonly command: 'build' | 'serve';
  readonly output: ProgressOutput;
}

/** Opens the project that a plugin serves. */
export function openPluginProject(
  open: OpenProject,
  pluginOptions: PluginOptions,
  bundler: BundlerSituation,
): Project {
  const { root, ...options } = pluginOptions;
  // Of the bundler's side; core knows no such option.
  delete (options as { largeFileBytes?: number }).largeFileBytes;
  return open({
    root: root === undefined ? bundler.root : resolve(bundler.root, root),
    options,
    command: bundler.command,
    onEvent: createProgress(bundler.output),
  });
}

const LARGE_FILE_BYTES = 1_000_000;

/** Large files of a build; none are large in `serve`, where no output folder is written. */
export function openLargeFiles(
  root: string,
  { largeFileBytes = LARGE_FILE_BYTES }: PluginOptions,
  production: boolean,
): LargeFiles {
  if (typeof largeFileBytes !== 'number' || !(largeFileBytes >= 0)) {
    throw Object.assign(
      new Error(
        `Invalid largeFileBytes: expected a number of bytes from 0 to Infinity but received ${String(largeFileBytes)}`,
      ),
      { code: 'ASSETGEN_CONFIG', hint: 'Leave it out for 1 MB, or set Infinity.' },
    );
  }
  return createLargeFiles(root, production ? largeFileBytes : Infinity);
}
