import type { Project } from '@assetgen/core';
import { galleryMiddleware } from '@assetgen/gallery/mount';
import type { Compiler } from 'webpack';

/** What is used of the options of webpack-dev-server, which need not be installed. */
interface DevServerOptions {
  setupMiddlewares?: (middlewares: unknown[], devServer: unknown) => unknown[];
}

/**
 * Serves the gallery in webpack's dev server, by the hook that it has for middlewares. Builds are not
 * touched.
 */
export function serveGallery(compiler: Compiler, project: Project): void {
  const given = compiler.options['devServer'] as DevServerOptions | false | undefined;
  if (process.env['WEBPACK_SERVE'] === undefined || given === false) return;
  const options = given ?? {};
  const { setupMiddlewares } = options;
  options.setupMiddlewares = function addGallery(middlewares, devServer) {
    const gallery = { name: 'assetgen-gallery', middleware: galleryMiddleware(project) };
    compiler.getInfrastructureLogger('assetgen').info('all assets are shown at /__assetgen/');
    const all = [gallery, ...middlewares];
    return setupMiddlewares?.(all, devServer) ?? all;
  };
  Object.assign(compiler.options, { devServer: options });
}
