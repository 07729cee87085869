import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Project } from '@assetgen/core';
import type { Middleware, MountGallery } from '../shared/mount-gallery.ts';

/**
 * Serves the gallery on a port of its own: Next takes no middleware of a plugin. This package has no gallery; a
 * project that has the command has one.
 *
 * @param root absolute path of the project
 * @returns its address; null where there is no gallery
 */
export async function serveGallery(root: string, project: Project): Promise<string | null> {
  const mount = await findMount(root);
  if (mount === null) return null;
  const middleware = await mount(project);
  const server = createServer((request, response) => {
    middleware(request, response, () => {
      response.statusCode = 404;
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // It ends with the dev server.
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/__assetgen/`;
}

async function findMount(root: string): Promise<MountGallery | null> {
  const file = findFrom(root, '@assetgen/gallery/mount') ?? findThrough(root, 'assetgen');
  if (file === null) return null;
  // Not by `import()`: webpack, which reads whatever a config imports, warns of one that it cannot follow.
  const { galleryMiddleware } = createRequire(file)(file) as {
    readonly galleryMiddleware: (project: Project) => Middleware;
  };
  return async (project) => galleryMiddleware(project);
}

/** Strict package managers show a project what it names itself alone. */
function findThrough(root: string, name: string): string | null {
  const own = findFrom(root, `${name}/package.json`);
  return own === null ? null : findFrom(path.dirname(own), '@assetgen/gallery/mount');
}

function findFrom(folder: string, specifier: string): string | null {
  try {
    return createRequire(path.join(folder, 'package.json')).resolve(specifier);
  } catch {
    return null;
  }
}
