import type { OpenProject, Project } from '@assetgen/core';
import { createSession, openLargeFiles, openPluginProject } from '@assetgen/unplugin';
import type { LargeFiles, PluginOptions, Refresh, Session } from '@assetgen/unplugin';
import type { ResolvedConfig } from 'vite';

/** What the hooks of one plugin instance share. */
export interface Host {
  readonly config: ResolvedConfig;
  readonly project: Project;
  readonly session: Session;
  readonly large: LargeFiles;
  readonly prefix: string;
  /** Style sheets and pages, which the module graph does not connect with the names they use. */
  readonly references: Map<string, ReadonlySet<string>>;
  /** The look that the last change of a watched file caused. */
  lastRefresh: { readonly timestamp: number; readonly refresh: Promise<Refresh> } | null;
  /** True once a module asked for something that was not there: only a reload asks again. */
  failedRequest: boolean;
  /** True once a bundle was complete. */
  bundled: boolean;
}

export async function createHost(
  open: OpenProject,
  options: PluginOptions,
  config: ResolvedConfig,
): Promise<Host> {
  const log = { timestamp: config.command === 'serve' };
  const project = openPluginProject(open, options, {
    root: config.root,
    command: config.command,
    output: {
      info: (line) => config.logger.info(`assetgen: ${line}`, log),
      warn: (line) => config.logger.warnOnce(`assetgen: ${line}`, log),
    },
  });
  // A bad config is told by the first run, where the overlay can show it.
  const settings = await project.settings().catch(() => null);
  return {
    config,
    project,
    session: createSession(project),
    // A library is built once, and who bundles it reads its bytes.
    large: openLargeFiles(project.root, options, config.command === 'build' && !config.build.lib),
    prefix: settings?.prefix ?? options.prefix ?? '@gen',
    references: new Map(),
    lastRefresh: null,
    failedRequest: false,
    bundled: false,
  };
}
