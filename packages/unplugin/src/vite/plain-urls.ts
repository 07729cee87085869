import type { Plugin } from 'vite';

/** Vite's own mark of a file whose name is not known yet, with our query behind it, and perhaps a fragment. */
const MARKED = /(__VITE_ASSET__[\w$]+__)\$_\?no-inline(#.*?)?__/g;

/**
 * Takes `?no-inline` off the URLs of a build. Vite before 6.3.3 keeps every query of an import in what it ships:
 * `hero-abc.webp?no-inline`, which a server with strict caching has as another file. Later ones have none
 * to take off.
 */
export function plainUrls(apply: NonNullable<Plugin['apply']>): Plugin {
  return {
    name: 'assetgen:plain-urls',
    apply,
    transform: {
      filter: { code: /\?no-inline(?:#|__)/ },
      handler(code) {
        if (!code.includes('$_?no-inline')) return null;
        // One line that Vite made, or a style sheet, of which a build has no map.
        return { code: withoutQueries(code), map: null };
      },
    },
    transformIndexHtml: { order: 'post', handler: withoutQueries },
  };
}

/** The text with Vite's marks alone. */
export function withoutQueries(text: string): string {
  return text.replace(MARKED, (_, mark: string, fragment?: string) =>
    fragment === undefined ? mark : `${mark}$_${fragment}__`,
  );
}
