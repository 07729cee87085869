import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Project } from '@assetgen/core';

/** A middleware of Connect, as dev servers take it. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Makes the middleware that shows the assets of a project at `/__assetgen/`. This package knows no
 * gallery: a plugin that has one hands this in, and it is called where a dev server starts.
 *
 * @param base the path below which the server serves: it ends in `/`. @default '/'
 */
export type MountGallery = (project: Project, base?: string) => Promise<Middleware>;
