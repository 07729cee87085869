import { dirname, join, relative, resolve, sep } from 'node:path';
import type { OutputFile } from '@assetgen/core';
import { emitOutput } from '../shared/rollup-family/emit-output.ts';
import type { EmittingContext } from '../shared/rollup-family/emit-output.ts';
import { FILES_FOLDER } from '../shared/references/import-id.ts';
import type { PluginProject } from '../shared/plugin-project.ts';
import type { TextUrls } from './text-references.ts';

/** What is used of Vite's resolved config. */
export interface ViteConfig {
  readonly command: 'build' | 'serve';
  readonly root: string;
  readonly base: string;
  readonly server: { readonly origin?: string | undefined };
  readonly environments: Readonly<
    Record<string, { readonly build: { readonly ssrManifest: boolean | string } }>
  >;
}

/** The ways in which Vite is told of a file, for its own asset machinery to take over. */
export interface ViteUrls extends TextUrls<EmittingContext> {
  /**
   * Whether the imports of a module may become one: of JavaScript, and of what Vite has made that of before
   * our hook; and not where a manifest for servers is to name each file as a module.
   */
  gathers(id: string): boolean;
  /** The id of an import in a build. */
  builtId(file: OutputFile): string;
  /** The output whose id in a build this is. */
  builtFile(id: string): OutputFile | undefined;
  /**
   * The id of an import that names a large file by its path, as `import.meta.glob` does: else it
   * would pass through memory, and be emitted beside what `@gen/` gives. null for all others.
   */
  builtPathId(source: string, importer: string | undefined): string | null;
  /** Where the dev server serves the file, without origin and base. */
  servedPath(file: OutputFile): string;
  /** The same with them. */
  servedUrl(file: OutputFile): string;
}

/** @param inline whether Vite may make small files data URLs */
export function createViteUrls(
  config: ViteConfig,
  { large, session }: PluginProject,
  inline = false,
): ViteUrls {
  const query = inline ? '' : 'no-inline';
  const { base, command, root, server } = config;
  const serves = command === 'serve';

  // The digest is in the URL: after an update the browser fetches the new bytes also where it kept
  // the old in memory.
  function servedPath(file: OutputFile): string {
    const inside = relative(root, file.path);
    const outside = inside.startsWith('..') || inside === file.path;
    const path = outside ? `/@fs/${slashed(file.path).replace(/^\//, '')}` : `/${slashed(inside)}`;
    return `${encodeURI(path).replace(/[#?]/g, encodeURIComponent)}?${version(file)}`;
  }
  const served = (file: OutputFile): string => base.replace(/\/$/, '') + servedPath(file);
  const servedUrl = (file: OutputFile): string => (server.origin ?? '') + served(file);

  const hasServerManifest = Object.values(config.environments).some(
    ({ build }) => build.ssrManifest !== false,
  );

  return {
    // Every collected file is emitted, at any size.
    gathers: (id) => !inline && !hasServerManifest && /\.[cm]?[jt]sx?$/.test(id),
    servedPath,
    served,
    servedUrl,
    // `no-inline`: a small file would become a data URL, and so would all files of a library.
    builtId: (file) => `${slashed(large.pathOf(file))}?url${inline ? '' : '&no-inline'}`,
    builtFile(id) {
      const path = id.replace(/\?.*$/s, '');
      const files = session.latest()?.files ?? [];
      return large.at(resolve(path)) ?? files.find((file) => slashed(file.path) === path);
    },
    builtPathId(source, importer) {
      if (!source.includes(FILES_FOLDER)) return null;
      const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(source) ?? [];
      if (BYTES.test(query)) return null;
      const folder = dirname(importer ?? root);
      // A path that begins with a slash is of the file system, or below the root.
      const file = large.at(resolve(folder, path)) ?? large.at(join(root, path));
      return file === undefined ? null : slashed(large.pathOf(file)) + query;
    },
    css(file) {
      // Vite decodes the URL before it looks for the file; a bare url() ends at the first ")".
      const path = encodeURI(slashed(large.pathOf(file))).replace(/[()']/g, percentEncode);
      return withQuery(path, serves ? version(file) : query);
    },
    async placeholder(context, file) {
      if (serves) return servedUrl(file);
      const origin = slashed(relative(root, large.pathOf(file)));
      // What Vite's CSS plugin writes for a URL, and replaces when names are known.
      return `__VITE_ASSET__${await emitOutput(context, file, origin, large.stubOf(file))}__`;
    },
    html(page, file) {
      if (serves) return servedPath(file);
      const path = encodeURI(slashed(relative(dirname(page), large.pathOf(file))));
      return withQuery(`${path.startsWith('.') ? '' : './'}${path}`, query);
    },
  };
}

/** A path with a query, unless that is empty. */
function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}

/** Queries that ask for the bytes themselves. */
const BYTES = /[?&](?:raw|inline)\b/;

function version(file: OutputFile): string {
  return `v=${file.sha256.slice(0, 12)}`;
}

export function slashed(path: string): string {
  return path.replaceAll(sep, '/');
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
