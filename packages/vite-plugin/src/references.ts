import { dirname, relative } from 'node:path';
import type { OutputFile } from '@assetgen/core';
import { findCssReferences, findHtmlReferences, replaceText } from '@assetgen/unplugin';
import type { CssReference, HtmlReference, TransformedCode } from '@assetgen/unplugin';
import { normalizePath } from 'vite';
import type { Host } from './host.ts';
import { devPath } from './urls.ts';

const STYLE_SHEET = /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss|sss)(?:$|\?)/;

export function isStyleSheet(id: string): boolean {
  return STYLE_SHEET.test(id);
}

/** Points `url(@gen/…)` at the real file, for Vite's own handling of style sheets to take over. */
export async function rewriteCss(
  host: Host,
  css: string,
  id: string,
): Promise<TransformedCode | null> {
  if (!isStyleSheet(id)) return null;
  const found = findCssReferences(css, host.prefix);
  host.references.delete(id);
  return rewriteFound(host, css, id, found, function cssUrl(file) {
    const query = host.config.command === 'build' ? 'no-inline' : `v=${file.sha256.slice(0, 12)}`;
    // Vite decodes the URL before it looks for the file; a bare url() ends at the first ")".
    const path = encodeURI(normalizePath(host.large.pathOf(file))).replace(/[()']/g, percentEncode);
    return `${path}?${query}`;
  });
}

/** Points attributes of a page at the real file (build) or at its URL (dev). */
export async function rewriteHtml(host: Host, html: string, page: string): Promise<string> {
  const found = findHtmlReferences(html, host.prefix);
  host.references.delete(page);
  const rewritten = await rewriteFound(host, html, page, found, function htmlUrl(file) {
    if (host.config.command === 'serve') return devPath(host.config, file);
    const path = encodeURI(normalizePath(relative(dirname(page), host.large.pathOf(file))));
    return `${path.startsWith('.') ? '' : './'}${path}?no-inline`;
  });
  return rewritten?.code ?? html;
}

/** Puts the URL of its file in the place of each reference, and keeps what refers to what. */
export async function rewriteFound(
  host: Host,
  text: string,
  from: string,
  found: readonly (CssReference | HtmlReference)[],
  url: (file: OutputFile) => string | Promise<string>,
): Promise<TransformedCode | null> {
  if (found.length === 0) return null;
  const names = new Set(host.references.get(from));
  const replacements = [];
  for (const { id, start, end } of found) {
    const bare = id.replace(/[?#].*$/, '');
    const resolved = await host.session.resolve(bare);
    if (resolved?.type !== 'file') {
      throw Object.assign(new Error(`"${id}" in ${from} is not a file; a URL needs one`), {
        code: 'ASSETGEN_NOT_A_FILE',
        hint: `Name one of its outputs, such as ${bare}.webp or ${bare}.glb.`,
      });
    }
    names.add(resolved.file.name);
    replacements.push({ start, end, text: await url(resolved.file) });
  }
  host.references.set(from, names);
  return replaceText(text, replacements);
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
