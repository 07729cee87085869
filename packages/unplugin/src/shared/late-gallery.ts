import type { IncomingMessage } from 'node:http';
import type { Middleware } from './mount-gallery.ts';

/** What stands in the URL of every request for the gallery. */
const MOUNT = '/__assetgen';

/** The gallery of a dev server, mounted with the first request for it: a start has other things to load. */
export function lateGallery(mount: () => Promise<Middleware>): Middleware {
  let mounted: Promise<Middleware> | null = null;
  async function answer(...[request, response, next]: Parameters<Middleware>): Promise<void> {
    try {
      mounted ??= mount();
      (await mounted)(request, response, next);
    } catch (error) {
      next(error);
    }
  }

  return function gallery(request: IncomingMessage & { originalUrl?: string }, response, next) {
    if (!(request.originalUrl ?? request.url ?? '').includes(MOUNT)) return next();
    void answer(request, response, next);
  };
}
