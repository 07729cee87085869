import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Project } from '@assetgen/core';
import type { Gallery } from './handler.ts';
import { MOUNT } from './shared/messages.ts';

/** A middleware of connect, express or a dev server. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: Next) => void;

type Next = (error?: unknown) => void;

/** A middleware that holds streams and a run; both end with it. */
export type GalleryMiddleware = Middleware & {
  /** Looks at the project before the first request does. */
  prepare(): void;
  close(): Promise<void>;
};

/**
 * Serves the gallery of a project at `/__assetgen/`. Loads nothing before the first request for it.
 * @param base the public base path of the dev server, with slashes at both ends. @default '/'
 */
export function galleryMiddleware(project: Project, base: string = '/'): GalleryMiddleware {
  let opened: Promise<Gallery | null> | null = null;

  async function open(): Promise<Gallery | null> {
    const { createGallery } = await import('./index.ts');
    // A dev server's tools do more than the project that pages wait for.
    const tools = await project.tools();
    return tools === null ? null : createGallery({ project: tools });
  }

  function serveGallery(request: IncomingMessage, response: ServerResponse, next: Next): void {
    const below = belowMount(request, base);
    if (below === null) return next();
    if (below === 'redirect') {
      response.statusCode = 302;
      response.setHeader('location', `${MOUNT.slice(1)}`);
      response.end();
      return;
    }
    opened ??= open();
    void pass(opened, request, response, below, next);
  }

  return Object.assign(serveGallery, {
    prepare() {
      opened ??= open();
      void opened.then(
        (gallery) => gallery?.prepare(),
        () => undefined,
      );
    },
    async close() {
      (await opened?.catch(() => null))?.close();
    },
  });
}

async function pass(
  opened: Promise<Gallery | null>,
  request: IncomingMessage,
  response: ServerResponse,
  below: string,
  next: Next,
): Promise<void> {
  try {
    const gallery = await opened;
    if (gallery === null) next();
    else gallery.answer(request, response, below);
  } catch (error) {
    next(error);
  }
}

/** What follows the mount in a request's URL; null where it lies elsewhere. */
export function belowMount(
  request: IncomingMessage & { readonly originalUrl?: string },
  base: string,
): string | 'redirect' | null {
  const url = request.originalUrl ?? request.url ?? '/';
  const bases = base.startsWith('/') ? [base.replace(/\/?$/, '/'), '/'] : ['/'];
  for (const each of bases) {
    const mount = each + MOUNT.slice(1);
    if (url.startsWith(mount)) return url.slice(mount.length);
    const [path] = url.split('?');
    if (path === mount.slice(0, -1)) return 'redirect';
  }
  return null;
}
