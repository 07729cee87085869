import type { AddressInfo } from 'node:net';

/** The URL of a dev server, as a person opens it: one on all addresses is `localhost`. */
export function localUrl(
  { address, family, port }: AddressInfo,
  base: string,
  isSecure: boolean = false,
): string {
  const isLocal = /^(?:::1?|0\.0\.0\.0)$/.test(address);
  const host = isLocal ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `${isSecure ? 'https' : 'http'}://${host}:${port}${slashed(base)}`;
}

/** A base path with slashes at both ends. */
export function slashed(base: string): string {
  return `/${base.replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');
}
