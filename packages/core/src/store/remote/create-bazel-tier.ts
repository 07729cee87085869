import type { HttpExchange } from './http-exchange.ts';
import { ACTION_RESULTS, createHttpTier } from './create-http-tier.ts';
import type { Tier } from './tier.ts';

/**
 * A cache that speaks Bazel's HTTP protocol: blobs at `<url>/cas/<sha256>`, entries at
 * `<url>/ac/<sha256>`. A user and password in the URL become an Authorization header.
 */
export function createBazelTier(url: string, blobs: boolean, exchange: HttpExchange): Tier {
  const base = new URL(url);
  const { username, password, search } = base;
  const headers: Record<string, string> = {};
  if (username !== '' || password !== '') {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  const start = `${base.origin}${base.pathname.replace(/\/$/, '')}`;
  return createHttpTier({
    exchange,
    urlOf: (name) => `${start}/${name}${search}`,
    headersOf: async () => headers,
    form: ACTION_RESULTS,
    blobs,
  });
}
