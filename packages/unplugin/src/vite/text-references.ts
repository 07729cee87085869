import type { OutputFile } from '@assetgen/core';
import type { PluginProject } from '../shared/plugin-project.ts';
import { notAFile } from '../shared/references/not-a-file.ts';
import { escapePattern } from '../shared/references/import-id.ts';
import type { TransformedCode } from '../shared/references/replace-text.ts';
import { replaceText } from '../shared/references/replace-text.ts';
import { orFail, orThrow } from '../shared/rollup-family/rollup-error.ts';
import type { Referrer, RollupError } from '../shared/rollup-family/rollup-error.ts';
import { findCssReferences, findNestedCssReferences } from '../shared/references/css-references.ts';
import { findHtmlReferences } from '../shared/references/html-references.ts';

/** What stands for a file in a text. */
export interface TextUrls<Context> {
  css(file: OutputFile): string;
  /** For text that the bundler's own plugins do not read any more: what it replaces at the end. */
  placeholder(context: Context, file: OutputFile): string | Promise<string>;
  html(page: string, file: OutputFile): string;
  /** Where the dev server serves the file, on its own origin. */
  served(file: OutputFile): string;
}

/** Names in style sheets and pages, which no module graph connects with the files they stand for. */
export interface TextReferences<Context> {
  /** A hook. null for what is not a style sheet, or has no reference. */
  readonly transformCss: CssHook<Context>;
  /** The same for sheets that the bundler has put together from several. */
  readonly transformNestedCss: CssHook<Context>;
  transformHtml(html: string, page: { readonly filename: string }): Promise<string>;
  /**
   * The same when the bundler is done with the page: it reads the attributes that it knows, such as those of
   * `<img>`, and leaves those of `<model-viewer>`, `<a>` and `data-src` as they are.
   *
   * @param context null in a dev server
   */
  finishHtml(
    html: string,
    page: { readonly filename: string },
    context: Context | null,
  ): Promise<string>;
  /** The sheets and pages that refer to one of these names. */
  referringTo(names: ReadonlySet<string>): readonly string[];
}

/** Bundlers that know filters do not call the hook for what is no style sheet. */
export interface CssHook<Context> {
  readonly filter: { readonly id: RegExp };
  handler(this: Context, code: string, id: string): Promise<TransformedCode | null>;
}

/** As a text, which the bundler's CSS plugin does not read. */
const RAW = /[?&]raw\b/;

const STYLE_SHEET = /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss|sss)(?:$|\?)/;

/** A reference in a text: what it says, and where. */
interface Found {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** @param urls asked for by hooks only, as is the project */
export function createTextReferences<Context extends { error(error: RollupError): never }>(
  opened: () => PluginProject,
  urls: () => TextUrls<Context>,
): TextReferences<Context> {
  const names = new Map<string, ReadonlySet<string>>();
  /** What stands in a page for each file, until the bundler is done with the page. */
  const written = new Map<string, Map<string, OutputFile>>();

  async function rewrite(
    text: string,
    from: string,
    found: readonly Found[],
    url: (file: OutputFile) => string | Promise<string>,
    fail: <T>(work: () => Promise<T>, referrer: Referrer) => Promise<T>,
  ): Promise<TransformedCode | null> {
    if (found.length === 0) return null;
    const own = new Set(names.get(from));
    const replacements = [];
    for (const { id, start, end } of found) {
      const bare = id.replace(/[?#].*$/, '');
      // `#t=2`: where a video begins.
      const fragment = /#.*$/.exec(id)?.[0] ?? '';
      const resolved = await fail(
        async () => {
          const named = await opened().session.resolve(bare);
          if (named?.type !== 'file') throw notAFile(id, from, opened().session.latest());
          return { name: named.file.name, url: (await url(named.file)) + fragment };
        },
        { file: from, written: bare },
      );
      own.add(resolved.name);
      replacements.push({ start, end, text: resolved.url });
    }
    names.set(from, own);
    return replaceText(text, replacements);
  }

  return {
    transformCss: {
      filter: { id: STYLE_SHEET },
      async handler(code, id) {
        if (!STYLE_SHEET.test(id)) return null;
        names.delete(id);
        const found = findCssReferences(code, opened().prefix);
        const placeholder = (file: OutputFile) => urls().placeholder(this, file);
        const url = RAW.test(id) ? placeholder : urls().css;
        return rewrite(code, id, found, url, (work, at) => orFail(this, work, at));
      },
    },
    transformNestedCss: {
      filter: { id: STYLE_SHEET },
      async handler(code, id) {
        if (!STYLE_SHEET.test(id)) return null;
        const found = findNestedCssReferences(code, opened().prefix);
        const url = (file: OutputFile) => urls().placeholder(this, file);
        return rewrite(code, id, found, url, (work, at) => orFail(this, work, at));
      },
    },
    async transformHtml(html, { filename: page }) {
      names.delete(page);
      const files = new Map<string, OutputFile>();
      written.set(page, files);
      // The bundler reads styles as it reads sheets.
      const found = findHtmlReferences(html, opened().prefix).filter(({ inStyle }) => !inStyle);
      function url(file: OutputFile): string {
        const text = urls().html(page, file);
        files.set(text, file);
        return text;
      }
      const rewritten = await rewrite(html, page, found, url, orThrow);
      return rewritten?.code ?? html;
    },
    async finishHtml(html, { filename: page }, context) {
      let finished = html;
      for (const [text, file] of written.get(page) ?? []) {
        if (!finished.includes(text)) continue;
        const url =
          context === null ? urls().served(file) : await urls().placeholder(context, file);
        // Where the bundler has put its base before it, nothing is left to do.
        const left = new RegExp(`(?<=["'=\\s,(])${escapePattern(text)}(?![\\w.-])`, 'g');
        finished = finished.replace(left, () => url);
      }
      return finished;
    },
    referringTo: (changed) =>
      [...names].flatMap(([from, own]) => ([...own].some((name) => changed.has(name)) ? from : [])),
  };
}
