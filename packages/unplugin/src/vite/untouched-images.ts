import type { Plugin } from 'vite';
import type { HookContext } from '../shared/rollup-family/hook-context.ts';
import type { ViteUrls } from './vite-urls.ts';

/**
 * vite-imagetools, which Qwik City and `@sveltejs/enhanced-img` bring, takes every picture with a query for one that it
 * is to encode anew: what ships would be another file than the lock says.
 */
const TAKERS = new Set(['imagetools']);

/** Loads our pictures before a plugin that would encode them anew. */
export function untouchedImages(urls: () => ViteUrls, apply: NonNullable<Plugin['apply']>): Plugin {
  let isNeeded = false;
  return {
    name: 'assetgen:untouched-images',
    enforce: 'pre',
    apply,
    configResolved(config) {
      isNeeded = config.plugins.some(({ name }) => TAKERS.has(name));
    },
    load: {
      order: 'pre',
      filter: { id: /\.(?:avif|jpg|png|webp)\?url&no-inline$/ },
      async handler(id) {
        const file = isNeeded ? urls().builtFile(id) : undefined;
        if (file === undefined) return null;
        const url = await urls().placeholder(this as HookContext, file);
        return { code: `export default ${JSON.stringify(url)};`, moduleSideEffects: false };
      },
    },
  };
}
