import type { OpenProject } from '@assetgen/core';
import type { ResolvedConfig } from 'vite';
import type { PluginOptions } from '../shared/plugin-options.ts';
import { openPluginProject } from '../shared/plugin-project.ts';
import type { PluginProject } from '../shared/plugin-project.ts';
import { createViteUrls } from './vite-urls.ts';
import type { ViteUrls } from './vite-urls.ts';

/** What a plugin instance has once Vite has read its config. */
export interface Host {
  readonly config: ResolvedConfig;
  readonly serves: boolean;
  readonly plugin: PluginProject;
  readonly urls: ViteUrls;
}

export async function openHost(
  open: OpenProject,
  options: PluginOptions,
  config: ResolvedConfig,
): Promise<Host> {
  const { build, command, logger, root } = config;
  const serves = command === 'serve';
  const output = {
    info: (line: string) => logger.info(`assetgen: ${line}`, { timestamp: serves }),
    warn: (line: string) => logger.warn(`assetgen: ${line}`, { timestamp: serves }),
  };
  // A library is built once, and who bundles it reads its bytes.
  const production = !serves && !build.lib;
  const dev = serves ? await import('../shared/dev-project.ts') : null;
  const openDevProject = dev?.openDevProject;
  const plugin = openPluginProject(open, options, { root, production, output, openDevProject });
  return { config, serves, plugin, urls: createViteUrls(config, plugin) };
}
