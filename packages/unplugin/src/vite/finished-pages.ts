import type { Plugin } from 'vite';
import type { HookContext } from '../shared/rollup-family/hook-context.ts';
import type { TextReferences } from './text-references.ts';

/** Gives a page the URLs of the attributes that Vite itself does not read. */
export function finishedPages(
  serves: () => boolean,
  texts: TextReferences<HookContext>,
  apply: NonNullable<Plugin['apply']>,
): Plugin {
  /** Of the output under way: what is emitted earlier may be of another. */
  let output: HookContext | null = null;
  return {
    name: 'assetgen:pages',
    apply,
    // Vite finishes pages in its own hook, and afterwards puts names in the place of its marks.
    generateBundle: {
      order: 'pre',
      handler() {
        // A build for servers, which has no pages, may run at the same time.
        if (this.environment.config.consumer === 'client') output = this as HookContext;
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, page) => texts.finishHtml(html, page, serves() ? null : output),
    },
  };
}
