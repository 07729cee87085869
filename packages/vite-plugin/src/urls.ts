import { posix, relative, sep } from 'node:path';
import type { OutputFile } from '@assetgen/core';
import { normalizePath } from 'vite';
import type { ResolvedConfig } from 'vite';

/**
 * The id under which Vite emits what lies at `path` as it is. `no-inline`: a small file, or one in library
 * mode, would become a data URL; an import gives a URL.
 */
export function builtId(path: string): string {
  return `${normalizePath(path)}?url&no-inline`;
}

/**
 * Where the dev server serves the file, without origin and base. The digest is in the URL: after an
 * update the browser fetches the new bytes also where it kept the old in memory.
 */
export function devPath(config: ResolvedConfig, file: OutputFile): string {
  const inside = relative(config.root, file.path);
  const outside = inside.startsWith('..') || inside === file.path;
  const path = outside
    ? `/@fs/${normalizePath(file.path).replace(/^\//, '')}`
    : `/${inside.split(sep).join(posix.sep)}`;
  return `${encodeURI(path).replace(/[#?]/g, encodeURIComponent)}?v=${file.sha256.slice(0, 12)}`;
}

export function devUrl(config: ResolvedConfig, file: OutputFile): string {
  return (config.server.origin ?? '') + config.base.replace(/\/$/, '') + devPath(config, file);
}
