import { errorAddress, pageAddress } from '@assetgen/core/warm';
import type { Addresses } from '@assetgen/core/warm';
import { link } from './link.ts';
import { paint } from './style.ts';

type Stream = { readonly isTTY?: boolean };
type Style = Parameters<typeof paint>[0];

/**
 * `See https://…`: where to read on; no line where the package does not say where its pages are.
 *
 * @param page its path below `docs/`, without the extension
 * @param anchor of a place on it; empty: the whole page
 */
export function seePage(
  page: string,
  anchor: string,
  stream: Stream,
  addresses?: Addresses,
): string[] {
  const address = pageAddress(page, anchor, addresses);
  return address === null ? [] : [`  See ${link(address, address, stream)}`];
}

/** The code of an error or a warning, as a link to its place in the documentation. */
export function codeLink(
  code: string,
  style: Style,
  stream: Stream,
  addresses?: Addresses,
): string {
  const painted = paint(style, code, stream);
  const address = errorAddress(code, addresses);
  return address === null ? painted : link(painted, address, stream);
}
