/**
 * The Content-Security-Policy of the page: scripts, styles and pictures of our own only. `wasm-unsafe-eval` and blobs
 * are for the decoders of meshes, which run as WebAssembly in workers.
 *
 * @param scripts other sources of scripts, such as the hash of one that stands in the page. @default none
 * @param rest directives that only a header may have. @default none
 */
export function pagePolicy(scripts: readonly string[] = [], rest: readonly string[] = []): string {
  return [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(' '),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "connect-src 'self' blob: data:",
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    ...rest,
  ].join('; ');
}
