import { readFileSync } from 'node:fs';

/** The fields of a package.json that name its documentation. A release writes both; the repository has neither. */
export interface Addresses {
  /** Of the documentation: a site, or the pages in the repository. */
  readonly homepage?: string;
  readonly repository?: { readonly url: string };
}

/**
 * The address of a page of the documentation, which does not change between versions.
 *
 * @param page its path below `docs/`, without the extension: `reference/errors`
 * @param anchor of a place on it; empty: the whole page
 * @param addresses @default those of this package, read by each call
 * @returns null if the package names no documentation
 */
export function pageAddress(
  page: string,
  anchor: string,
  addresses: Addresses = ownAddresses(),
): string | null {
  const { homepage, repository } = addresses;
  if (homepage === undefined || repository === undefined) return null;
  const host = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  const place = anchor === '' ? '' : `#${anchor}`;
  return homepage.startsWith(`${host}/`)
    ? `${host}/blob/main/docs/${page}.md${place}`
    : `${homepage.replace(/\/$/, '')}/${page}${place}`;
}

/**
 * The address of a code's row in the list of errors.
 *
 * @param addresses @default those of this package, read by each call
 * @returns null if the package names no documentation
 */
export function errorAddress(code: string, addresses?: Addresses): string | null {
  return pageAddress('reference/errors', code.toLowerCase(), addresses);
}

function ownAddresses(): Addresses {
  const file = new URL('../../package.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Addresses;
}
