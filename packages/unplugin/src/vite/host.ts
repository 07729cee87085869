import type { OpenProject } from '@assetgen/core';
import type { ResolvedConfig } from 'vite';
import { openDevProject } from '../shared/dev-project.ts';
import { failureOf } from '../shared/failure.ts';
import type { PluginOptions } from '../shared/plugin-options.ts';
import { openPluginProject } from '../shared/plugin-project.ts';
import type { PluginProject } from '../shared/plugin-project.ts';
import { runningVite } from './running-vite.ts';
import { createViteUrls } from './vite-urls.ts';
import type { ViteUrls } from './vite-urls.ts';

/** What a plugin instance has once Vite has read its config. */
export interface Host {
  readonly config: ResolvedConfig;
  readonly serves: boolean;
  /** Whether the dev server bundles, as `vite --experimentalBundle` does. */
  readonly bundlesDev: boolean;
  readonly plugin: PluginProject;
  readonly urls: ViteUrls;
}

/**
 * Below Vite 6 there are no environments, and hooks fail one by one without saying why.
 *
 * @throws Error `ASSETGEN_BUNDLER`
 */
function refuseOldVite(config: ResolvedConfig): void {
  if ((config.environments as object | undefined) !== undefined) return;
  const running = runningVite(config);
  const version = running?.version ?? 'an older version';
  const error = new Error(`the plugin needs Vite 6, 7 or 8, found ${version}`);
  const elsewhere = running?.elsewhere ?? null;
  const hint =
    elsewhere === null
      ? 'Install a newer Vite: npm install -D vite@latest.'
      : `It runs from ${elsewhere}: install a release of the package that brings it, with a newer Vite.`;
  const told = failureOf(Object.assign(error, { code: 'ASSETGEN_BUNDLER', hint }));
  // What Vite prints of an error in its config is the stack.
  throw Object.assign(new Error(told.text), { code: 'ASSETGEN_BUNDLER', stack: told.text });
}

/** The size below which Vite makes a file a data URL. A function decides by the bytes. Unit: bytes */
function mostInlined({ environments }: ResolvedConfig): number {
  const limits = Object.values(environments).map(({ build }) => build.assetsInlineLimit);
  return Math.max(...limits.map((limit) => (typeof limit === 'number' ? limit : Infinity)));
}

export function openHost(open: OpenProject, options: PluginOptions, config: ResolvedConfig): Host {
  refuseOldVite(config);
  const { build, command, logger, root } = config;
  const serves = command === 'serve';
  const output = {
    info: (line: string) => logger.info(`assetgen: ${line}`, { timestamp: serves }),
    warn: (line: string) => logger.warn(`assetgen: ${line}`, { timestamp: serves }),
  };
  // A library is built once, and who bundles it reads its bytes.
  const production = !serves && !build.lib;
  // Nothing is paid for because a file was saved: the project of a watch is that of a dev server.
  // electron-vite's dev server builds the main process and the preload scripts, which for Vite are builds as any.
  const isElectronDev = process.env['NODE_ENV_ELECTRON_VITE'] === 'development';
  const watches = serves || build.watch !== null || isElectronDev;
  const plugin = openPluginProject(open, options, {
    root,
    production,
    mostInlined: options.inline === true ? mostInlined(config) : 0,
    output,
    openDevProject: () => (watches ? openDevProject : undefined),
  });
  const { bundledDev = false } = config.experimental as { readonly bundledDev?: boolean };
  const bundlesDev = serves && bundledDev;
  return {
    config,
    serves,
    bundlesDev,
    plugin,
    urls: createViteUrls(config, plugin, options.inline),
  };
}
