/**
 * Loaders of markup and of styles (html-loader, that of Next) take every URL for a relative path: `./@gen/hero.webp`.
 *
 * @returns the request without `./`; undefined where the request is no such URL
 */
export function fromRelative(
  request: string | undefined,
  issuer: string | undefined,
): string | undefined {
  if (request?.startsWith('./') !== true) return undefined;
  return issuer !== undefined && TEXT.test(issuer) ? request.slice(2) : undefined;
}

const TEXT = /\.(?:css|less|sass|scss|styl|html?)$/;
