/** Some CSS loaders (that of Next) take every URL of a style sheet for a relative path. */
export function fromStyleSheet({ request, context }: ResolveRequest): string | undefined {
  if (typeof request !== 'string' || !request.startsWith('./')) return undefined;
  const issuer = (context as { readonly issuer?: unknown } | undefined)?.issuer;
  return typeof issuer === 'string' && STYLE_SHEET.test(issuer) ? request.slice(2) : undefined;
}

const STYLE_SHEET = /\.(?:css|less|sass|scss|styl)$/;

interface ResolveRequest {
  readonly request?: string | undefined;
  readonly context?: object;
}
