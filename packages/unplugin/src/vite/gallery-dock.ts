/**
 * What is used of the context that Vite DevTools hands to a plugin: `ViteDevToolsNodeContext` of
 * `@vitejs/devtools-kit`, of which nothing is loaded or installed here.
 */
export interface DevToolsContext {
  readonly docks: {
    register(entry: {
      readonly id: string;
      readonly type: 'iframe';
      readonly title: string;
      readonly icon: string;
      readonly url: string;
    }): unknown;
  };
  readonly viteConfig: { readonly base: string };
  /** Missing where DevTools are made of a build: there is no server that could answer the gallery. */
  readonly viteServer?: object | undefined;
}

/** The mark of the page, as a URL: a dock can take no file. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#6f76d9" d="M12 2 3.500 6.800v9.900L12 21.700l8.500-5V6.800Z"/><path fill="#fff" d="m12 7.500 4 2.300v4.600l-4 2.300-4-2.300V9.800Z"/></svg>',
)}`;

/**
 * The gallery as a dock of Vite DevTools, for the hook `Plugin.devtools` of
 * {@link https://devtools.vite.dev/kit/ the DevTools Kit}. Where DevTools are not installed, nobody calls it.
 */
export function dockGallery({ docks, viteConfig, viteServer }: DevToolsContext): void {
  if (viteServer === undefined) return;
  const url = `${viteConfig.base}__assetgen/`;
  docks.register({ id: 'assetgen', type: 'iframe', title: 'Assets', icon: ICON, url });
}
