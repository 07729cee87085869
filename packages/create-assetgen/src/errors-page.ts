/** The fields of a package.json that name its documentation. A release writes both; the repository has neither. */
export interface Addresses {
  readonly homepage?: string;
  readonly repository?: { readonly url: string };
}

/**
 * The address of a code's row in the list of errors: of the documentation's site, or of the page in the repository.
 *
 * @returns null if the package names no documentation
 */
export function errorsPage(code: string, { homepage, repository }: Addresses): string | null {
  if (homepage === undefined || repository === undefined) return null;
  const host = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  const anchor = `#${code.toLowerCase()}`;
  return homepage.startsWith(`${host}/`)
    ? `${host}/blob/main/docs/reference/errors.md${anchor}`
    : `${homepage.replace(/\/$/, '')}/reference/errors${anchor}`;
}
