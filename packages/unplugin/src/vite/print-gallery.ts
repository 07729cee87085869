/** What is used of Vite's dev server. */
interface PrintingServer {
  printUrls(): void;
  readonly resolvedUrls: { readonly local: readonly string[] } | null;
  readonly config: { readonly logger: { info(line: string): void } };
}

/** Below the URLs that Vite prints stands the gallery's: nobody would guess it. */
export function printGallery(server: PrintingServer): void {
  const printUrls = server.printUrls.bind(server);
  server.printUrls = function printAllUrls() {
    printUrls();
    const [url] = server.resolvedUrls?.local ?? [];
    if (url === undefined) return;
    server.config.logger.info(`  ➜  Assets:  ${url}__assetgen/`);
  };
}
