import type { Project } from '@assetgen/core';
import type { Compiler } from 'webpack';
import type { Middleware, MountGallery } from '../shared/mount-gallery.ts';
import { addMiddleware } from '../shared/webpack-family/add-middleware.ts';

/**
 * Serves the gallery in webpack's dev server, by the hook that it has for middlewares. Builds are not
 * touched.
 */
export function serveGallery(
  compiler: Compiler,
  project: Project,
  mountGallery: MountGallery,
): void {
  if (process.env['WEBPACK_SERVE'] === undefined) return;
  addMiddleware(compiler, () => {
    compiler.getInfrastructureLogger('assetgen').info('all assets are shown at /__assetgen/');
    return { name: 'assetgen-gallery', middleware: whenMounted(mountGallery(project)) };
  });
}

/** webpack takes middlewares without a promise. */
function whenMounted(mounted: Promise<Middleware>): Middleware {
  // Each request tells of an error; without one nobody asked.
  mounted.catch(() => undefined);
  return async function gallery(request, response, next) {
    try {
      (await mounted)(request, response, next);
    } catch (error) {
      next(error);
    }
  };
}
