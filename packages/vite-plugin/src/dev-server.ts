import { statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { BuildReport, OutputFile } from '@assetgen/core';
import { galleryMiddleware } from '@assetgen/gallery/mount';
import { failureOf, reportFailure, virtualId } from '@assetgen/unplugin';
import type { Refresh } from '@assetgen/unplugin';
import { normalizePath } from 'vite';
import type { DevEnvironment, EnvironmentModuleNode, HotUpdateOptions, ViteDevServer } from 'vite';
import type { Host } from './host.ts';
import { toRollupError } from './rollup-error.ts';
import { unresolvedReference } from './leftovers.ts';
import { devPath } from './urls.ts';

const LOGGED = { timestamp: true };

/** Starts the drafts beside the server, serves public outputs and lets the outputs be read. */
export function serveDev(host: Host, server: ViteDevServer): void {
  const { config, project, session } = host;
  config.server.fs.allow.push(normalizePath(join(project.root, '.assetgen')));
  // A test runner starts servers by the dozen, and few of their modules ask for an asset.
  if (process.env['VITEST'] === undefined) {
    void startOutputs(host, server);
  }
  server.middlewares.use(function servePublicOutputs(request, _response, next) {
    const path = (request.url ?? '/').replace(/[?#].*$/, '');
    const file = session
      .latest()
      ?.files.find((output) => isPublic(output) && path === config.base + encodeURI(output.public));
    if (file !== undefined) request.url = config.base.replace(/\/$/, '') + devPath(config, file);
    // A build fails on such a URL; here nothing has failed until the browser asks for it.
    else if (path.includes(`/${host.prefix}/`)) config.logger.error(unresolved(host, path), LOGGED);
    next();
  });
  server.middlewares.use(galleryMiddleware(project, config.base));
  server.httpServer?.once('close', () => void project.close());
}

/** Makes the outputs while the server already answers; errors go to the terminal. */
async function startOutputs(host: Host, server: ViteDevServer): Promise<void> {
  const { config, project, session } = host;
  try {
    const { report, view } = await session.ensure();
    config.server.fs.allow.push(...foldersOutside(host, view.files));
    logFailures(host, report);
  } catch (error) {
    config.logger.error(failureOf(error).text, LOGGED);
  } finally {
    server.watcher.add([...project.watched()]);
  }
}

function logFailures({ config }: Host, report: BuildReport): void {
  const failure = reportFailure(report);
  if (failure !== null) config.logger.error(failure.text, LOGGED);
}

/** The modules of the assets that a changed manifest, lock or input file changed. */
export async function updateAssets(
  host: Host,
  environment: DevEnvironment,
  { file, timestamp, modules, server }: HotUpdateOptions,
): Promise<EnvironmentModuleNode[] | undefined> {
  const { config, project, references, session } = host;
  if (!project.watched().some((watched) => normalizePath(watched) === file)) return undefined;
  const isClient = environment.name === 'client';
  if (isClient) lookAgain(server, file);
  const refresh = await refreshOnce(host, timestamp);
  server.watcher.add([...project.watched()]);
  if (refresh.status === 'failed') {
    const failure = failureOf(refresh.error);
    if (isClient) config.logger.error(failure.text, LOGGED);
    throw Object.assign(new Error(failure.text), toRollupError(failure));
  }
  if (isClient) {
    logFailures(host, (await session.ensure()).report);
    recover(host, refresh, environment);
  }
  const ids = [...refresh.changed].map(virtualId);
  for (const [id, names] of references) {
    if ([...names].some((name) => refresh.changed.has(name))) ids.push(id);
  }
  const changed = ids
    .map((id) => environment.moduleGraph.getModuleById(id))
    .filter((module) => module !== undefined);
  return [...new Set([...modules, ...changed])];
}

/** Longer than the watcher's own pause. Unit: milliseconds. */
const SETTLED_MS = 120;

/**
 * The watcher drops a second change of a file within 50 ms of the first: an editor that empties a
 * file before it writes it would leave us with the empty one. A file that is not now what it was
 * when its change was told has changed once more.
 */
function lookAgain(server: ViteDevServer, file: string): void {
  const told = stampOf(file);
  setTimeout(() => {
    if (stampOf(file) !== told) server.watcher.emit('change', file);
  }, SETTLED_MS).unref();
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.size} ${stat.mtimeMs}`;
}

/** Every environment is told of one change of one file; they share one look. */
function refreshOnce(host: Host, timestamp: number): Promise<Refresh> {
  if (host.lastRefresh?.timestamp !== timestamp) {
    host.lastRefresh = { timestamp, refresh: host.session.refresh() };
  }
  return host.lastRefresh.refresh;
}

/** What no module's update can do: load what failed to load, redraw a page, clear an overlay. */
function recover(
  host: Host,
  { changed, recovered }: Refresh & { status: 'ready' },
  { hot }: DevEnvironment,
): void {
  const pageChanged = [...host.references].some(
    ([from, names]) => from.endsWith('.html') && [...names].some((name) => changed.has(name)),
  );
  if (host.failedRequest || pageChanged) {
    host.failedRequest = false;
    hot.send({ type: 'full-reload' });
  } else if (recovered) {
    hot.send({ type: 'update', updates: [] });
  }
}

function foldersOutside({ config }: Host, files: readonly OutputFile[]): readonly string[] {
  const root = normalizePath(config.root);
  const folders = files.map((file) => posix.dirname(normalizePath(file.path)));
  return [...new Set(folders)].filter((folder) => !folder.startsWith(`${root}/`));
}

function unresolved({ prefix }: Host, path: string): string {
  const id = path.slice(path.indexOf(`/${prefix}/`) + 1);
  return failureOf(unresolvedReference(id, `the page asks for ${path}: it`)).text;
}

function isPublic(file: OutputFile): file is OutputFile & { readonly public: string } {
  return file.public !== undefined;
}
