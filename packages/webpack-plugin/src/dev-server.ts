import type { Project } from '@assetgen/core';
import { galleryMiddleware } from '@assetgen/gallery/mount';
import { addMiddleware } from '@assetgen/unplugin/webpack-parts';
import type { Compiler } from 'webpack';

/**
 * Serves the gallery in webpack's dev server, by the hook that it has for middlewares. Builds are not
 * touched.
 */
export function serveGallery(compiler: Compiler, project: Project): void {
  if (process.env['WEBPACK_SERVE'] === undefined) return;
  addMiddleware(compiler, () => {
    compiler.getInfrastructureLogger('assetgen').info('all assets are shown at /__assetgen/');
    return { name: 'assetgen-gallery', middleware: galleryMiddleware(project) };
  });
}
