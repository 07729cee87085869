import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DevEnvironment, EnvironmentModuleNode, HotUpdateOptions, ViteDevServer } from 'vite';
import { lateGallery } from '../shared/late-gallery.ts';
import type { MountGallery } from '../shared/mount-gallery.ts';
import type { PluginProject } from '../shared/plugin-project.ts';
import { toRollupError } from '../shared/rollup-family/rollup-error.ts';
import type { Host } from './host.ts';
import { lookAgain } from './look-again.ts';
import { printGallery } from './print-gallery.ts';
import { servePublicOutputs } from './serve-public-outputs.ts';
import { startOutputs } from './start-outputs.ts';
import type { Updates } from './updates.ts';
import { slashed } from './vite-urls.ts';

/** Starts the outputs beside the server, serves public ones and lets all be read. */
export async function serveDev(
  { bundlesDev, config, plugin, urls }: Host,
  server: ViteDevServer,
  mountGallery: MountGallery | undefined,
): Promise<void> {
  const tell = (line: string): void => config.logger.error(line, { timestamp: true });
  config.server.fs.allow.push(slashed(join(plugin.project.root, '.assetgen')));
  server.middlewares.use(
    servePublicOutputs(plugin, config.publicDir, config.base, urls.servedPath, tell),
  );
  if (bundlesDev) {
    const { serveOutputs } = await import('./serve-outputs.ts');
    server.middlewares.use(serveOutputs(plugin, config.base, urls.servedPath));
  }
  if (mountGallery !== undefined) {
    server.middlewares.use(lateGallery(() => mountGallery(plugin.project, config.base)));
    printGallery(server);
  }
  plugin.onFailure((failure) => {
    tell(failure.text);
    server.hot.send({ type: 'error', err: toRollupError(failure) });
  });
  // Where it bundles, Rolldown watches these files for the modules that depend on them.
  if (!bundlesDev) plugin.onArrival((lock) => server.watcher.emit('change', lock));
  // A test runner starts servers by the dozen, and few of their modules ask for an asset.
  if (process.env['VITEST'] !== undefined) return;
  const started = startOutputs(plugin, tell);
  if (bundlesDev) return;
  void started.then(() => server.watcher.add(filesToWatch(server, plugin, existsSync)));
}

/** The modules of the assets that a changed manifest, lock or input file changed. */
export async function updateAssets(
  { config, plugin }: Host,
  updates: Updates,
  { hot, moduleGraph, name }: DevEnvironment,
  { file, timestamp, modules, server }: HotUpdateOptions,
): Promise<EnvironmentModuleNode[] | undefined> {
  const looking = updates.after(file, timestamp);
  if (looking === null) return undefined;
  const isClient = name === 'client';
  if (isClient) lookAgain(file, () => server.watcher.emit('change', file));
  const update = await looking;
  if (update === null) return undefined;
  server.watcher.add(filesToWatch(server, plugin));
  const { failure } = update;
  if (isClient && failure !== null) config.logger.error(failure.text, { timestamp: true });
  if (update.status === 'failed') {
    throw Object.assign(new Error(update.failure.text), toRollupError(update.failure));
  }
  if (isClient && update.send !== null) hot.send(update.send);
  const changed = update.ids.flatMap((id) => moduleGraph.getModuleById(id) ?? []);
  return [...new Set([...modules, ...changed])];
}

/**
 * What Vite's watcher is told to watch. Each file takes about a millisecond, most of all one that is not there, and
 * what is in its root the watcher finds by itself.
 *
 * @param andOwn which of its root too. While it looks at its root for the first time, a file that it has not seen can
 * change without a word.
 */
function filesToWatch(
  { config: { root } }: ViteDevServer,
  { project }: PluginProject,
  andOwn: (file: string) => boolean = () => false,
): readonly string[] {
  const isOwn = (file: string): boolean => slashed(file).startsWith(`${root.replace(/\/$/, '')}/`);
  return project.watched().filter((file) => !isOwn(file) || andOwn(file));
}
