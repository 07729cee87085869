import type { Project } from '@assetgen/core';
import type { Compiler } from 'webpack';
import { lateGallery } from '../shared/late-gallery.ts';
import type { MountGallery } from '../shared/mount-gallery.ts';
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
    return { name: 'assetgen-gallery', middleware: lateGallery(() => mountGallery(project)) };
  });
}
