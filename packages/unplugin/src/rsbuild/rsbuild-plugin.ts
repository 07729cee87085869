import { connect } from 'node:net';
import type { Compiler } from '@rspack/core';
import { localUrl, slashed } from '../shared/local-url.ts';
import { lateGallery } from '../shared/late-gallery.ts';
import type { Middleware, MountGallery } from '../shared/mount-gallery.ts';
import { answerFailure, publicFailureAt } from '../shared/public-failure.ts';
import type { FamilyTool } from '../shared/webpack-family/connect-family.ts';
import type { FamilyPlugin } from '../shared/webpack-family/family-plugin.ts';
import type { RsbuildApi, RsbuildPlugin } from './rsbuild-api.ts';

/** What Rsbuild's plugin is made of. */
export interface RsbuildParts {
  /** Puts the plugin for Rspack into one compiler: Rsbuild has one for each environment. */
  connect(compiler: Compiler, tool: FamilyTool): FamilyPlugin;
  readonly mountGallery: MountGallery;
}

export function createRsbuildPlugin({ connect, mountGallery }: RsbuildParts): RsbuildPlugin {
  return {
    name: 'assetgen',
    setup(api) {
      const isDev = api.context.action === 'dev';
      /** Of the first environment: all have the same assets. */
      let first: FamilyPlugin | null = null;

      api.modifyRspackConfig((_config, { appendPlugins }) => {
        appendPlugins({
          name: 'assetgen',
          apply(compiler) {
            const plugin = connect(compiler, { isDev, publicFolders: () => foldersOf(api) });
            first ??= plugin;
          },
        });
      });
      api.onBeforeStartDevServer(({ server }) => {
        const { base } = api.getNormalizedConfig().server;
        server.middlewares.use(serveProject(() => first, slashed(base), mountGallery));
      });
      api.onAfterStartDevServer(async () => {
        const address = addressOf(api);
        // Within the server of another program, as Storybook's, nobody listens there.
        if (address !== null && (await isHeard(address)))
          api.logger.log(`  ➜  Assets:   ${address}__assetgen/\n`);
      });
    },
  };
}

/** Shows the gallery, and why a public output has no file. */
function serveProject(
  plugin: () => FamilyPlugin | null,
  base: string,
  mountGallery: MountGallery,
): Middleware {
  let gallery: Middleware | null = null;
  return function serveAssets(request, response, next) {
    const opened = plugin();
    if (opened === null) return next();
    const failed = publicFailureAt(opened.session, base, request.url);
    if (failed !== null) return answerFailure(response, failed);
    gallery ??= lateGallery(() => mountGallery(opened.project, base));
    gallery(request, response, next);
  };
}

/** What Rsbuild copies: `public/`, other folders, or none. */
function foldersOf({ getNormalizedConfig }: RsbuildApi): readonly string[] {
  const { publicDir } = getNormalizedConfig().server;
  if (publicDir === false) return [];
  return [publicDir ?? {}]
    .flat()
    .filter(({ copyOnBuild }) => copyOnBuild !== false)
    .map(({ name = 'public' }) => name);
}

function isHeard(address: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port),
      timeout: 1000,
    });
    const end = (heard: boolean): void => {
      socket.destroy();
      resolve(heard);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

function addressOf({ context, getNormalizedConfig }: RsbuildApi): string | null {
  const { devServer } = context;
  if (devServer === undefined) return null;
  const { hostname, port, https } = devServer;
  const address = { address: hostname, family: 'IPv4', port };
  return localUrl(address, getNormalizedConfig().server.base, https);
}
