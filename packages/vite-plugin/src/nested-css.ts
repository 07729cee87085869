import { readFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import type { OutputFile } from '@assetgen/core';
import { findNestedCssReferences } from '@assetgen/unplugin';
import type { TransformedCode } from '@assetgen/unplugin';
import { normalizePath } from 'vite';
import type { Logger, Plugin } from 'vite';
import type { Host } from './host.ts';
import { isStyleSheet, rewriteFound } from './references.ts';
import { devUrl } from './urls.ts';

type TransformContext = ThisParameterType<
  Extract<Plugin['transform'], (...args: never[]) => unknown>
>;

/**
 * References that stand in style sheets behind `@import` or `@use`: those are read by Vite's own
 * CSS tools, and no hook of a plugin sees them before they are part of the sheet that imports them.
 * Runs between Vite's CSS plugin, which has put them together, and the one that emits the result.
 */
export async function rewriteNestedCss(
  host: Host,
  context: TransformContext,
  css: string,
  id: string,
): Promise<TransformedCode | null> {
  if (!isStyleSheet(id)) return null;
  const found = findNestedCssReferences(css, host.prefix);
  if (found.length === 0) return null;
  return rewriteFound(host, css, id, found, async function cssUrl(file) {
    if (host.config.command === 'serve') return devUrl(host.config, file);
    return `__VITE_ASSET__${await emitOnce(host, context, file)}__`;
  });
}

/** The same file as an import emits: the bundler joins what has one name and one content. */
async function emitOnce(host: Host, context: TransformContext, file: OutputFile): Promise<string> {
  const path = host.large.pathOf(file);
  return context.emitFile({
    type: 'asset',
    name: basename(path),
    originalFileName: normalizePath(relative(host.config.root, path)),
    source: await readFile(path),
  });
}

/** Vite warns of each such URL that it stays as it is; it does not, and a build that has one fails. */
export function withoutFalseWarnings(logger: Logger, prefix: string): Logger {
  const below = `${prefix}/`;
  return Object.create(logger, {
    warnOnce: {
      value(message: string, options?: Parameters<Logger['warnOnce']>[1]) {
        const about = /^\s*(\S+) referenced in .* didn't resolve at build time/s.exec(message)?.[1];
        if (about?.includes(below) !== true) logger.warnOnce(message, options);
      },
    },
  }) as Logger;
}
