import type { OpenProject } from '@assetgen/core';
import { createViteUrls, openPluginProject } from '@assetgen/unplugin/vite-parts';
import type { PluginOptions, PluginProject, ViteUrls } from '@assetgen/unplugin/vite-parts';
import type { ResolvedConfig } from 'vite';

/** What a plugin instance has once Vite has read its config. */
export interface Host {
  readonly config: ResolvedConfig;
  readonly serves: boolean;
  readonly plugin: PluginProject;
  readonly urls: ViteUrls;
}

export function openHost(open: OpenProject, options: PluginOptions, config: ResolvedConfig): Host {
  const { build, command, logger, root } = config;
  const serves = command === 'serve';
  const output = {
    info: (line: string) => logger.info(`assetgen: ${line}`, { timestamp: serves }),
    warn: (line: string) => logger.warn(`assetgen: ${line}`, { timestamp: serves }),
  };
  // A library is built once, and who bundles it reads its bytes.
  const production = !serves && !build.lib;
  const plugin = openPluginProject(open, options, { root, command, production, output });
  return { config, serves, plugin, urls: createViteUrls(config, plugin) };
}
