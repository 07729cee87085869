import { readFileSync } from 'node:fs';

/** Where this package says that it is read about; a release writes both fields, the repository has neither. */
export interface Addresses {
  /** Of the documentation: a site, or the pages in the repository. */
  readonly homepage?: string;
  readonly repository?: { readonly url: string };
}

/**
 * The address of a page of the documentation, which stays as it is from version to version.
 *
 * @param page its path below `docs/`, without the extension: `reference/errors`
 * @param anchor of a place on it; empty: the whole page
 * @param addresses by default those of this package
 * @returns null where the package does not say where it stands
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

function ownAddresses(): Addresses {
  const file = new URL('../../package.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Addresses;
}
